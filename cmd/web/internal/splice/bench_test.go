package splice

import (
	"bytes"
	"fmt"
	"testing"
)

// BenchmarkCut cuts a part of a page, two kilobytes with two forms' keys, to
// stand behind ten kilobytes: what one reader's step forward costs.
func BenchmarkCut(b *testing.B) {
	var page bytes.Buffer
	for i := 0; page.Len() < 12<<10; i++ {
		fmt.Fprintf(&page, `<li class="step" id="step-%d"><a href="/concepts/leases#step-%d">Step %d of %d</a></li>`, i, i, i, i*7%31)
	}
	var p Press
	m := NewMarks()
	before, after := page.Bytes()[:10<<10], page.Bytes()[10<<10:]
	part := fmt.Appendf(nil, "%s%s%s%s%s", after[:700], m.Hole("key"), after[700:1400], m.Hole("key"), after[1400:])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Cut(part, m, Place{Before: before, Room: 26}); err != nil {
			b.Fatal(err)
		}
	}
}
