package sqlstore

import "context"

// Step is one statement of several that do not rest on each other's answers.
type Step struct {
	Query string
	Args  []any
}

// Pipe is a Tx to which statements can be sent together. It runs them in order,
// and says how many rows each changed.
type Pipe interface {
	Together(ctx context.Context, steps []Step) (changed []int64, err error)
}

// together runs statements in order, in one round trip where the transaction is
// a Pipe, and says how many rows each changed.
func together(ctx context.Context, tx Tx, steps ...Step) (changed []int64, err error) {
	if pipe, ok := tx.(Pipe); ok && len(steps) > 0 {
		return pipe.Together(ctx, steps)
	}
	for _, s := range steps {
		n, err := tx.ExecContext(ctx, s.Query, s.Args...)
		if err != nil {
			return changed, err
		}
		changed = append(changed, n)
	}
	return changed, nil
}
