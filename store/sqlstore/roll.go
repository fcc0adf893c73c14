package sqlstore

import (
	"context"

	"fencepost/store"
)

var _ store.Roll = (*Store)(nil)

const roll = `SELECT ` + personColumns + ` FROM persons p WHERE p.id > $1 AND p.deleted_ms = 0 ORDER BY p.id LIMIT $2`

// Roll implements store.Roll.
func (s *Store) Roll(ctx context.Context, p store.Page) (l store.Listing[store.Person], err error) {
	defer wrap(&err, "roll")
	n := rows(p)
	list, err := all(ctx, s.read, scanPerson, roll, p.After, n+1)
	return cut(list, n, func(p store.Person) string { return p.ID }), err
}
