package site

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"fencepost/cmd/web/internal/adopt"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// training is the scorer of one lesson, made behind the back of those who
// read. A kept one is unpacked only when the first explanation needs it: pages
// need no more than its head.
type training struct {
	lesson *lessons.Lesson
	fitted Fitted
	turn   *sync.Mutex // one training at a time, so that readers keep a processor
	// scorerID is store.Scorer.ID, and learnt people's marks, where the scorer is
	// not simply that of the content.
	scorerID string
	learnt   []lessons.Sample

	look    sync.Once // for a kept scorer, or trains one
	head    atomic.Pointer[grade.Head]
	trained *grade.Scorer // nil where a kept one was found
	failed  error

	make   sync.Once // the scorer
	done   chan struct{}
	scorer *grade.Scorer
	err    error
}

func newTraining(l *lessons.Lesson, fitted Fitted, turn *sync.Mutex) *training {
	return &training{lesson: l, fitted: fitted, turn: turn, done: make(chan struct{})}
}

// samples are those that the scorer learns from: the author's, then the marks.
func (t *training) samples() []lessons.Sample {
	own := t.lesson.Samples.Get()
	return append(own[:len(own):len(own)], t.learnt...)
}

func (t *training) source() (source, page string) {
	page = grade.PageText(t.lesson)
	return grade.Source(t.lesson.Rubric, t.learnt, page), page
}

// find looks for a kept scorer and trains one where there is none.
func (t *training) find() {
	t.look.Do(func() {
		defer t.caught(&t.failed)
		source, page := t.source()
		if _, head, found := t.fitted.find(t.lesson, source); found {
			t.head.Store(&head)
			return
		}
		t.failed = t.train(source, page)
	})
}

// caught turns a panic into an error of a training.
func (t *training) caught(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("train the scorer of %s: panic: %v\n%s", t.lesson.Slug, v, debug.Stack())
	}
}

// train makes a scorer of the samples and keeps it.
func (t *training) train(source, page string) error {
	t.turn.Lock()
	defer t.turn.Unlock()
	samples := t.samples()
	scorer, err := grade.Train(t.lesson.Rubric, samples, page)
	if err != nil {
		return fmt.Errorf("train the scorer of %s: %w", t.lesson.Slug, err)
	}
	authored, n := adopt.Authored(samples)
	report := scorer.Report(authored)
	report.Samples = n
	if data, err := scorer.Store(source, report); err == nil {
		t.fitted.keep(t.lesson.Slug, source, data)
	}
	t.trained = scorer
	t.head.Store(&grade.Head{Source: source, Version: scorer.Version(), Report: *report})
	debug.FreeOSMemory() // training needs much more than its result
	return nil
}

// run makes the scorer: the one that was trained here, or the kept one.
func (t *training) run() {
	defer close(t.done)
	defer t.caught(&t.err)
	t.find()
	if t.scorer, t.err = t.trained, t.failed; t.scorer != nil || t.err != nil {
		return
	}
	source, page := t.source()
	data, _, _ := t.fitted.find(t.lesson, source)
	if t.scorer, t.err = grade.Load(t.lesson.Rubric, page, source, data); t.err == nil {
		return
	}
	t.err = t.train(source, page) // what was kept is damaged, or gone by now
	t.scorer = t.trained
}

// report is how well the scorer agrees with people, or nil while that is not
// known.
func (t *training) report() *grade.Report {
	if h := t.known(); h != nil {
		return &h.Report
	}
	return nil
}

// version is what the scorer calls itself, "" while that is not known.
func (t *training) version() string {
	if h := t.known(); h != nil {
		return h.Version
	}
	return ""
}

// authored is how many samples of the author's it learnt from.
func (t *training) authored() int {
	if r := t.report(); r != nil {
		return r.Samples
	}
	_, n := adopt.Authored(t.lesson.Samples.Get())
	return n
}

func (t *training) known() *grade.Head {
	if t == nil {
		return nil
	}
	return t.head.Load()
}

// begin makes the scorer, if nothing does yet: somebody will need it soon.
func (t *training) begin() { t.make.Do(func() { go t.run() }) }

// ready says whether the scorer is there, and has it made if not.
func (t *training) ready() bool {
	t.begin()
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// wait answers the scorer as soon as it is there, or what kept it from that.
func (t *training) wait(ctx context.Context) (*grade.Scorer, error) {
	t.begin()
	select {
	case <-t.done:
		return t.scorer, t.err
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the scorer of %s: %w", t.lesson.Slug, ctx.Err())
	}
}
