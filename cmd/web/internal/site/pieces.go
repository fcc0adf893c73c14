package site

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fencepost/lessons/grade"
	"fencepost/views"
)

// span is one run of the student's text that counts for one finding.
type span struct {
	grade.Range
	mark views.Mark
}

// pieces cuts text where marks begin and end. At most two marks cover a piece:
// the first to begin takes level 1, another that overlaps it level 2, a third
// is not drawn (its quote still stands in the list).
func pieces(text string, spans []span) []views.Piece {
	drawn := levels(spans)
	var out []views.Piece
	for from, cuts := 0, cutsOf(text, drawn); len(cuts) > 0; from, cuts = cuts[0], cuts[1:] {
		p := views.Piece{Text: text[from:cuts[0]]}
		for _, s := range drawn {
			if s.Start <= from && s.End >= cuts[0] {
				p.Marks = append(p.Marks, s.mark)
			}
			if s.Start == from {
				p.Starts = append(p.Starts, s.mark)
			}
		}
		out = append(out, p)
	}
	return out
}

// levels gives each span its underline and leaves out those that find none free.
func levels(spans []span) []span {
	spans = slices.Clone(spans)
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	var free [3]int // free[level]: where the last span of that level ended
	var out []span
	for _, s := range spans {
		for level := 1; level <= 2; level++ {
			if free[level] <= s.Start {
				free[level], s.mark.Level = s.End, level
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// cutsOf are the ascending ends of the pieces of text.
func cutsOf(text string, spans []span) []int {
	cuts := []int{len(text)}
	for _, s := range spans {
		cuts = append(cuts, s.Start, s.End)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	return slices.DeleteFunc(cuts, func(c int) bool { return c == 0 })
}

// sound are the ranges that lie in text and cut whole characters, joined where
// they touch or overlap, in order. Stored ranges are checked again because a
// page must stand whatever an older scorer wrote.
func sound(text string, ranges []grade.Range) []grade.Range {
	ranges = slices.Clone(ranges)
	slices.SortFunc(ranges, func(a, b grade.Range) int { return cmp.Compare(a.Start, b.Start) })
	var out []grade.Range
	for _, r := range ranges {
		r.Start, r.End = whole(text, r.Start), whole(text, r.End)
		last := len(out) - 1
		switch {
		case r.Start >= r.End:
		case last >= 0 && r.Start <= out[last].End:
			out[last].End = max(out[last].End, r.End)
		default:
			out = append(out, r)
		}
	}
	return out
}

// whole moves at into text and back to where a character begins.
func whole(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// quotes are the student's words at the ranges. Where the sentence goes on behind
// them without a stop, the quotation says so.
func quotes(text string, ranges []grade.Range) []string {
	var out []string
	for _, r := range ranges {
		quote := text[r.Start:r.End]
		if goesOnAt(text, r.End) {
			quote += " …"
		}
		out = append(out, quote)
	}
	return out
}

// goesOnAt says whether another word follows on the same line, with nothing but
// blanks in between.
func goesOnAt(text string, at int) bool {
	rest := strings.TrimLeft(text[at:], " \t\u00a0")
	next, _ := utf8.DecodeRuneInString(rest)
	last, _ := utf8.DecodeLastRuneInString(text[:at])
	return len(rest) < len(text[at:]) && wordy(last) && wordy(next)
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
