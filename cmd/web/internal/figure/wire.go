package figure

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// document is what the page's script draws from: the same shapes that the
// templates print, each written once and named by its place.
type document struct {
	Texts     []string     `json:"t"`
	Shapes    [9][]int     `json:"s"` // by column: form, class, text, x, x2, dx, y, w, h
	Grounds   []groundDoc  `json:"g"`
	Meta      int          `json:"meta"`            // text
	Findings  []int        `json:"findings"`        // texts: the statements
	Table     []int        `json:"table,omitempty"` // texts: title and heads of what runs measure
	Keys      []keyDoc     `json:"keys"`            // every parameter, in the order of addresses
	Controls  []controlDoc `json:"controls"`        // the order of Runs: the last one varies fastest
	Others    []otherDoc   `json:"others"`          // switches, for links to the run on the other side
	Runs      []runDoc     `json:"runs"`
	Map       string       `json:"map,omitempty"`       // HTML of the map, where parameters that it rests on changed
	Legend    string       `json:"legend,omitempty"`    // HTML of its legend
	Scheduler string       `json:"scheduler,omitempty"` // HTML of the choice that the run waits for
	Notes     []string     `json:"notes,omitempty"`
}

// groundDoc is what runs with the same lanes and the same time have in common.
type groundDoc struct {
	Height int    `json:"h"` // of the plot, px
	Axis   int    `json:"axis"`
	Frame  []int  `json:"frame"` // shapes
	Names  string `json:"names"` // HTML
}

// keyDoc says when an address names a parameter: always, or where it differs.
type keyDoc struct {
	Key    string  `json:"k"`
	Show   string  `json:"show"`             // the value first shown
	Unless *string `json:"unless,omitempty"` // left out of addresses while it has this value
	Axis   bool    `json:"axis,omitempty"`   // the map shows every value of it
}

type controlDoc struct {
	Key    string   `json:"k"`
	Values []string `json:"v"`
}

type otherDoc struct {
	Key   string    `json:"k"`
	Texts [2]string `json:"t"` // of the link that leads to off, and to on
}

// runDoc is one run. Lists of several things an item are flat. Lists of numbers
// are written as differences from the run before, place by place: neighbours
// are much alike, and so the whole packs to half its size.
type runDoc struct {
	Label    []int `json:"l"` // texts, to be joined, and the verdict's words after them
	Shapes   []int `json:"m"`
	Events   []int `json:"e"` // texts: time, sentence
	Ticks    []int `json:"k"` // x, dx, flag's dx
	Ground   int   `json:"g,omitempty"`
	Choices  bool  `json:"c,omitempty"` // it could have gone several ways
	Dense    bool  `json:"d,omitempty"` // posts without numbers
	Verdict  []int `json:"v"`           // texts: kind, word, sentence, swatch, glyph; number: step
	Findings []int `json:"f"`           // the step at which each broke, 0 where it held, -1 where that is open
	Table    []int `json:"t,omitempty"` // text: the note; then a row each: step, bar, texts
	Ring     []int `json:"r,omitempty"` // panel, x, y, the nearest cell
}

// forms numbers the forms of shapes.
var forms = map[string]int{"bar": 0, "rule": 1, "slant": 2, "chip": 3, "sign": 4, "text": 5}

// writer builds a document.
type writer struct {
	doc    document
	texts  map[string]int
	shapes map[views.Shape]int
	names  map[string]int // of grounds, by what sets them apart
	last   runDoc         // in full
}

func newWriter() *writer {
	return &writer{
		doc:   document{Findings: []int{}, Others: []otherDoc{}, Controls: []controlDoc{}},
		texts: map[string]int{}, shapes: map[views.Shape]int{}, names: map[string]int{},
	}
}

// text is the place of a text, which it gets at its first use.
func (w *writer) text(s string) int {
	i, ok := w.texts[s]
	if !ok {
		i = len(w.doc.Texts)
		w.texts[s] = i
		w.doc.Texts = append(w.doc.Texts, s)
	}
	return i
}

func (w *writer) shape(s views.Shape) int {
	i, ok := w.shapes[s]
	if ok {
		return i
	}
	i = len(w.doc.Shapes[0])
	for k, n := range [9]int{forms[s.Form], w.text(s.Class), w.text(s.Text), int(s.X), int(s.X2), s.DX, s.Y, s.W, s.H} {
		w.doc.Shapes[k] = append(w.doc.Shapes[k], n)
	}
	w.shapes[s] = i
	return i
}

func (w *writer) all(shapes []views.Shape) []int {
	out := make([]int, len(shapes))
	for i, s := range shapes {
		out[i] = w.shape(s)
	}
	return out
}

// run adds one run, as it was drawn.
func (w *writer) run(f *views.Figure, ring []int) error {
	d := runDoc{
		Label: w.words(strings.TrimSuffix(f.Label, verdictWords(f.Verdict.Word, f.Verdict.Sentence))), Shapes: w.all(f.Plot.Marks), Dense: f.Plot.Dense, Ring: ring,
		Choices: f.Scheduler != nil, Table: w.table(f.Table),
	}
	var err error
	if d.Ground, err = w.ground(f.Plot); err != nil {
		return err
	}
	for i, t := range f.Plot.Steps {
		d.Ticks = append(d.Ticks, int(t.X), t.DX, t.FlagDX)
		d.Events = append(d.Events, w.text(t.Time), w.text(f.Events[i].Text))
	}
	v := f.Verdict
	d.Verdict = []int{w.text(v.Kind), w.text(v.Word), w.text(v.Sentence), w.text(v.Swatch), w.text(v.Glyph), v.Step}
	for _, i := range f.Findings {
		step := i.Step
		if i.Open {
			step = -1
		}
		d.Findings = append(d.Findings, step)
	}
	full := d
	d.Label, d.Shapes = less(d.Label, w.last.Label), less(d.Shapes, w.last.Shapes)
	d.Events, d.Ticks = less(d.Events, w.last.Events), less(d.Ticks, w.last.Ticks)
	d.Verdict, d.Ring = less(d.Verdict, w.last.Verdict), less(d.Ring, w.last.Ring)
	d.Table = less(d.Table, w.last.Table)
	w.last = full
	w.doc.Runs = append(w.doc.Runs, d)
	return nil
}

// table is what a run measured; nothing where it measures nothing.
func (w *writer) table(t *views.RunTable) []int {
	if t == nil {
		return nil
	}
	out := []int{w.text(t.Note)}
	for _, r := range t.Rows {
		out = append(out, r.Step, r.Bar)
		for _, c := range r.Cells {
			out = append(out, w.text(c))
		}
	}
	return out
}

// ground is the place of a plot's ground, which it gets at its first use.
func (w *writer) ground(p views.Plot) (int, error) {
	var names bytes.Buffer
	if err := views.LaneNames(p).Render(context.Background(), &names); err != nil {
		return 0, fmt.Errorf("draw the names of lanes: %w", err)
	}
	g := groundDoc{Height: p.Height, Axis: p.Axis, Frame: w.all(p.Frame), Names: names.String()}
	key := fmt.Sprint(g)
	i, ok := w.names[key]
	if !ok {
		i = len(w.doc.Grounds)
		w.names[key] = i
		w.doc.Grounds = append(w.doc.Grounds, g)
	}
	return i, nil
}

// less is a list less another, place by place.
func less(list, by []int) []int {
	out := append([]int{}, list...) // JSON has no word for a list that is not there
	for i := range min(len(list), len(by)) {
		out[i] -= by[i]
	}
	return out
}

// words are the pieces of a label: what, and from when to when. Runs have many
// of either in common.
func (w *writer) words(label string) []int {
	var out []int
	for piece := range strings.SplitSeq(cuts.Replace(label), "\x00") {
		if piece != "" {
			out = append(out, w.text(piece))
		}
	}
	return out
}

// cuts marks where a label falls into pieces.
var cuts = strings.NewReplacer(" from ", "\x00 from ", ", ", ", \x00", ". ", ". \x00")

// common adds what all runs of the document share.
func (w *writer) common(s *Stage, f *views.Figure) {
	w.doc.Meta = w.text(f.Meta)
	for _, i := range f.Findings {
		w.doc.Findings = append(w.doc.Findings, w.text(i.Statement))
	}
	if f.Table != nil {
		w.doc.Table = []int{w.text(f.Table.Title)}
		for _, h := range f.Table.Head {
			w.doc.Table = append(w.doc.Table, w.text(h))
		}
	}
	w.doc.Keys = s.keyDocs()
	for _, i := range s.switches() {
		w.doc.Others = append(w.doc.Others, otherDoc{s.scenario.Params[i].Name, [2]string{s.otherText(i, 0), s.otherText(i, 1)}})
	}
}

// keyDocs lists the parameters as addresses order them.
func (s *Stage) keyDocs() []keyDoc {
	var out []keyDoc
	for _, i := range s.main {
		out = append(out, s.keyDoc(i))
	}
	for _, i := range s.more {
		d := s.keyDoc(i)
		if p := &s.scenario.Params[i]; p.Text(p.Default) == d.Show {
			d.Unless = &d.Show
		}
		out = append(out, d)
	}
	return append(out, keyDoc{Key: tapeKey, Unless: new(string)})
}

func (s *Stage) keyDoc(i int) keyDoc {
	return keyDoc{
		Key: s.scenario.Params[i].Name, Show: s.scenario.Params[i].Text(s.show.At(i)),
		Axis: !s.orders && (i == s.axes.x || i == s.axes.y || i == s.axes.panels),
	}
}

// bytes is the document as JSON.
func (w *writer) bytes() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(w.doc); err != nil {
		return nil, fmt.Errorf("write runs: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// ringDoc is where the run lies on the map: panel, x, y, nearest cell.
func (s *Stage) ringDoc(v sim.Values) []int {
	if s.axes.none() || s.orders {
		return nil
	}
	d := s.drawing(asked{values: v})
	panel := 0
	if s.axes.panels >= 0 {
		panel = 1 - int(v.At(s.axes.panels))
	}
	r := d.ring()
	return []int{panel, int(r.X), r.Y, d.nearest()}
}
