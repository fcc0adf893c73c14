package lessons

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"time"
)

// Watch re-reads a content tree whenever a file of it changes. It looks at
// names, sizes and times of change; a file that was just written is left to
// settle for one tick, so that half a save is not read.
type Watch struct {
	FS fs.FS
	// Load reads the tree and returns what was wrong with it. The program
	// holds content against more than its grammar here.
	Load func(fs.FS) (*Library, []Problem)
	// Publish is called with each library that has no problem and differs
	// from the one before, and with the same one again once a refused edit was
	// taken back. An error of it counts as a problem.
	Publish func(*Library) error
	// Refuse is called with the problems of an edit that was not published;
	// the library before stays.
	Refuse func([]Problem)

	version string // of the library that is published; "" after a refusal
	seen    string // what the tree looked like when it was last read
	before  string // what it looked like at the last tick
}

// Start reads the tree for the first time and publishes it. It returns its
// problems where there are any; then nothing was published.
func (w *Watch) Start() []Problem {
	w.seen = glance(w.FS)
	w.before = w.seen
	lib, problems := w.read()
	if len(problems) == 0 {
		w.version = lib.Version
	}
	return problems
}

// Run looks at the tree at every tick until ctx is done. A time.Ticker of one
// second is a good source of ticks.
func (w *Watch) Run(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			w.Tick()
		}
	}
}

// Tick looks at the tree once and re-reads it if it changed since it was last
// read and has been still since the last tick.
func (w *Watch) Tick() {
	now := glance(w.FS)
	still := now == w.before
	w.before = now
	if !still || now == w.seen {
		return
	}
	w.seen = now
	lib, problems := w.read()
	if len(problems) > 0 {
		w.version = ""
		w.Refuse(problems)
		return
	}
	w.version = lib.Version
}

// read loads the tree and publishes it if it is good and new. A panic on some
// text that nobody thought of is a problem like any other: the server stays up
// with what it has.
func (w *Watch) read() (lib *Library, problems []Problem) {
	defer func() {
		if v := recover(); v != nil {
			problems = []Problem{{Pos: Pos{".", 1, 1}, Message: fmt.Sprintf("reading the content failed: %v", v), Mend: "take the last edit back and report it as a bug"}}
		}
	}()
	lib, problems = w.Load(w.FS)
	if len(problems) > 0 || lib.Version == w.version {
		return lib, problems
	}
	if err := w.Publish(lib); err != nil {
		return lib, []Problem{{Pos: Pos{".", 1, 1}, Message: fmt.Sprintf("the content cannot be published: %v", err), Mend: "see what the server’s log says of it"}}
	}
	return lib, nil
}

// glance is what a tree looks like from outside: the name, size and time of
// change of every file in the concepts' folders and among their labs. It follows
// links, since a mounted volume may be made of them, and goes no deeper.
func glance(fsys fs.FS) string {
	var b []byte
	list := func(dir string) (names []string) {
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			b = fmt.Appendf(b, "%s: %v\n", dir, err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			info, err := fs.Stat(fsys, name)
			if err != nil {
				b = fmt.Appendf(b, "%s: %v\n", name, err)
				continue
			}
			if info.IsDir() {
				names = append(names, name)
				continue
			}
			b = fmt.Appendf(b, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		}
		return names
	}
	for _, dir := range list(".") {
		b = fmt.Appendf(b, "%s/\n", dir)
		for _, within := range list(dir) {
			if path.Base(within) == labFolder {
				list(within)
			}
		}
	}
	return string(b)
}
