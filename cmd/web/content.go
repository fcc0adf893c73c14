package main

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"fencepost/cmd/web/internal/lab"
	"fencepost/cmd/web/internal/site"
	"fencepost/content"
	"fencepost/lessons"
)

// watchEvery is how often a content folder is looked at for edits.
const watchEvery = time.Second

// afterYou is how long work behind the pages waits when content was published, so
// that the first page need not share the processors with it.
const afterYou = 500 * time.Millisecond

// pause waits, and says whether ctx goes on after that.
func pause(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}

// contentFS is the tree of lessons: the folder dir, or the lessons built in.
func contentFS(dir string) fs.FS {
	if dir == "" {
		return content.FS
	}
	return os.DirFS(dir)
}

// desk loads the content, publishes it, and follows its edits.
type desk struct {
	dir   string // "" for the lessons built in, which never change
	base  *url.URL
	keep  site.Fitted
	log   *slog.Logger
	shelf *site.Shelf
	watch *lessons.Watch
	moved chan struct{} // an edit was published
}

// openContent publishes the content for the first time. Content that does not
// lint is refused: what an author must mend is written to w as web lint
// writes it.
func openContent(dir string, keep site.Fitted, base *url.URL, log *slog.Logger, w io.Writer) (*desk, error) {
	d := &desk{dir: dir, keep: keep, base: base, log: log, shelf: new(site.Shelf), moved: make(chan struct{}, 1)}
	loader := &lessons.Loader{Base: base.Path, Trusted: dir == ""}
	d.watch = &lessons.Watch{
		FS: contentFS(dir), Publish: d.publish, Refuse: d.refuse,
		Load: func(tree fs.FS) (*lessons.Library, []lessons.Problem) { return d.load(loader, tree) },
	}
	if problems := d.watch.Start(); len(problems) > 0 {
		writeProblems(w, dir, problems)
		return nil, exitCode(1)
	}
	return d, nil
}

// load reads the tree. An author's is held against more than its grammar; the
// lessons built in were, when the program was tested.
func (d *desk) load(loader *lessons.Loader, tree fs.FS) (*lessons.Library, []lessons.Problem) {
	if d.dir == "" {
		return loader.Load(tree)
	}
	return examine(loader, tree, lab.Solvable)
}

// publish makes an edition of lib and puts it on the shelf. An author's figures
// are staged first, since they may fail; those built in are known to be good
// and are staged while the first pages are read.
func (d *desk) publish(lib *lessons.Library) error {
	e := site.NewEdition(lib, d.base, d.keep)
	if d.dir != "" {
		if err := e.Stage(); err != nil {
			return err
		}
	}
	d.shelf.Publish(e)
	d.log.Info("content published", "lessons", len(lib.Lessons()), "version", lib.Version[:12])
	select {
	case d.moved <- struct{}{}:
	default: // already known
	}
	return nil
}

// refuse tells of an edit that does not lint. The edition before stays.
func (d *desk) refuse(problems []lessons.Problem) {
	for _, p := range problems {
		d.log.Warn("content not published", "problem", p.String())
	}
}

// follow watches a content folder for edits, and scores what was left unscored
// now and after each, until ctx ends.
func (d *desk) follow(ctx context.Context, s *site.Site) {
	var work sync.WaitGroup
	if d.dir != "" {
		work.Go(func() { d.watchFolder(ctx) })
	}
	work.Go(func() { d.scoreWaiting(ctx, s) })
	work.Go(func() { s.WorkOnScorers(ctx) })
	work.Wait()
}

func (d *desk) watchFolder(ctx context.Context) {
	ticks := time.NewTicker(watchEvery)
	defer ticks.Stop()
	d.watch.Run(ctx, ticks.C)
}

// scoreWaiting scores what waits whenever content was published, once its words
// can be searched and its figures are staged.
func (d *desk) scoreWaiting(ctx context.Context, s *site.Site) {
	before := func() {}
	for {
		select {
		case <-ctx.Done():
			before()
			return
		case <-d.moved:
		}
		before()
		if !pause(ctx, afterYou) {
			return
		}
		d.settle(ctx, s)
		before = train(ctx, d.shelf.Edition())
	}
}

// settle does what is due once after a publication.
func (d *desk) settle(ctx context.Context, s *site.Site) {
	if err := s.IndexContent(ctx); err != nil && ctx.Err() == nil {
		d.log.Error("index the content for searching", "err", err)
	}
	if err := d.shelf.Edition().Stage(); err != nil {
		d.log.Error("stage the figures", "err", err)
	}
	if err := s.SettleScorers(ctx); err != nil && ctx.Err() == nil {
		d.log.Error("settle the scorers", "err", err)
	}
	if err := s.ScoreWaiting(ctx); err != nil && ctx.Err() == nil {
		d.log.Error("score what waits", "err", err)
	}
}

// train makes the scorers of an edition that are not kept, until it is stopped:
// nobody needs those of one that another has replaced. The program does not wait
// for it when it ends: one training takes seconds and cannot be broken off, and
// what it leaves behind is a whole file or none.
func train(ctx context.Context, e *site.Edition) (stop context.CancelFunc) {
	ctx, stop = context.WithCancel(ctx)
	go func() {
		e.Train(ctx)
		debug.FreeOSMemory() // making an edition needs much more than it keeps
	}()
	return stop
}
