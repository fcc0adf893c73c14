package sqlstore

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"fencepost/store"
)

const (
	usualRows = 50
	mostRows  = 500
)

// rows is how many a page may have. Queries ask for one more, to know whether
// there is a next page.
func rows(p store.Page) int {
	if p.N < 1 || p.N > mostRows {
		return usualRows
	}
	return p.N
}

// cut makes a Listing of at most n rows; place is how the next page names the
// last one.
func cut[T any](list []T, n int, place func(T) string) store.Listing[T] {
	if len(list) <= n {
		return store.Listing[T]{Rows: list}
	}
	list = list[:n]
	return store.Listing[T]{Rows: list, Next: place(list[n-1])}
}

// numbers reads a place made by join. It comes from an address, so anything
// may stand there.
func numbers(place string, n int) ([]int64, error) {
	parts := strings.Split(place, ".")
	if len(parts) != n {
		return nil, fmt.Errorf("%w: page %q", store.ErrInvalid, place)
	}
	list := make([]int64, n)
	for i, part := range parts {
		v, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: page %q", store.ErrInvalid, place)
		}
		list[i] = v
	}
	return list, nil
}

// join writes numbers as a place in a list.
func join(list ...int64) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = strconv.FormatInt(v, 10)
	}
	return strings.Join(parts, ".")
}

// change runs an UPDATE or DELETE of what must be there, or store.ErrNotFound.
func change(ctx context.Context, tx Tx, query string, args ...any) error {
	changed, err := tx.ExecContext(ctx, query, args...)
	if err == nil && changed == 0 {
		err = store.ErrNotFound
	}
	return err
}

// orEmpty keeps a nil from becoming NULL, which compares with nothing.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
