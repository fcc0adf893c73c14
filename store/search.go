package store

import "context"

// Passage is a part of the content that readers search: a step of a lesson,
// its quick reference, or the lesson's own opening line.
type Passage struct {
	Lesson string // slug
	Anchor string // on the lesson's page; "" for the page itself
	Title  string // of the lesson
	Head   string // of the part
	Text   string // its words without markup
}

// Hit is a passage that was found. Head and Excerpt are cut where what was
// looked for begins and ends.
type Hit struct {
	Lesson, Anchor, Title string
	Head, Excerpt         []Run
}

// Run is a piece of text, found or not.
type Run struct {
	Text  string
	Found bool
}

// Content keeps an index of the content. What it holds follows from the
// lessons: losing it loses nothing.
type Content interface {
	// IndexContent makes passages what is searched of that version of the
	// content, unless it is indexed already. The versions that were wanted last
	// stay, so that replicas of one release and the next each find their own; an
	// older one is dropped.
	IndexContent(ctx context.Context, version string, passages []Passage) error
	// SearchContent finds at most n passages of a version in which every word of query
	// begins a word, whatever its case and accents, the best first: a word in
	// a heading counts for more than one in the text. A query without a letter
	// or number finds nothing.
	SearchContent(ctx context.Context, version, query string, n int) ([]Hit, error)
}
