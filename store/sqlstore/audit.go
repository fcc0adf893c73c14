package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	addEntry = `INSERT INTO audit (id, actor_id, action, object, detail, at_ms)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`

	entryColumns = `id, actor_id, action, object, detail, at_ms`

	entries = `SELECT ` + entryColumns + `, seq FROM audit WHERE seq < $1
		AND EXISTS (SELECT 1 FROM admins WHERE person_id = $2) ORDER BY seq DESC LIMIT $3`

	entriesOfAction = `SELECT ` + entryColumns + `, seq FROM audit WHERE action = $4 AND seq < $1
		AND EXISTS (SELECT 1 FROM admins WHERE person_id = $2) ORDER BY seq DESC LIMIT $3`
)

// auditing is write with the entry of the context, if any, in the same
// transaction.
func auditing(write Write) Write {
	return func(ctx context.Context, do func(ctx context.Context, tx Tx) error) error {
		e, ok := store.AuditOf(ctx)
		if !ok {
			return write(ctx, do)
		}
		if err := checkEntry(e); err != nil {
			return err
		}
		return write(ctx, func(ctx context.Context, tx Tx) error {
			if err := do(ctx, tx); err != nil {
				return err
			}
			return putEntry(ctx, tx, e)
		})
	}
}

func checkEntry(e store.Entry) error {
	if err := checkIDs(e.ID, e.Action); err != nil {
		return err
	}
	if err := checkText(e.ActorID, e.Object); err != nil {
		return err
	}
	return checkJSON(e.Detail)
}

func putEntry(ctx context.Context, tx Tx, e store.Entry) error {
	_, err := tx.ExecContext(ctx, addEntry, e.ID, e.ActorID, e.Action, e.Object, string(e.Detail), e.AtMS)
	return err
}

// AddEntry implements store.Audit.
func (s *Store) AddEntry(ctx context.Context, e store.Entry) (err error) {
	defer wrap(&err, "add audit entry %s", e.ID)
	if err := checkEntry(e); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return putEntry(ctx, tx, e)
	})
}

// Entries implements store.Audit.
func (s *Store) Entries(ctx context.Context, sc store.Scope, action string, p store.Page) (l store.Listing[store.Entry], err error) {
	defer wrap(&err, "audit entries")
	before, n := int64(1<<62), rows(p)
	if p.After != "" {
		place, err := numbers(p.After, 1)
		if err != nil {
			return l, err
		}
		before = place[0]
	}
	query, args := entries, []any{before, sc.PersonID(), n + 1}
	if action != "" {
		query, args = entriesOfAction, append(args, action)
	}
	list, err := all(ctx, s.read, scanPlacedEntry, query, args...)
	return only(cut(list, n, func(e placedEntry) string { return join(e.seq) }), func(e placedEntry) store.Entry { return e.Entry }), err
}

type placedEntry struct {
	store.Entry
	seq int64
}

func scanPlacedEntry(r Row) (e placedEntry, err error) {
	err = r.Scan(&e.ID, &e.ActorID, &e.Action, &e.Object, (*[]byte)(&e.Detail), &e.AtMS, &e.seq)
	return e, err
}
