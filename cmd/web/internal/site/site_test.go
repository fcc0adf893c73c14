package site

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"fencepost/content"
	"fencepost/lessons"
)

const testBase = "http://fencepost.test"

// testContent is one lesson of the embedded ones with the glossary, so that what tests count does
// not change with each lesson that is written.
func testContent() fstest.MapFS {
	const dir = "leases-and-fencing-tokens"
	out := fstest.MapFS{}
	_ = fs.WalkDir(content.FS, dir, func(name string, f fs.DirEntry, err error) error {
		if err == nil && !f.IsDir() {
			data, _ := content.FS.ReadFile(name)
			out[name] = &fstest.MapFile{Data: data}
		}
		return err
	})
	data, _ := content.FS.ReadFile("glossary.md")
	out["glossary.md"] = &fstest.MapFile{Data: data}
	return out
}

// edition is the embedded content, made once for all tests with the same base.
var editions sync.Map

func testEdition(t testing.TB, base *url.URL) *Edition {
	t.Helper()
	make, _ := editions.LoadOrStore(base.String(), sync.OnceValues(func() (*Edition, error) {
		lib, problems := (&lessons.Loader{Base: base.Path}).Load(testContent())
		if len(problems) > 0 {
			return nil, fmt.Errorf("content: %v", problems)
		}
		e := NewEdition(lib, base, Fitted{})
		return e, e.Stage()
	}))
	e, err := make.(func() (*Edition, error))()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// testSite is the whole site on an empty database in memory.
func testSite(t testing.TB, address string) *Site {
	t.Helper()
	return testSiteAt(t, address, time.Now)
}

// testSiteAt is the same with a clock of its own.
func testSiteAt(t testing.TB, address string, now func() time.Time) *Site {
	t.Helper()
	base := mustURL(t, address)
	db := testStore(t)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	shelf := new(Shelf)
	shelf.Publish(testEdition(t, base))
	s, err := New(Parts{
		Base: base, Log: slog.New(slog.DiscardHandler), Store: db, Shelf: shelf, Now: now,
		Accounts: testAccounts(t, base, db, now, false),
	})
	if err == nil {
		err = s.IndexContent(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustURL(t testing.TB, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
