package lessons

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// placeField begins the name of the field that holds an option's place.
const placeField = "place-"

// ordering asks for the order in which the options are written.
type ordering struct{}

func (ordering) read(l *loader, m *mapping, c *Check) {
	l.options(m, c, 3, []string{"id", "text", "feedback"}, func(m *mapping) Option {
		o := l.named(m)
		l.optionText(m, &o)
		o.Feedback = l.said(m, "feedback", "say to those who misplace it what it has to do with its neighbours")
		return o
	})
	c.Right = l.said(m, "right", "say why the order is so, to someone who has it right")
}

// take reads each option's place. Places that leave an order open are no answer.
func (ordering) take(c *Check, f Fields, _ Aids) (Answer, string) {
	a := Answer{Pairs: map[string]string{}}
	at, taken := map[string]int{}, map[int]bool{}
	for _, o := range c.Options {
		text := f.get(placeField + o.ID)
		a.Pairs[o.ID] = text
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(c.Options) {
			return keepPlaces(c, f), "Give each of them a place. The lesson may have been edited; look at all of them again."
		}
		at[o.ID], taken[n] = n, true
	}
	if len(taken) < len(c.Options) {
		return a, "Two of them have the same place. Give each a place of its own."
	}
	return Answer{Options: inOrder(c, at)}, ""
}

// keepPlaces are the places that were entered, as they were.
func keepPlaces(c *Check, f Fields) Answer {
	a := Answer{Pairs: map[string]string{}}
	for _, o := range c.Options {
		a.Pairs[o.ID] = f.get(placeField + o.ID)
	}
	return a
}

// inOrder are the ids of the options by their places.
func inOrder(c *Check, at map[string]int) []string {
	var ids []string
	for _, o := range c.Options {
		ids = append(ids, o.ID)
	}
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	return ids
}

// mark wants every option in its place. Of the others it says something: of as
// few as have to be moved to put the whole into order.
func (ordering) mark(c *Check, a Answer) Marking {
	var places []int
	for _, id := range a.Options {
		if i := slices.IndexFunc(c.Options, func(o Option) bool { return o.ID == id }); i >= 0 {
			places = append(places, i)
		}
	}
	stay := longestRising(places)
	m := Marking{Right: len(stay) == len(c.Options), Options: map[string]Remark{}}
	for _, i := range places {
		o := c.Options[i]
		if r := (Remark{Right: slices.Contains(stay, i)}); !r.Right {
			r.HTML = o.Feedback
			m.Options[o.ID] = r
		}
	}
	if m.Right {
		m.Whole = &Remark{Right: true, HTML: c.Right}
	}
	return m
}

// longestRising is the longest run of rising numbers that is left when some are
// taken out; of several the one that ends first.
func longestRising(list []int) []int {
	var best []int
	ending := make([][]int, len(list)) // ending[i]: the longest that ends with list[i]
	for i, x := range list {
		for k := range i {
			if list[k] < x && len(ending[k]) > len(ending[i]) {
				ending[i] = ending[k]
			}
		}
		ending[i] = append(slices.Clone(ending[i]), x)
		if len(ending[i]) > len(best) {
			best = ending[i]
		}
	}
	return best
}

// lay begins with an order that is never the right one.
func (ordering) lay(c *Check, a Answer, aids Aids) Sheet {
	var s Sheet
	for i, o := range firstOrder(c, aids) {
		s.Rows = append(s.Rows, Row{ID: o.ID, HTML: o.HTML, Text: o.Text, Place: i + 1})
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		if at := slices.Index(a.Options, r.ID); at >= 0 {
			r.Place = at + 1
		} else if text, entered := a.Pairs[r.ID]; entered {
			r.Place, _ = strconv.Atoi(strings.TrimSpace(text))
		} else if len(a.Options) > 0 {
			r.Place = len(s.Rows) // written after that answer was given
		}
	}
	slices.SortStableFunc(s.Rows, func(a, b Row) int { return cmp.Compare(a.Place, b.Place) })
	return s
}

// firstOrder are the options in a random order that is not theirs.
func firstOrder(c *Check, aids Aids) []Option {
	out := slices.Clone(shuffled(c, aids))
	if slices.EqualFunc(out, c.Options, func(a, b Option) bool { return a.ID == b.ID }) {
		slices.Reverse(out)
	}
	return out
}
