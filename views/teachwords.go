package views

import (
	"context"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// deskText is the student's text with its marks, each naming its finding, so
// that one finding can be looked at alone.
func deskText(pieces []Piece) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, deskHTML(pieces))
		return err
	})
}

func deskHTML(pieces []Piece) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, p := range pieces {
		for _, m := range p.Marks {
			fmt.Fprintf(&b, `<mark class="ev %s l%d" data-of="%s">`, findingClass(m.Verdict), m.Level, html.EscapeString(findingID(m.N, m.ID)))
		}
		writePiece(&b, p, seen)
		b.WriteString(strings.Repeat("</mark>", len(p.Marks)))
	}
	return b.String()
}

// plainMarks is the text with its marks and without tags that lead anywhere,
// for pages that show several texts.
func plainMarks(pieces []Piece) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		for _, p := range pieces {
			for _, m := range p.Marks {
				fmt.Fprintf(&b, `<mark class="ev %s l%d">`, findingClass(m.Verdict), m.Level)
			}
			for _, m := range p.Starts {
				fmt.Fprintf(&b, `<span class="tag %s" aria-label="%s" role="img">%s</span>`, findingClass(m.Verdict), tagLabel(m), tagText(m.N))
			}
			b.WriteString(html.EscapeString(p.Text))
			b.WriteString(strings.Repeat("</mark>", len(p.Marks)))
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

func lowered(s string) string { return strings.ToLower(s) }

func holdState(h TeachHold) string {
	switch {
	case h.Mine:
		return "mine"
	case h.Other != "":
		return "other"
	}
	return "free"
}

// holdLead is what the bar says first.
func holdLead(h TeachHold) string {
	switch {
	case h.Mine:
		return fmt.Sprintf("You hold this answer for %d\u00a0s", (h.LeftMS+999)/1000)
	case h.Other != "":
		return h.Other + " has this answer open"
	}
	return "Nobody holds this answer"
}

func holdToken(h TeachHold) string {
	if h.Token == 0 || !h.Mine && h.Other == "" {
		return ""
	}
	return "(token " + strconv.FormatInt(h.Token, 10) + ")"
}

func holdNote(h TeachHold) string {
	switch {
	case h.Mine:
		return "It renews while you work."
	case h.Other != "":
		return "Yours opens when they are done, or when their page falls silent."
	}
	return "Take it before you judge it."
}

// holdWidth is the length of the bar: all of it is a lease just granted.
func holdWidth(h TeachHold) string {
	if h.TTLMS <= 0 {
		return "0%"
	}
	return strconv.FormatFloat(98*float64(min(h.LeftMS, h.TTLMS))/float64(h.TTLMS), 'f', 1, 64) + "%"
}

func pointNumber(p TeachPoint) string {
	if p.N == 0 {
		return "Mix-up: "
	}
	return fmt.Sprintf("Point %d: ", p.N)
}

// machineWord is the scorer's verdict.
func machineWord(p TeachPoint) string {
	if p.N == 0 {
		return mixupVerdict(p.Machine)
	}
	return findingWord(p.Machine)
}

func mixupVerdict(v string) string {
	switch v {
	case "present":
		return "Says it"
	case "unsure":
		return "Not sure"
	}
	return "Does not"
}

// deskWord is a verdict on a point or a misconception.
func deskWord(r TeachCompared, v string) string {
	switch {
	case v == "":
		return "No verdict"
	case r.N == 0:
		return mixupVerdict(v)
	}
	return findingWord(v)
}

func anyFound(list []TeachPoint) bool {
	return slices.ContainsFunc(list, func(p TeachPoint) bool { return p.Verdict != "missing" || p.Disputed != "" })
}

func foundWords(list []TeachPoint) string {
	n := 0
	for _, p := range list {
		if p.Verdict != "missing" {
			n++
		}
	}
	if n == 0 {
		return "none found"
	}
	return strconv.Itoa(n) + " found"
}

// bankKey is what puts a sentence of the bank into the comment.
func bankKey(i int) string {
	if i >= 9 {
		return "·"
	}
	return "c " + strconv.Itoa(i+1)
}

func anyOwn(list []TeachComment) bool {
	return slices.ContainsFunc(list, func(k TeachComment) bool { return k.Remove != "" })
}

func theirWords(t TeachStale) string {
	if t.Theirs == nil {
		return "By the scorer"
	}
	return t.Theirs.Who
}

func comparedName(r TeachCompared) string {
	if r.N == 0 {
		return "Mix-up: " + r.Name
	}
	return fmt.Sprintf("%d. %s", r.N, r.Name)
}

// answersWord is the link to one's answers, with how many reviews are new.
func answersWord(v Visitor) string {
	if v.News == 0 {
		return "Your answers"
	}
	return "Your answers (" + count(v.News, "new review", "new reviews") + ")"
}
