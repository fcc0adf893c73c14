package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/a-h/templ"
	templruntime "github.com/a-h/templ/runtime"

	"fencepost/cmd/web/internal/splice"
)

func TestSheetReadsTheSamePlainAndPressed(t *testing.T) {
	word := func(s string) *drawing {
		d, err := draw(context.Background(), templ.Raw(strings.Repeat(s+" ", 400)))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	one, two := word("lease"), word("token")
	for name, parts := range map[string][]any{
		"nothing":          {},
		"only fresh":       {"fresh words"},
		"only pasted":      {one},
		"pasted first":     {one, "fresh"},
		"pasted last":      {"fresh", one},
		"two side by side": {"fresh", one, two, "and fresh again"},
		"all about":        {"a", one, "b", two, "c"},
	} {
		var want bytes.Buffer
		var s sheet
		page := templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			for _, p := range parts {
				switch p := p.(type) {
				case string:
					want.WriteString(p)
					_, _ = io.WriteString(w, p)
				case *drawing:
					want.Write(p.Text())
					if err := p.Render(ctx, w); err != nil {
						return err
					}
				}
			}
			return nil
		})
		buffer, _ := templruntime.GetBuffer(&s)
		if err := page.Render(context.Background(), buffer); err != nil {
			t.Fatal(err)
		}
		if err := templruntime.ReleaseBuffer(buffer); err != nil {
			t.Fatal(err)
		}
		var b splice.Body
		for range 2 { // its memory is used again
			if got := bodyOf(t, &b, false, &s); !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%s: plain %q, want %q", name, got, want.Bytes())
			}
			if got := gunzip(t, bodyOf(t, &b, true, &s)); !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%s: pressed %q, want %q", name, got, want.Bytes())
			}
		}
		if s.size() != want.Len() {
			t.Errorf("%s: %d bytes, want %d", name, s.size(), want.Len())
		}
	}
}

func bodyOf(t *testing.T, b *splice.Body, pressed bool, s *sheet) []byte {
	t.Helper()
	b.Begin(pressed)
	if err := s.join(b); err != nil {
		t.Fatal(err)
	}
	return b.End()
}

// gunzip reads a gzip file, whose checksum and size it checks.
func gunzip(t *testing.T, pressed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(pressed))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestDrawingIsWrittenOutWhereThereIsNoSheet(t *testing.T) {
	d, err := draw(context.Background(), templ.Raw("<p>words</p>"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Render(context.Background(), &b); err != nil || b.String() != "<p>words</p>" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"":                    false,
		"gzip":                true,
		"br, gzip":            true,
		"gzip;q=0":            false,
		"gzip; q=0.000, br":   false,
		"gzip;q=0.5":          true,
		"identity, deflate":   false,
		"*":                   true,
		"*;q=0":               false,
		"gzip;q=nonsense, br": false,
		"x-gzip":              false,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}
