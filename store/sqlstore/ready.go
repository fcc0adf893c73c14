package sqlstore

import (
	"context"
	"fmt"
)

const (
	countProbe = `UPDATE probe SET n = n + 1 WHERE id = 1 RETURNING n`
	readProbe  = `SELECT n FROM probe WHERE id = 1`
)

// Ready writes to the database, waits until that is durable and reads it back
// by the way that pages are read.
func (s *Store) Ready(ctx context.Context) (err error) {
	defer wrap(&err, "write probe")
	var wrote, read int64
	err = s.write(within(ctx, "probe"), func(ctx context.Context, tx Tx) error {
		return tx.QueryRowContext(ctx, countProbe).Scan(&wrote)
	})
	if err != nil {
		return err
	}
	if err := s.read.QueryRowContext(ctx, readProbe).Scan(&read); err != nil {
		return err
	}
	if read < wrote {
		return fmt.Errorf("wrote %d, read %d", wrote, read)
	}
	return nil
}
