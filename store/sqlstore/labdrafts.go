package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"fencepost/store"
)

const (
	labDraftColumns = `learner_id, lesson, lab, text, revision, at_ms`

	labDraftRow = `SELECT ` + labDraftColumns + ` FROM lab_drafts WHERE learner_id = $1 AND lesson = $2 AND lab = $3`

	// The revision read is named again, so that of two who read the same one
	// only the first gets through.
	putLabDraft = `INSERT INTO lab_drafts (` + labDraftColumns + `) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (learner_id, lesson, lab) DO UPDATE SET text = excluded.text, revision = excluded.revision, at_ms = excluded.at_ms
		WHERE lab_drafts.revision = excluded.revision - 1`

	// Where both have a draft, the newer one is kept.
	moveLabDrafts = `INSERT INTO lab_drafts (` + labDraftColumns + `)
		SELECT $2, lesson, lab, text, revision, at_ms FROM lab_drafts WHERE learner_id = $1
		ON CONFLICT (learner_id, lesson, lab) DO UPDATE
			SET text = excluded.text, revision = lab_drafts.revision + excluded.revision, at_ms = excluded.at_ms
			WHERE excluded.at_ms > lab_drafts.at_ms`

	dropLabDrafts = `DELETE FROM lab_drafts WHERE learner_id = $1`
)

var labDraftsOfOwner = `SELECT ` + labDraftColumns + ` FROM lab_drafts WHERE learner_id` + ownedBy(1) + ` ORDER BY lesson, lab`

// SaveLabDraft implements store.Labs.
func (s *Store) SaveLabDraft(ctx context.Context, d store.LabDraft, base int64) (kept store.LabDraft, err error) {
	defer wrap(&err, "save lab draft of %s/%s", d.Lesson, d.Lab)
	if err := errors.Join(checkIDs(d.LearnerID, d.Lesson, d.Lab), checkText(d.Text)); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, d.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = saveLabDraft(ctx, tx, d, base)
		return err
	})
	return kept, err
}

// saveLabDraft stores d on top of revision base and answers with what is kept.
func saveLabDraft(ctx context.Context, tx Tx, d store.LabDraft, base int64) (store.LabDraft, error) {
	newest, err := readLabDraft(ctx, tx, d.LearnerID, d.Lesson, d.Lab)
	switch {
	case err != nil:
		return newest, err
	case newest.Revision > 0 && newest.Text == d.Text:
		return newest, nil
	case newest.Revision != base:
		return newest, store.ErrStale
	}
	d.Revision = base + 1
	stored, err := insert(ctx, tx, putLabDraft, d.LearnerID, d.Lesson, d.Lab, d.Text, d.Revision, d.AtMS)
	if err != nil || stored {
		return d, err
	}
	newest, err = readLabDraft(ctx, tx, d.LearnerID, d.Lesson, d.Lab)
	return newest, errors.Join(err, store.ErrStale)
}

// LabDraft implements store.Labs.
func (s *Store) LabDraft(ctx context.Context, learner, lesson, lab string) (d store.LabDraft, err error) {
	defer wrap(&err, "lab draft of %s/%s", lesson, lab)
	d, err = readLabDraft(ctx, s.read, learner, lesson, lab)
	if err == nil && d.Revision == 0 {
		err = store.ErrNotFound
	}
	return d, err
}

// readLabDraft reads the row, or one of revision 0 where there is none.
func readLabDraft(ctx context.Context, r Reader, learner, lesson, lab string) (store.LabDraft, error) {
	d, err := scanLabDraft(r.QueryRowContext(ctx, labDraftRow, learner, lesson, lab))
	if errors.Is(err, sql.ErrNoRows) {
		return store.LabDraft{LearnerID: learner, Lesson: lesson, Lab: lab}, nil
	}
	return d, err
}

func scanLabDraft(r Row) (d store.LabDraft, err error) {
	err = r.Scan(&d.LearnerID, &d.Lesson, &d.Lab, &d.Text, &d.Revision, &d.AtMS)
	return d, err
}

// moveLabs gives a learner's drafts to its owner. What was tried and shown stays
// where it is, as attempts do.
func moveLabs(ctx context.Context, tx Tx, learner, owner string) error {
	if _, err := tx.ExecContext(ctx, moveLabDrafts, learner, owner); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, dropLabDrafts, learner)
	return err
}
