package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"fencepost/store"
)

const (
	draftRow = `SELECT learner_id, lesson, text, revision, at_ms, handed_in FROM drafts
		WHERE learner_id = $1 AND lesson = $2`

	openDraft = `INSERT INTO drafts (learner_id, lesson, text, revision, at_ms, handed_in)
		VALUES ($1, $2, $3, 1, $4, 0) ON CONFLICT DO NOTHING`

	// The revision read is named again, so that of two who read the same one
	// only the first gets through.
	changeDraft = `UPDATE drafts SET text = $1, at_ms = $2, revision = revision + 1, handed_in = 0
		WHERE learner_id = $3 AND lesson = $4 AND revision = $5`

	// A draft that was handed in is emptied and keeps its revision.
	handInDraft = `UPDATE drafts SET text = '', handed_in = 1
		WHERE learner_id = $1 AND lesson = $2`
)

// storedDraft is a row of drafts.
type storedDraft struct {
	store.Draft
	handedIn bool // the row is only kept for its revision
}

// SaveDraft implements store.Drafts.
func (s *Store) SaveDraft(ctx context.Context, learner, lesson, text string, base, atMS int64) (d store.Draft, err error) {
	defer wrap(&err, "save draft of %s", lesson)
	if err := errors.Join(checkIDs(learner, lesson), checkText(text)); err != nil {
		return d, err
	}
	want := store.Draft{LearnerID: learner, Lesson: lesson, Text: text, AtMS: atMS}
	err = s.write(within(ctx, learner), func(ctx context.Context, tx Tx) error {
		d, err = putDraft(ctx, tx, want, base)
		return err
	})
	return d, err
}

// putDraft stores want on top of revision base and answers with the draft now
// kept, or with the newest and store.ErrStale.
func putDraft(ctx context.Context, tx Tx, want store.Draft, base int64) (store.Draft, error) {
	kept, err := readDraft(ctx, tx, want.LearnerID, want.Lesson)
	if err != nil {
		return want, err
	}
	newest := kept.visible()
	switch {
	case newest.Revision > 0 && newest.Text == want.Text:
		return newest, nil
	case newest.Revision != base:
		return newest, store.ErrStale
	}
	stored, err := replaceDraft(ctx, tx, want, kept.Revision)
	if err != nil || !stored {
		return staleDraft(ctx, tx, want, err)
	}
	want.Revision = kept.Revision + 1
	return want, nil
}

// replaceDraft stores want in place of the given revision (0: no row yet) and
// says whether it was still there.
func replaceDraft(ctx context.Context, tx Tx, want store.Draft, revision int64) (bool, error) {
	if revision == 0 {
		return insert(ctx, tx, openDraft, want.LearnerID, want.Lesson, want.Text, want.AtMS)
	}
	return insert(ctx, tx, changeDraft, want.Text, want.AtMS, want.LearnerID, want.Lesson, revision)
}

// staleDraft reads what another writer stored in between.
func staleDraft(ctx context.Context, tx Tx, want store.Draft, err error) (store.Draft, error) {
	if err != nil {
		return want, err
	}
	kept, err := readDraft(ctx, tx, want.LearnerID, want.Lesson)
	return kept.visible(), errors.Join(err, store.ErrStale)
}

// Draft implements store.Drafts.
func (s *Store) Draft(ctx context.Context, learner, lesson string) (d store.Draft, err error) {
	defer wrap(&err, "draft of %s", lesson)
	kept, err := readDraft(ctx, s.read, learner, lesson)
	if err == nil && kept.visible().Revision == 0 {
		err = store.ErrNotFound
	}
	return kept.visible(), err
}

// readDraft reads the row, or one of revision 0 where there is none.
func readDraft(ctx context.Context, r Reader, learner, lesson string) (storedDraft, error) {
	none := storedDraft{Draft: store.Draft{LearnerID: learner, Lesson: lesson}}
	d, err := scanDraft(r.QueryRowContext(ctx, draftRow, learner, lesson))
	if errors.Is(err, sql.ErrNoRows) {
		return none, nil
	}
	return d, err
}

func scanDraft(r Row) (d storedDraft, err error) {
	err = r.Scan(&d.LearnerID, &d.Lesson, &d.Text, &d.Revision, &d.AtMS, &d.handedIn)
	return d, err
}

// visible is the draft as the learner sees it: one that was handed in is an
// empty one of revision 0.
func (d storedDraft) visible() store.Draft {
	if d.handedIn {
		return store.Draft{LearnerID: d.LearnerID, Lesson: d.Lesson}
	}
	return d.Draft
}
