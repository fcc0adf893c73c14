package splice

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gunzip reads a gzip file, whose checksum and size it checks.
func gunzip(t *testing.T, pressed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(pressed))
	if err != nil {
		t.Fatal(err)
	}
	r.Multistream(false)
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// spliced is a template with its holes filled by fill, plain and inflated again.
func spliced(t *testing.T, b *Body, tpl *Template, fill func(*Body, int) error) (plain, inflated string) {
	t.Helper()
	var got [2]string
	for i, pressed := range []bool{false, true} {
		b.Begin(pressed)
		if err := tpl.Splice(b, fill); err != nil {
			t.Fatal(err)
		}
		got[i] = string(b.End())
	}
	return got[0], string(gunzip(t, []byte(got[1])))
}

func TestATemplateReadsAsItsTextWithTheHolesFilled(t *testing.T) {
	m := NewMarks()
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"no hole", "words", "words"},
		{"one hole alone", m.Hole("a"), "<a>"},
		{"at the beginning", m.Hole("a") + "words", "<a>words"},
		{"at the end", "words" + m.Hole("a"), "words<a>"},
		{"side by side", "x" + m.Hole("a") + m.Hole("b") + "y", "x<a><b>y"},
		{"the same twice", m.Hole("a") + " " + m.Hole("a"), "<a> <a>"},
		{"a name of two words", "1" + m.Hole("check self-fencing") + "2", "1<check self-fencing>2"},
		{"semicolons elsewhere", "a;b" + m.Hole("a") + ";", "a;b<a>;"},
	} {
		tpl, err := new(Press).Cut([]byte(tt.text), m, Place{})
		if err != nil {
			t.Fatal(err)
		}
		plain, inflated := spliced(t, new(Body), tpl, func(b *Body, hole int) error {
			b.Stored("<" + tpl.Holes[hole] + ">")
			return nil
		})
		if diff := cmp.Diff([]string{tt.want, tt.want}, []string{plain, inflated}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAHoleIsFilledWithATemplate(t *testing.T) {
	m, p := NewMarks(), new(Press)
	inner, err := p.Cut([]byte("key="+m.Hole("key")+","), m, Place{})
	if err != nil {
		t.Fatal(err)
	}
	outer, err := p.Cut([]byte("["+m.Hole("a")+m.Hole("b")+"]"), m, Place{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	plain, inflated := spliced(t, new(Body), outer, func(b *Body, _ int) error {
		return inner.Splice(b, func(b *Body, _ int) error {
			n = n%2 + 1
			b.Stored(strings.Repeat("k", n))
			return nil
		})
	})
	if want := "[key=k,key=kk,]"; plain != want || inflated != want {
		t.Errorf("%q and %q, want %q", plain, inflated, want)
	}
}

func TestATokenOfOtherMarksIsText(t *testing.T) {
	text := NewMarks().Hole("a")
	tpl, err := new(Press).Cut([]byte(text), NewMarks(), Place{})
	if err != nil || len(tpl.Holes) != 0 {
		t.Fatalf("%v, %v", tpl, err)
	}
}

func TestAMarkThatDoesNotEndIsAnError(t *testing.T) {
	m := NewMarks()
	if _, err := new(Press).Cut([]byte("a"+strings.TrimSuffix(m.Hole("b"), ";")), m, Place{}); err == nil {
		t.Error("no error")
	}
}

func TestAFillThatFailsEndsTheSplice(t *testing.T) {
	m, broken := NewMarks(), errors.New("broken")
	tpl, err := new(Press).Cut([]byte(m.Hole("a")+m.Hole("b")), m, Place{})
	if err != nil {
		t.Fatal(err)
	}
	var b Body
	b.Begin(true)
	calls := 0
	err = tpl.Splice(&b, func(*Body, int) error { calls++; return broken })
	if !errors.Is(err, broken) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// What looks back at the text before it, over holes whose room is known, reads
// as it would anywhere.
func TestAPlacedTemplateLooksBack(t *testing.T) {
	m, p := NewMarks(), new(Press)
	before := strings.Repeat("a fencing token rises with every grant; ", 20)
	for name, text := range map[string]string{
		"words":      before + m.Hole("key") + before + m.Hole("key") + before,
		"the filler": before + "\xff\xff\xff\xff" + m.Hole("key") + "\xff\xff\xff\xff" + before,
	} {
		tpl, err := p.Cut([]byte(text), m, Place{Before: []byte(before), Room: 5})
		if err != nil {
			t.Fatal(err)
		}
		first, err := p.Segment([]byte(before))
		if err != nil {
			t.Fatal(err)
		}
		var b Body
		b.Begin(true)
		b.Segment(first)
		if err := tpl.Splice(&b, func(b *Body, _ int) error { b.Stored("12345"); return nil }); err != nil {
			t.Fatal(err)
		}
		want := before + strings.ReplaceAll(text, m.Hole("key"), "12345")
		if got := string(gunzip(t, b.End())); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		b.Begin(false)
		if err := tpl.Splice(&b, func(b *Body, _ int) error { b.Stored("1234"); return nil }); err == nil {
			t.Errorf("%s: a hole was filled with too little", name)
		}
	}
}

// A stored block holds 65,535 bytes at most.
func TestLongTextsAreStoredInSeveralBlocks(t *testing.T) {
	for _, n := range []int{0, 1, mostStored - 1, mostStored, mostStored + 1, 3*mostStored + 5} {
		want := make([]byte, n)
		_, _ = rand.NewChaCha8([32]byte{1}).Read(want)
		var b Body
		b.Begin(true)
		b.Stored(string(want))
		if got := gunzip(t, b.End()); !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %d came back", n, len(got))
		}
	}
}

// FuzzAnyCutInflatesToTheWhole cuts a text into parts of all three kinds, at
// places and in an order of kinds that the input says.
func FuzzAnyCutInflatesToTheWhole(f *testing.F) {
	f.Add([]byte("a lease is a promise with an end, and no lock"), []byte{3, 0, 250, 7, 1, 1, 2})
	f.Add([]byte(strings.Repeat("fence ", 300)), []byte{0, 255, 128, 9, 64})
	f.Add([]byte{}, []byte{})
	var b Body // its memory is used again
	f.Fuzz(func(t *testing.T, text, cuts []byte) {
		var p Press
		for _, pressed := range []bool{true, false} {
			b.Begin(pressed)
			rest := text
			for i, c := range cuts {
				part := rest[:min(int(c)*(i%5), len(rest))]
				rest = rest[len(part):]
				addAs(t, &b, &p, int(c)%3, part)
			}
			addAs(t, &b, &p, len(cuts)%3, rest)
			got := b.End()
			if pressed {
				got = gunzip(t, got)
			}
			if !bytes.Equal(got, text) {
				t.Fatalf("pressed %v: %q came back of %q", pressed, got, text)
			}
		}
	})
}

// addAs adds a part as a segment, as it is, or freshly compressed.
func addAs(t *testing.T, b *Body, p *Press, kind int, part []byte) {
	t.Helper()
	switch kind {
	case 0:
		s, err := p.Segment(bytes.Clone(part))
		if err != nil {
			t.Fatal(err)
		}
		b.Segment(s)
	case 1:
		b.Stored(string(part))
	default:
		if err := b.Fresh(part); err != nil {
			t.Fatal(err)
		}
	}
}
