package views

import (
	"context"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// longWord is the length in characters from which a word may leave its tag
// and break, since it would not fit a line of a phone together with it.
const longWord = 20

// answer is the student's text with its marks. It is written by hand because
// every space in it counts: the text keeps its own line breaks.
func answer(pieces []Piece) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, answerHTML(pieces))
		return err
	})
}

func answerHTML(pieces []Piece) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, p := range pieces {
		for _, m := range p.Marks {
			fmt.Fprintf(&b, `<mark class="ev %s l%d">`, findingClass(m.Verdict), m.Level)
		}
		writePiece(&b, p, seen)
		b.WriteString(strings.Repeat("</mark>", len(p.Marks)))
	}
	return b.String()
}

// writePiece writes the tags of what begins here, tied to the first word.
func writePiece(b *strings.Builder, p Piece, seen map[string]bool) {
	if len(p.Starts) == 0 {
		b.WriteString(html.EscapeString(p.Text))
		return
	}
	space, word, rest := firstWord(p.Text)
	b.WriteString(html.EscapeString(space))
	tie := utf8.RuneCountInString(word) < longWord
	if tie {
		b.WriteString(`<span class="nb">`)
	}
	for _, m := range p.Starts {
		writeTag(b, m, seen)
	}
	b.WriteString(html.EscapeString(word))
	if tie {
		b.WriteString(`</span>`)
	}
	b.WriteString(html.EscapeString(rest))
}

// writeTag writes the number that leads to the finding; the first tag of a
// finding is also what the finding leads back to.
func writeTag(b *strings.Builder, m Mark, seen map[string]bool) {
	target := findingID(m.N, m.ID)
	b.WriteString(`<a`)
	if !seen[target] {
		seen[target] = true
		fmt.Fprintf(b, ` id="in-text-%s"`, html.EscapeString(target))
	}
	fmt.Fprintf(b, ` class="tag %s" href="#%s" aria-label="%s">%s</a>`,
		findingClass(m.Verdict), html.EscapeString(target), tagLabel(m), tagText(m.N))
}

// firstWord cuts s into leading white space, the first word and what follows.
func firstWord(s string) (space, word, rest string) {
	rest = strings.TrimLeft(s, " \t\n")
	space = s[:len(s)-len(rest)]
	end := strings.IndexAny(rest, " \t\n")
	if end < 0 {
		return space, rest, ""
	}
	return space, rest[:end], rest[end:]
}

// findingID is the anchor of a finding: number 0 is a mix-up, and points and
// mix-ups may share an id.
func findingID(n int, id string) string {
	if n == 0 {
		return "mixup-" + id
	}
	return "point-" + id
}

// tagText is a point's number, or a sign for a mix-up, which has none.
func tagText(n int) string {
	if n == 0 {
		return "≠"
	}
	return strconv.Itoa(n)
}

func tagLabel(m Mark) string {
	if m.N == 0 {
		return "A mix-up"
	}
	return fmt.Sprintf("Point %d, %s", m.N, strings.ToLower(findingWord(m.Verdict)))
}

// drawnIn are the anchors of the findings whose words are marked in the text.
func drawnIn(pieces []Piece) map[string]bool {
	out := map[string]bool{}
	for _, p := range pieces {
		for _, m := range p.Starts {
			out[findingID(m.N, m.ID)] = true
		}
	}
	return out
}
