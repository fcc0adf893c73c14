package class

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Table is a tally as a table in Markdown: by kind how many requests, and how
// long they took.
func (t *Tally) Table() string {
	var b strings.Builder
	b.WriteString("| request | n | median | p99 | longest |\n|---|--:|--:|--:|--:|\n")
	for _, k := range Kinds() {
		if list := t.Took[k]; len(list) > 0 {
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", k, len(list), Millis(Quantile(list, 0.5)), Millis(Quantile(list, 0.99)), Millis(slices.Max(list)))
		}
	}
	for _, sum := range []struct {
		name string
		of   func(Kind) bool
	}{{"all that read", func(k Kind) bool { return !k.Writes() }}, {"all that write", Kind.Writes}} {
		if list := t.Of(sum.of); len(list) > 0 {
			fmt.Fprintf(&b, "| **%s** | %d | %s | %s | %s |\n", sum.name, len(list), Millis(Quantile(list, 0.5)), Millis(Quantile(list, 0.99)), Millis(slices.Max(list)))
		}
	}
	return b.String()
}

// Millis is a time in ms, to two figures or so.
func Millis(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms >= 1000:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 10:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f ms", ms)
}

// Told is a sentence on retries.
func (t *Tally) Told() string {
	most, students := t.MostRetries()
	if students == 0 {
		return "No student had to ask for anything again."
	}
	by := map[int]int{}
	unseen := 0
	for _, n := range t.Retries {
		by[n]++
	}
	for _, n := range t.Unseen {
		unseen += n
	}
	var parts []string
	for _, n := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, fmt.Sprintf("%d %d×", by[n], n))
	}
	return fmt.Sprintf("%d students had to ask for something again (%s); no student more than %d×; %d of these were asked for by the page's script, unseen.",
		students, strings.Join(parts, ", "), most, unseen)
}

// List is a map of counts, largest first.
func List(counts map[string]int) string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return counts[b] - counts[a] })
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%s %d×", k, counts[k]))
	}
	return strings.Join(parts, "; ")
}
