package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MarshalJSON implements json.Marshaler: which tapes there are, what they lead
// to, and the shortest tape that breaks each invariant.
func (e Exploration) MarshalJSON() ([]byte, error) {
	type broken struct {
		Invariant string `json:"invariant"`
		Runs      int    `json:"runs"`
		Tape      string `json:"tape"`
		At        int    `json:"at"`
	}
	doc := struct {
		Runs     int            `json:"runs"`
		Complete bool           `json:"complete"`
		Counts   countsDocument `json:"counts"`
		Broken   []broken       `json:"broken"`
	}{e.Runs, e.Complete, e.Counts, []broken{}}
	for _, c := range e.Broken {
		doc.Broken = append(doc.Broken, broken{c.Invariant, c.N, FormatTape(c.Tape), c.Entry})
	}
	return json.Marshal(doc)
}

// MarshalJSON implements json.Marshaler: the axes as text values and a row of
// verdict kinds for each value of y.
func (g *Grid) MarshalJSON() ([]byte, error) {
	doc := struct {
		X      axisDocument   `json:"x"`
		Y      *axisDocument  `json:"y"`
		Cells  [][]string     `json:"cells"`
		Counts countsDocument `json:"counts"`
	}{X: axisOf(g.X, g.XS), Counts: g.Counts}
	if g.Y != nil {
		y := axisOf(g.Y, g.YS)
		doc.Y = &y
	}
	for y := range g.YS {
		row := make([]string, len(g.XS))
		for x := range g.XS {
			row[x] = g.At(x, y)
		}
		doc.Cells = append(doc.Cells, row)
	}
	return json.Marshal(doc)
}

type axisDocument struct {
	Param  string   `json:"param"`
	Values []string `json:"values"`
}

func axisOf(p *Param, values []int64) axisDocument {
	a := axisDocument{Param: p.Name}
	for _, v := range values {
		a.Values = append(a.Values, p.Text(v))
	}
	return a
}

// countsDocument writes counts as an object in the scenario's order.
type countsDocument []Count

// MarshalJSON implements json.Marshaler.
func (c countsDocument) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, n := range c {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%d", n.Kind, n.N)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
