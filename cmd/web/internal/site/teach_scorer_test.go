package site

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
)

// TestScorerScripts runs testdata/scorer/*.txtar: a content tree, what an edit
// puts in the place of its files (under edited/), and a script as TestTeachScripts
// has them, with these lines besides:
//
//	work       what the program does behind the back of its pages
//	want       it asks for the marks that say most
//	edit       the author's edit
//	restart    the program ends and starts again
//	admins     from the next start on only administrators publish
func TestScorerScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/scorer/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := authored{class: newClass(t, nil), tree: fstest.MapFS{}, edited: fstest.MapFS{}, file: file}
			script := ""
			for _, f := range a.Files {
				switch edited, ok := strings.CutPrefix(f.Name, "edited/"); {
				case f.Name == "script":
					script = string(f.Data)
				case ok:
					d.edited[edited] = &fstest.MapFile{Data: f.Data}
				default:
					d.tree[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			d.publish()
			d.work()
			d.run(script)
		})
	}
}

// authored is a class with lessons of its own.
type authored struct {
	*class
	tree, edited fstest.MapFS
	file         string
	script       *script
}

// publish puts the tree as it is on the shelf.
func (d *authored) publish() {
	d.t.Helper()
	lib, problems := lessons.Load(d.tree)
	if len(problems) > 0 {
		d.t.Fatalf("the lessons do not load: %v", problems)
	}
	e := NewEdition(lib, mustURL(d.t, testBase), Fitted{})
	d.must(e.Stage())
	d.site.shelf.Publish(e)
}

// work is what the program does whenever content was published, and one round
// of its worker.
func (d *authored) work() {
	d.t.Helper()
	ctx := d.t.Context()
	d.must(d.site.SettleScorers(ctx))
	d.must(d.site.adoptAll(ctx))
	d.must(d.site.tryAll(ctx))
	d.must(d.site.ScoreWaiting(ctx))
}

// restart makes the site anew over the same database.
func (d *authored) restart(adminsPublish bool) {
	d.t.Helper()
	site, err := New(Parts{
		Base: mustURL(d.t, testBase), Log: slog.New(slog.DiscardHandler), Store: d.db, Shelf: new(Shelf), Now: d.now,
		Accounts: d.site.accounts, AdminsPublish: adminsPublish,
	})
	d.must(err)
	d.site = site
	d.publish()
}

func (d *authored) run(text string) {
	s := &script{t: d.t, clients: map[string]*http.Client{}, who: "nobody", kept: map[string]string{}}
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.site.ServeHTTP(w, r) }))
	d.t.Cleanup(s.server.Close)
	d.kept["server"] = s.server.URL
	for _, who := range []string{"ida", "tea", "jon", "ada", "sam", "sue", "bea"} {
		s.clients[who] = d.browser(who)
	}
	d.script = s
	for i, line := range strings.Split(text, "\n") {
		s.at = d.file + ": script:" + strconv.Itoa(i+1)
		d.line(strings.TrimSpace(line))
	}
	s.send()
}

func (d *authored) line(line string) {
	switch line {
	case "work", "want", "edit", "restart", "admins":
		d.script.send()
	}
	switch line {
	case "work":
		d.work()
	case "want":
		d.must(d.site.wantAll(d.t.Context()))
	case "edit":
		for name, f := range d.edited {
			d.tree[name] = f
		}
		d.publish()
	case "restart":
		d.restart(false)
	case "admins":
		d.restart(true)
	default:
		if line != "" && line[0] != '#' {
			d.script.line(strings.ReplaceAll(d.script.expand(line), "&amp;", "&"))
		}
	}
}
