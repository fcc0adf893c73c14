package site

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// conceptMap is the page at /map: which concept needs which, and what the
// visitor did of them.
func (s *Site) conceptMap(c echo.Context) error {
	at, err := s.standings(c)
	if err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepPrivately, views.MapPage(mapView(s.links, s.edition(c).library, at)))
}

// The map's measures in px: from one row of concepts to the next, above the
// first, and how close lines come to a node and to the words below it.
const (
	mapRow   = 132
	mapTop   = 30
	mapAbove = 14
	mapBelow = 24
)

func mapView(to links, lib *lessons.Library, at map[string]store.Standing) views.Map {
	v := views.Map{Chrome: views.Chrome{
		Title: "Map", Canonical: to.whole(to.to("/map")),
		Description: "Which concepts of distributed systems to read first, and which shed light on each other.",
	}}
	rows := mapRows(lib)
	place := map[string]int{} // in v.Nodes
	for r, row := range rows {
		for i, l := range row {
			n := mapNode(to, lib, l, at[l.Slug])
			n.X, n.Y = across(i, len(row), r), mapTop+r*mapRow
			n.Lines = twoLines(l.Title)
			place[l.Slug], v.Nodes = len(v.Nodes), append(v.Nodes, n)
		}
	}
	v.Height = mapTop + len(rows)*mapRow - 50
	v.Edges = mapEdges(lib, v.Nodes, place)
	return v
}

// across is where concept i of a row of n stands, in per cent. A row alone
// stands off the middle by turns, so that lines do not run through it.
func across(i, n, row int) float64 {
	if n == 1 {
		return 50 + 14*float64(row%2*2-1)
	}
	return (float64(i) + 0.5) * 100 / float64(n)
}

// mapRows are the rows of the map: each concept stands below everything that it
// needs.
func mapRows(lib *lessons.Library) [][]*lessons.Lesson {
	rank := map[string]int{}
	all := lib.Lessons()
	for range all { // as many rounds as the longest chain may have links
		for _, l := range all {
			for _, need := range l.Requires {
				if _, exists := lib.Lesson(need.Text); exists {
					rank[l.Slug] = min(max(rank[l.Slug], rank[need.Text]+1), len(all)-1)
				}
			}
		}
	}
	var rows [][]*lessons.Lesson
	for r := range all {
		same := slices.DeleteFunc(lib.Lessons(), func(l *lessons.Lesson) bool { return rank[l.Slug] != r })
		rows = slices.AppendSeq(rows, slices.Chunk(same, mapColumns))
	}
	return rows
}

// mapColumns is how many concepts stand side by side: their names must have
// room on a phone.
const mapColumns = 3

func mapNode(to links, lib *lessons.Library, l *lessons.Lesson, s store.Standing) views.MapNode {
	n := views.MapNode{Title: l.Title, Href: to.lesson(l.Slug), Begun: begun(s), Finished: begun(s) && finished(l, s)}
	for _, need := range l.Requires {
		if other, exists := lib.Lesson(need.Text); exists {
			n.Needs = append(n.Needs, views.Link{Text: other.Title, Href: to.lesson(need.Text)})
		}
	}
	for _, r := range l.Related {
		link := views.Link{Text: r.Name}
		if other, exists := lib.Lesson(r.Slug); exists {
			link = views.Link{Text: other.Title, Href: to.lesson(r.Slug)}
		}
		n.Related = append(n.Related, views.MapRelation{Link: link, Line: r.Line})
	}
	return n
}

// mapEdges are the lines: arrows for needs, dotted ones for neighbours
// that are related and not needed, each pair once. The list has all of them.
func mapEdges(lib *lessons.Library, nodes []views.MapNode, place map[string]int) []views.MapEdge {
	var out []views.MapEdge
	joined := map[[2]string]bool{}
	join := func(from, to string, needs bool) {
		a, exists := place[from]
		b := place[to]
		pair := [2]string{min(from, to), max(from, to)}
		if exists && !joined[pair] && (needs || neighbours(nodes[a], nodes[b])) {
			joined[pair] = true
			out = append(out, edge(nodes[a], nodes[b], needs))
		}
	}
	for _, l := range lib.Lessons() {
		for _, need := range l.Requires {
			join(need.Text, l.Slug, true)
		}
	}
	for _, l := range lib.Lessons() {
		for _, r := range l.Related {
			join(r.Slug, l.Slug, false)
		}
	}
	return out
}

// neighbours says whether a line between two concepts runs past no third.
func neighbours(a, b views.MapNode) bool {
	if a.Y == b.Y {
		return max(a.X-b.X, b.X-a.X) <= 51
	}
	return max(a.Y-b.Y, b.Y-a.Y) == mapRow
}

// edge leaves room for the nodes' marks and, below a node, for its title.
func edge(a, b views.MapNode, needs bool) views.MapEdge {
	e := views.MapEdge{X1: a.X, Y1: a.Y, X2: b.X, Y2: b.Y, Needs: needs}
	switch {
	case a.Y == b.Y:
		side := 3.0
		if a.X > b.X {
			side = -side
		}
		e.X1, e.X2 = e.X1+side, e.X2-side
	case a.Y < b.Y:
		e.Y1, e.Y2 = below(a), b.Y-mapAbove
	default:
		e.Y1, e.Y2 = a.Y-mapAbove, below(b)
	}
	return e
}

func below(n views.MapNode) int { return n.Y + mapBelow + 17*len(n.Lines) }

// twoLines breaks a long title near its middle.
func twoLines(title string) []string {
	if len(title) <= 14 || !strings.Contains(title, " ") {
		return []string{title}
	}
	best := -1
	for i, r := range title {
		if r == ' ' && (best < 0 || distance(i, len(title)/2) < distance(best, len(title)/2)) {
			best = i
		}
	}
	return []string{title[:best], title[best+1:]}
}

func distance(a, b int) int { return max(a-b, b-a) }
