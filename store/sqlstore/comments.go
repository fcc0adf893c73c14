package sqlstore

import (
	"context"
	"errors"

	"fencepost/store"
)

const (
	addComment = `INSERT INTO comments (id, lesson, item, text, made_by, uses, at_ms)
		SELECT $1, $2, $3, $4, $5, 0, $6 WHERE EXISTS (SELECT 1 FROM reaches WHERE person_id = $5) ON CONFLICT DO NOTHING`

	commentColumns = `id, lesson, item, text, made_by, uses, at_ms`

	commentByText = `SELECT ` + commentColumns + ` FROM comments WHERE lesson = $1 AND item = $2 AND text = $3
		AND EXISTS (SELECT 1 FROM reaches WHERE person_id = $4)`

	commentsOfLesson = `SELECT ` + commentColumns + ` FROM comments WHERE lesson = $1
		AND EXISTS (SELECT 1 FROM reaches WHERE person_id = $2) ORDER BY item, uses DESC, text`

	useComment = `UPDATE comments SET uses = uses + 1 WHERE id = $1 AND EXISTS (SELECT 1 FROM reaches WHERE person_id = $2)`

	removeComment = `DELETE FROM comments WHERE id = $1 AND EXISTS (SELECT 1 FROM reaches WHERE person_id = $2)
		AND (made_by = $2 OR EXISTS (SELECT 1 FROM admins WHERE person_id = $2))`
)

// AddComment implements store.Comments.
func (s *Store) AddComment(ctx context.Context, sc store.Scope, c store.Comment) (kept store.Comment, err error) {
	defer wrap(&err, "add comment %s", c.ID)
	if err := errors.Join(checkIDs(c.ID, c.Lesson, c.Text), checkText(c.Item)); err != nil {
		return kept, err
	}
	c.MadeBy, c.Uses = sc.PersonID(), 0
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		added, err := insert(ctx, tx, addComment, c.ID, c.Lesson, c.Item, c.Text, c.MadeBy, c.AtMS)
		if kept = c; err != nil || added {
			return err
		}
		kept, err = one(tx.QueryRowContext(ctx, commentByText, c.Lesson, c.Item, c.Text, c.MadeBy), scanComment)
		return err
	})
	return kept, err
}

// Comments implements store.Comments.
func (s *Store) Comments(ctx context.Context, sc store.Scope, lesson string) (list []store.Comment, err error) {
	defer wrap(&err, "comments of %s", lesson)
	return all(ctx, s.read, scanComment, commentsOfLesson, lesson, sc.PersonID())
}

// UseComment implements store.Comments.
func (s *Store) UseComment(ctx context.Context, sc store.Scope, id string) (err error) {
	defer wrap(&err, "use comment %q", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, useComment, id, sc.PersonID())
	})
}

// RemoveComment implements store.Comments.
func (s *Store) RemoveComment(ctx context.Context, sc store.Scope, id string) (err error) {
	defer wrap(&err, "remove comment %q", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, removeComment, id, sc.PersonID())
	})
}

func scanComment(r Row) (c store.Comment, err error) {
	err = r.Scan(&c.ID, &c.Lesson, &c.Item, &c.Text, &c.MadeBy, &c.Uses, &c.AtMS)
	return c, err
}
