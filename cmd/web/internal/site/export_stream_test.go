package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"testing"

	"fencepost/store"
)

// longExport is a store whose export of checks has n rows, and then perhaps an
// error.
type longExport struct {
	store.Store
	n    int
	then error
	read *int // rows that were asked for
}

func (l longExport) ExportChecks(context.Context, store.Scope, store.Export) iter.Seq2[store.CheckRow, error] {
	return func(yield func(store.CheckRow, error) bool) {
		for i := range l.n {
			*l.read = i + 1
			row := store.CheckRow{Student: store.Student{Name: "Sam Lovelace", PersonID: "sam"}}
			row.Attempt = store.Attempt{Lesson: deskLesson, Item: "self-fencing", Answer: json.RawMessage(`{"options":["a-stops"]}`), AtMS: 1}
			if !yield(row, nil) {
				return
			}
		}
		if l.then != nil {
			yield(store.CheckRow{}, l.then)
		}
	}
}

// watched notes how many rows had been read when the first bytes left.
type watched struct {
	http.ResponseWriter
	read, first *int
}

func (w watched) Write(p []byte) (int, error) {
	if *w.first == 0 {
		*w.first = *w.read
	}
	return w.ResponseWriter.Write(p)
}

// exportsOf serves a class whose export of checks is as given.
func exportsOf(t *testing.T, n int, then error) (get func() (*http.Response, error), first *int) {
	t.Helper()
	c := newClass(t, nil)
	read, first := new(int), new(int)
	c.site.store = longExport{c.site.store, n, then, read}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.site.ServeHTTP(watched{w, read, first}, r)
	}))
	t.Cleanup(server.Close)
	c.kept["server"] = server.URL
	ida := c.browser("ida")
	return func() (*http.Response, error) { return ida.Get(server.URL + "/teach/cohorts/first/exports/checks.csv") }, first
}

// TestExportLeavesWhileItIsRead has the first bytes on their way long before the
// last row is read.
func TestExportLeavesWhileItIsRead(t *testing.T) {
	get, first := exportsOf(t, 10_000, nil)
	resp, err := get()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status, err)
	}
	if *first == 0 || *first > 1_000 {
		t.Errorf("the first bytes left after %d of 10,000 rows", *first)
	}
	if len(body) < 10_000*len("Sam Lovelace,sam") {
		t.Errorf("only %d bytes came", len(body))
	}
}

// TestExportThatFails breaks the connection where a part has left, so that
// nobody takes half a file for all of it, and answers with a page where none has.
func TestExportThatFails(t *testing.T) {
	get, _ := exportsOf(t, 10_000, errors.New("the disk is gone"))
	resp, err := get()
	if err == nil {
		_, err = io.ReadAll(resp.Body)
	}
	if err == nil {
		t.Error("a file that broke off looks whole")
	}
	for then, want := range map[error]int{
		errors.New("the disk is gone"):                         http.StatusInternalServerError,
		fmt.Errorf("no right any more: %w", store.ErrNotFound): http.StatusNotFound,
	} {
		get, _ := exportsOf(t, 3, then)
		resp, err := get()
		if err != nil {
			t.Fatal(err)
		}
		if kind := resp.Header.Get("Content-Type"); resp.StatusCode != want || kind != "text/html; charset=utf-8" || resp.Header.Get("Content-Disposition") != "" {
			t.Errorf("%v: %s %s, want %d", then, resp.Status, kind, want)
		}
	}
}

// BenchmarkExport writes 10,000 answers of 100 students from a database in
// memory; B/op and allocs/op are those of the whole file.
func BenchmarkExport(b *testing.B) {
	c := newClass(b, nil)
	ida := store.ScopeOf(store.Person{ID: "ida"})
	for n := range 100 {
		id := fmt.Sprintf("p%02d", n)
		c.must(c.db.AddPerson(b.Context(), store.Person{ID: id, LearnerID: "l-" + id, Email: id + "@example.org", Name: "Pupil " + id, Role: store.RoleStudent, CreatedMS: 1}))
		c.must(c.db.SetMember(b.Context(), ida, store.Member{CohortID: "first", PersonID: id, Role: store.MemberStudent, State: store.MemberActive, SinceMS: 1}))
		for i := range 100 {
			c.chose(id, fmt.Sprint("item", i), "a-stops", true)
		}
	}
	server := httptest.NewServer(c.site)
	b.Cleanup(server.Close)
	c.kept["server"] = server.URL
	jar := c.browser("ida").Jar
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodGet, "/teach/cohorts/first/exports/checks.csv", nil)
		for _, k := range jar.Cookies(mustURL(b, server.URL)) {
			r.AddCookie(k)
		}
		w := &discarded{header: http.Header{}}
		c.site.ServeHTTP(w, r)
		if w.lines != 10_001 {
			b.Fatalf("%d lines", w.lines)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/row")
}

// discarded counts the lines of a response and keeps none.
type discarded struct {
	header http.Header
	lines  int
}

func (d *discarded) Header() http.Header { return d.header }
func (d *discarded) WriteHeader(int)     {}
func (d *discarded) Write(p []byte) (int, error) {
	for _, c := range p {
		if c == '\n' {
			d.lines++
		}
	}
	return len(p), nil
}
