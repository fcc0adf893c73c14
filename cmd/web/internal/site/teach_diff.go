package site

import (
	"strings"
	"unicode"

	"fencepost/store"
	"fencepost/views"
)

// earlier are the attempts before this one, newest first, each against the one
// that came after it.
func earlier(f store.File) []views.TeachEarlier {
	var out []views.TeachEarlier
	next := f.Explanation.Text
	for i := len(f.Earlier) - 1; i >= 0; i-- {
		e := f.Earlier[i]
		out = append(out, views.TeachEarlier{N: i + 1, Sent: moment(e.AtMS), Diff: diff(e.Text, next)})
		next = e.Text
	}
	return out
}

// maxDiff bounds the table of a comparison, in cells: two texts of a thousand
// words. Longer ones are shown whole, as taken out and put in.
const maxDiff = 1 << 20

// diff says which words of was went and which of now came, by a longest common
// subsequence over words (Wagner and Fischer, 1974). Each word carries the
// white space after it; that space alone makes no difference.
func diff(was, now string) []views.TeachWord {
	a, b := spaced(was), spaced(now)
	if len(a)*len(b) > maxDiff {
		return []views.TeachWord{{Text: was + " ", Op: "del"}, {Text: now, Op: "ins"}}
	}
	return joinRuns(walk(a, b, common(a, b)))
}

// common[i][j] is the length of the longest common subsequence of a[i:] and b[j:].
func common(a, b []string) [][]int32 {
	table := make([][]int32, len(a)+1)
	for i := range table {
		table[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if same(a[i], b[j]) {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}

func walk(a, b []string, table [][]int32) []views.TeachWord {
	var out []views.TeachWord
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case same(a[i], b[j]):
			out = append(out, views.TeachWord{Text: b[j]})
			i, j = i+1, j+1
		case table[i+1][j] >= table[i][j+1]:
			out = append(out, views.TeachWord{Text: a[i], Op: "del"})
			i++
		default:
			out = append(out, views.TeachWord{Text: b[j], Op: "ins"})
			j++
		}
	}
	for ; i < len(a); i++ {
		out = append(out, views.TeachWord{Text: a[i], Op: "del"})
	}
	for ; j < len(b); j++ {
		out = append(out, views.TeachWord{Text: b[j], Op: "ins"})
	}
	return out
}

// joinRuns makes one of words in a row that fared alike.
func joinRuns(list []views.TeachWord) []views.TeachWord {
	var out []views.TeachWord
	for _, w := range list {
		if n := len(out); n > 0 && out[n-1].Op == w.Op {
			out[n-1].Text += w.Text
		} else {
			out = append(out, w)
		}
	}
	return out
}

func same(a, b string) bool {
	return strings.TrimRightFunc(a, unicode.IsSpace) == strings.TrimRightFunc(b, unicode.IsSpace)
}

// spaced cuts text into words, each with the white space after it.
func spaced(text string) []string {
	var out []string
	start, space := 0, false
	for i, r := range text {
		if now := unicode.IsSpace(r); space && !now && i > start {
			out, start = append(out, text[start:i]), i
			space = false
		} else {
			space = now
		}
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}
