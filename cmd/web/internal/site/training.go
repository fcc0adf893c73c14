package site

import (
	"context"
	"fmt"
	"runtime/debug"

	"fencepost/cmd/web/internal/adopt"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// training is the scorer of one lesson, made behind the back of those who
// read: pages need it only once an explanation was handed in.
type training struct {
	lesson *lessons.Lesson
	fitted Fitted
	// scorerID is store.Scorer.ID, and marks how many of the samples are people's
	// marks, where the scorer is not simply that of the content.
	scorerID string
	marks    int

	done   chan struct{}
	scorer *grade.Scorer
	report *grade.Report // how well it agrees with people
	err    error
}

// train trains one after the other, so that readers keep a processor.
func train(all []*training) {
	for _, t := range all {
		t.run()
	}
	debug.FreeOSMemory() // training needs much more than its result
}

func (t *training) run() {
	defer close(t.done)
	defer func() {
		if v := recover(); v != nil {
			t.err = fmt.Errorf("train the scorer of %s: panic: %v\n%s", t.lesson.Slug, v, debug.Stack())
		}
	}()
	l := t.lesson
	if t.scorer, t.err = t.fitted.scorer(l); t.err != nil {
		return
	}
	authored, n := adopt.Authored(l.Samples)
	t.report = t.scorer.Report(authored)
	t.report.Samples = n
}

// measured is the scorer's report, or nil while there is none.
func (t *training) measured() *grade.Report {
	if t == nil {
		return nil
	}
	select {
	case <-t.done:
		return t.report
	default:
		return nil
	}
}

// ready is the scorer, or nil while there is none.
func (t *training) ready() *grade.Scorer {
	if t == nil {
		return nil
	}
	select {
	case <-t.done:
		return t.scorer
	default:
		return nil
	}
}

// wait answers the scorer as soon as it is trained, or what kept it from that.
func (t *training) wait(ctx context.Context) (*grade.Scorer, error) {
	select {
	case <-t.done:
		return t.scorer, t.err
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the scorer of %s: %w", t.lesson.Slug, ctx.Err())
	}
}
