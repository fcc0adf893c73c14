package views

import "strconv"

// Map is the page at /map: how the concepts hang together.
type Map struct {
	Chrome Chrome
	Height int // of the drawing, px
	Nodes  []MapNode
	Edges  []MapEdge
}

// MapNode is a concept. X is in per cent of the width, Y in px.
type MapNode struct {
	X        float64
	Y        int
	Lines    []string // the title, a line each
	Title    string
	Href     string // "" while there is no lesson
	Begun    bool
	Finished bool
	Needs    []Link // to be read before it
	Related  []MapRelation
}

// MapRelation is a related concept and how the two belong together.
type MapRelation struct {
	Link Link // Href is "" while there is no lesson
	Line string
}

// MapEdge is a line between two concepts, in the units of nodes. Needs is drawn
// as an arrow from what comes first; the others are related, without an order.
type MapEdge struct {
	X1, X2 float64
	Y1, Y2 int
	Needs  bool
}

func percent(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) + "%" }

// nodeState says in words where the learner stands.
func nodeState(n MapNode) string {
	switch {
	case n.Href == "":
		return "to come"
	case n.Finished:
		return "finished"
	case n.Begun:
		return "begun"
	}
	return "not begun"
}

// lineY is where line i of a title stands below its node.
func lineY(n MapNode, i int) string { return strconv.Itoa(n.Y + 29 + 17*i) }
