package sqlite

import "context"

// Alone implements store.Replicas. A file is one machine's, and one process
// serves it: the work is its own.
func (db *DB) Alone(ctx context.Context, _ string, do func(context.Context) error) (bool, error) {
	return true, do(ctx)
}
