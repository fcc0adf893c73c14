package lessons

import (
	"html"
	"regexp"
	"strings"
)

// Section is a part of a lesson that a reader may look for.
type Section struct {
	ID    string // its anchor on the lesson's page; "" for the page itself
	Title string
	Text  string // its words without markup
}

// ReferenceID is the anchor of the quick reference.
const ReferenceID = "reference"

// Sections are the parts of a lesson that can be searched: its opening line,
// its steps and its quick reference. What the checks' options say is left out,
// since it would give answers away.
func (l *Lesson) Sections() []Section {
	out := []Section{{Title: l.Title, Text: l.Summary}}
	for _, s := range l.Steps {
		out = append(out, Section{ID: s.ID, Title: s.Title, Text: wordsOf(s.Blocks)})
	}
	if len(l.Reference) > 0 {
		out = append(out, Section{ID: ReferenceID, Title: "Quick reference", Text: l.referenceWords()})
	}
	return out
}

// wordsOf is the text of those blocks that tell something.
func wordsOf(blocks []Block) string {
	var parts []string
	for _, b := range blocks {
		switch b := b.(type) {
		case *Prose:
			parts = append(parts, b.Text)
		case *Note:
			parts = append(parts, b.Title+". "+b.Text)
		case *Figure:
			parts = append(parts, b.Caption)
		case *Check:
			parts = append(parts, b.AskText)
		}
	}
	return strings.Join(parts, "\n")
}

func (l *Lesson) referenceWords() string {
	var parts []string
	for _, c := range l.Reference {
		parts = append(parts, c.Title+".")
		for _, item := range c.Items {
			parts = append(parts, unmarked(item))
		}
	}
	return strings.Join(parts, "\n")
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

// unmarked is HTML of our own making without its tags.
func unmarked(s string) string { return html.UnescapeString(anyTag.ReplaceAllString(s, "")) }
