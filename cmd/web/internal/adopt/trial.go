package adopt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
)

// Scorer is a trained scorer with the samples that it was trained on, marks
// among them.
type Scorer struct {
	*grade.Scorer
	Samples []lessons.Sample
	Marks   int // how many of the samples are marks
}

const (
	// atOnce is how many explanations are read and scored between two writes: a
	// batch is all that is held in memory.
	atOnce = 50
	// adoptedAtOnce is how many scores are stored in one transaction, each with
	// its place on the desk.
	adoptedAtOnce = 20
	// mostMoves is how many moves of a candidate are kept to be looked at. All are
	// counted.
	mostMoves = 20_000
	// longestRest bounds the pause between two batches.
	longestRest = 200 * time.Millisecond
)

// Trial tries a candidate on every explanation of its lesson.
type Trial struct {
	Store     store.Scorers
	Candidate store.Scorer
	Before    Scorer // in force
	After     Scorer // the candidate
}

// Run goes on where the candidate's last batch ended, until none is left, the
// context ends, or the candidate was discarded, which is no error. It rests as
// long as it works, so that pages keep a processor.
func (t *Trial) Run(ctx context.Context) error {
	p, err := ReadPreview(t.Candidate.Preview)
	if err != nil {
		return err
	}
	if p.Of, err = t.Store.CountStored(ctx, t.Candidate.Lesson); err != nil {
		return err
	}
	for _, k := range t.After.Rubric().Points {
		p.item(k.ID, false)
	}
	for _, k := range t.After.Rubric().Misconceptions {
		p.item(k.ID, true)
	}
	t.Candidate.Version, t.Candidate.Marks = t.After.Version(), t.After.Marks
	before, after := UnseenBy(t.Before), UnseenBy(t.After)
	for t.Candidate.State == store.ScorerTrying {
		begun := time.Now()
		err := t.batch(ctx, &p, before, after)
		if errors.Is(err, store.ErrNotFound) {
			return nil // discarded
		}
		if err != nil {
			return fmt.Errorf("try scorer %s: %w", t.Candidate.ID, err)
		}
		if err := rest(ctx, time.Since(begun)); err != nil {
			return err
		}
	}
	return nil
}

// batch tries the next few and stores what was found.
func (t *Trial) batch(ctx context.Context, p *Preview, before, after Unseen) error {
	list, err := t.Store.StoredAfter(ctx, t.Candidate.Lesson, t.Candidate.Tried, atOnce)
	if err != nil {
		return err
	}
	var moves []store.Move
	for _, e := range list {
		moved, err := p.compare(e, t.After.Score(e.Text), before, after)
		if err != nil {
			return err
		}
		moves = append(moves, moved...)
		t.Candidate.Tried = e.Place
	}
	moves = moves[:min(len(moves), mostMoves-p.Listed)]
	p.Listed += len(moves)
	if len(list) < atOnce {
		t.Candidate.State = store.ScorerTried
	}
	if t.Candidate.Preview, err = json.Marshal(p); err != nil {
		return fmt.Errorf("write the preview: %w", err)
	}
	return t.Store.Try(ctx, t.Candidate, moves)
}

// rest waits as long as work took, within bounds, or until the context ends.
func rest(ctx context.Context, took time.Duration) error {
	wait := time.NewTimer(min(took, longestRest))
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Adoption gives stored explanations the scores of a publication.
type Adoption struct {
	Store       store.Scorers
	Publication store.Publication
	Score       func(explanation, text string) (store.Score, error)
}

// Run goes on where the last batch ended, until none is left, the context ends,
// or another publication is in force, which is no error.
func (a *Adoption) Run(ctx context.Context) error {
	for !a.Publication.Finished {
		begun := time.Now()
		err := a.batch(ctx)
		if errors.Is(err, store.ErrNotFound) {
			return nil // no longer in force
		}
		if err != nil {
			return fmt.Errorf("adopt publication %s: %w", a.Publication.ID, err)
		}
		if err := rest(ctx, time.Since(begun)); err != nil {
			return err
		}
	}
	return nil
}

func (a *Adoption) batch(ctx context.Context) error {
	list, err := a.Store.StoredAfter(ctx, a.Publication.Scorer.Lesson, a.Publication.Adopted, adoptedAtOnce)
	if err != nil {
		return err
	}
	var scores []store.Score
	for _, e := range list {
		s, err := a.Score(e.ExplanationID, e.Text)
		if err != nil {
			return err
		}
		scores = append(scores, s)
		a.Publication.Adopted = e.Place
	}
	a.Publication.Finished = len(list) < adoptedAtOnce
	return a.Store.Adopt(ctx, a.Publication.ID, scores, a.Publication.Adopted, a.Publication.Finished)
}
