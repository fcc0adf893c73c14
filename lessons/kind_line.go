package lessons

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"fencepost/lessons/highlight"
)

// maxLines is how many lines of code are still looked at one by one.
const maxLines = 40

// Spotting asks for a line: of Code, or of the trace of Run. Options name
// lines by words of theirs; several lines may be right, and one is chosen.
type Spotting struct {
	Code      []string // plain, a line each; nil where the lines are a run's
	HTML      []string // the same, highlighted
	Run       FigureRun
	Otherwise string // HTML, said of a line that is no option
}

func (k *Spotting) read(l *loader, m *mapping, c *Check) {
	if m.has("figure") {
		k.Run = l.figureRun(m, "run")
		k.notBoth(l, m, "code", "language")
	} else {
		k.code(l, m)
		k.notBoth(l, m, "run", "tape")
	}
	all := l.options(m, c, 1, []string{"id", "line", "right", "feedback"}, func(m *mapping) Option {
		o := l.named(m)
		o.Right = m.truth("right")
		o.Line = m.text("line", "write words that stand in this line and in no other")
		o.Feedback = l.said(m, "feedback", "say why it is this line or is not")
		if o.Line != "" && k.Code != nil {
			k.place(l, m, o.Line)
		}
		return o
	})
	if all {
		l.rightOnes(c, m.at(m.key["options"]), true)
	}
	k.Otherwise = l.said(m, "otherwise", "say something of every line that is no option")
}

// notBoth reports keys that belong to the other sort of lines.
func (k *Spotting) notBoth(l *loader, m *mapping, keys ...string) {
	for _, key := range keys {
		if m.has(key) {
			l.add(m.at(m.key[key]), "keep figure for the lines of a run, or code", "a check about lines of one sort has %q, which belongs to the other", key)
		}
	}
}

func (k *Spotting) code(l *loader, m *mapping) {
	code := m.text("code", "write the lines below code: |, or name a figure whose run they are")
	if code == "" {
		return
	}
	code, _ = m.scalar(m.value["code"], "code") // with the indentation of its first line
	k.Code = strings.Split(strings.TrimRight(code, "\n"), "\n")
	if len(k.Code) < 2 || len(k.Code) > maxLines {
		l.add(m.at(m.key["code"]), fmt.Sprintf("show 2 to %d", maxLines), "this check shows %d lines", len(k.Code))
	}
	language := m.maybe("language")
	if language == "" {
		language = highlight.Plain
	}
	var err error
	if k.HTML, err = highlight.Lines(language, strings.Join(k.Code, "\n")); err != nil {
		l.add(m.at(m.value["language"]), didYouMean(language, highlight.Languages()), "no listing is in %q", language)
	}
}

// place reports words that stand in no line of the code, or in several.
func (k *Spotting) place(l *loader, m *mapping, words string) {
	_, n := FindLine(k.Code, words)
	if n != 1 {
		l.add(m.at(m.value["line"]), "write words that stand in one line only", "%q stands in %s", words, countLines(n))
	}
}

// asTyped writes print's apostrophes and spaces as keyboards have them.
var asTyped = strings.NewReplacer("’", "'", "\u00a0", " ")

// FindLine is the first of the lines that hold the words, and how many do. Words
// may have the apostrophes and spaces of a keyboard.
func FindLine(lines []string, words string) (at, n int) {
	at, words = -1, asTyped.Replace(words)
	for i, line := range lines {
		if !strings.Contains(asTyped.Replace(line), words) {
			continue
		}
		if n++; n == 1 {
			at = i
		}
	}
	return at, n
}

func countLines(n int) string {
	if n == 0 {
		return "no line"
	}
	return fmt.Sprintf("%d lines", n)
}

// lines are the lines as text and as HTML.
func (k *Spotting) lines(aids Aids) (text, markup []string) {
	if k.Code != nil {
		return k.Code, k.HTML
	}
	if aids.Entries == nil {
		return nil, nil
	}
	for _, e := range aids.Entries(k.Run) {
		text = append(text, e.Text)
		markup = append(markup, "<time>"+html.EscapeString(e.Time)+"</time> <span>"+html.EscapeString(e.Text)+"</span>")
	}
	return text, markup
}

// numbered is the name of a line in a form: it tells an option from no other
// line.
func numbered(i int) string { return fmt.Sprintf("line-%d", i+1) }

// named is what is recorded of a line: the option that it is, or its number.
func (k *Spotting) named(c *Check, lines []string, i int) string {
	for _, o := range c.Options {
		if at, _ := FindLine(lines, o.Line); at == i {
			return o.ID
		}
	}
	return numbered(i)
}

func (k *Spotting) take(c *Check, f Fields, aids Aids) (Answer, string) {
	chosen := distinct(f["option"])
	lines, _ := k.lines(aids)
	a := Answer{}
	for i := range lines {
		if slices.Contains(chosen, numbered(i)) {
			a.Options = append(a.Options, k.named(c, lines, i))
		}
	}
	switch {
	case len(chosen) == 0:
		return a, "Choose a line first."
	case len(a.Options) < len(chosen):
		return a, "The line sent is not among these. The lesson may have been edited; choose again."
	case len(chosen) > 1:
		return a, "Choose one line."
	case k.blank(lines, chosen[0]):
		return a, "There is nothing on this line. Choose another."
	}
	return a, ""
}

// blank says whether there is nothing on a line.
func (k *Spotting) blank(lines []string, id string) bool {
	for i, line := range lines {
		if numbered(i) == id {
			return strings.TrimSpace(line) == ""
		}
	}
	return false
}

func (k *Spotting) mark(c *Check, a Answer) Marking {
	m := Marking{Options: map[string]Remark{}}
	for _, id := range a.Options {
		r := Remark{HTML: k.Otherwise}
		if o := c.option(id); o != nil {
			r = Remark{Right: o.Right, HTML: o.Feedback}
		}
		m.Right, m.Options[id] = r.Right, r
	}
	return m
}

// lay names chosen lines as marks do, and all others by their numbers.
func (k *Spotting) lay(c *Check, a Answer, aids Aids) Sheet {
	var s Sheet
	text, markup := k.lines(aids)
	for i := range text {
		r := Row{ID: numbered(i), HTML: markup[i], Text: text[i]}
		if id := k.named(c, text, i); slices.Contains(a.Options, id) {
			r.Chosen, r.Marked = true, id
		}
		if strings.TrimSpace(text[i]) == "" {
			r.ID = ""
		}
		s.Rows = append(s.Rows, r)
	}
	return s
}
