// Package lessons turns the files of a concept's folder into values: a Lesson
// with its steps, figures and checks, the Rubric of its explanation and the
// labelled Samples. Every value keeps the place it was written at, so that
// whoever finds a fault can name file, line and column.
package lessons

import "fmt"

// Pos is a place in a content file. Line and Col count from 1; Col counts
// runes. The zero Pos means that the place is not known.
type Pos struct {
	File string // slash-separated, relative to the content root
	Line int
	Col  int
}

// String is file:line:col, the form that editors and terminals make clickable.
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Lesson is one concept as an author wrote it.
type Lesson struct {
	Slug     string // the folder's name, and the lesson's address
	Title    string
	Category string
	Summary  string // one line, shown in the opener and in the catalogue
	Order    int    // place within the catalogue, ascending
	Emblem   string // name of the drawing beside the title; "" for none
	Drawing  string // the lesson's own drawing: SVG that is safe to write into a page; "" for none

	Requires []Phrase // slugs of the concepts to be read before this one

	Steps     []Step
	Reference []Column // the quick reference
	Explain   []Block  // the words above the explanation box
	Practise  []Block  // "where you practise it"
	Reading   []Source
	Related   []Relation

	Rubric  *Rubric        // nil where the lesson asks for no explanation
	Samples Late[[]Sample] // labelled explanations, in file order

	// Fitted is scorer.fit: the trained scorer as web fit stored it, nil where
	// there is none. It follows from the rest and is no part of Version.
	Fitted Late[[]byte]

	Pointing []Pointing // words of checks and predictions that point beyond them
	Todos    []Pos      // where a TODO still stands, in lesson.md and rubric.yaml
	Links    []Link     // every link in the words, in reading order

	// Torn says that lesson.md was not read to its end, and why was reported: what
	// the lesson lacks may stand in the rest.
	Torn bool

	Version string // hex hash of every file of the folder: changes when any byte does
	Pos     Pos    // the start of lesson.md
}

// Checks are the lesson's checks in reading order.
func (l *Lesson) Checks() []*Check { return blocksOf[*Check](l) }

// Check finds a check of the lesson by its id; nil for none.
func (l *Lesson) Check(id string) *Check {
	return find(l.Checks(), func(c *Check) bool { return c.ID == id })
}

// Figures are the lesson's simulators in reading order.
func (l *Lesson) Figures() []*Figure { return blocksOf[*Figure](l) }

// Link is a link in a lesson's words, as it was written.
type Link struct {
	To  string
	Pos Pos
}

// Step is one numbered section of a lesson.
type Step struct {
	ID     string // explicit and permanent: progress in the database points at it
	Title  string
	Blocks []Block
	Pos    Pos
}

// Block is one part of a step: *Prose, *Note, *Figure, *Check, *Predict,
// *Challenge or *LabPlace.
type Block interface{ block() }

// Prose is Markdown made into HTML that is safe to write into a page as it is:
// no raw HTML of the author's, no inline style, no script.
type Prose struct {
	HTML string
	Text string // the same words without markup
}

// Note is a margin note, written as a blockquote that opens with bold words.
type Note struct {
	Title string
	HTML  string
	Text  string
	Pos   Pos
}

// Figure is a simulator in the page: a fence whose info string is "sim NAME".
type Figure struct {
	Scenario string            // name in sim/catalog
	ID       string            // anchor and URL prefix; the scenario's name unless given
	Caption  string            // one sentence
	Show     map[string]string // parameters of the run first shown, as text
	Controls []string          // parameters shown as main controls, in order; nil: the scenario's own choice
	Pos      Pos
	ShowPos  map[string]Pos // where each key of Show stands

	ControlPos []Pos // where each of Controls stands
}

// Column is one list of the quick reference.
type Column struct {
	Title string
	Items []string // HTML
}

// Source is one line of further reading.
type Source struct {
	Title        string
	Authors      string
	Organisation string
	Kind         string // post, paper, book, documentation or talk
	Date         string // as printed: "Oct 2022", "1989"
	URL          string // "" where none is known for sure
	Why          string // what a reader gets from it
}

// Relation is a related concept. A concept without a lesson is shown as coming.
type Relation struct {
	Slug string
	Name string // shown while there is no such lesson
	Line string
	Pos  Pos
}

func (*Prose) block()  {}
func (*Note) block()   {}
func (*Figure) block() {}
func (*Check) block()  {}
