package grade

import (
	"html"
	"regexp"
	"strings"

	"fencepost/lessons"
)

// PageText is the lesson's words without markup: the text by which copying is
// recognised and towards which spelling is mended.
func PageText(l *lessons.Lesson) string {
	var b strings.Builder
	write := func(s string) {
		b.WriteString(s)
		b.WriteString("\n\n")
	}
	write(l.Title)
	write(l.Summary)
	for _, s := range l.Steps {
		write(s.Title)
		writeBlocks(write, s.Blocks)
	}
	for _, c := range l.Reference {
		for _, item := range c.Items {
			write(plain(item))
		}
	}
	writeBlocks(write, l.Practise)
	return b.String()
}

func writeBlocks(write func(string), blocks []lessons.Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *lessons.Prose:
			write(b.Text)
		case *lessons.Note:
			write(b.Title + ". " + b.Text)
		case *lessons.Figure:
			write(b.Caption)
		case *lessons.Check:
			write(b.AskText)
			for _, o := range b.Options {
				write(o.Text)
				write(plain(o.Feedback))
			}
			write(plain(b.Right + " " + b.Wrong))
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// plain is HTML of our own making without its tags.
func plain(s string) string { return html.UnescapeString(tag.ReplaceAllString(s, " ")) }
