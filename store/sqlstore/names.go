package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"fencepost/store"
	"fencepost/store/byname"
)

// inNameOrder is the order of every list of people, byname's; p is persons.
// afterName and placeByName cut it into pages.
const inNameOrder = `p.name_folded, p.name, p.id`

// prefixEnd is above everything that begins with prefix.
func prefixEnd(prefix string) string { return prefix + "\U0010ffff" }

// placeByName is a person's place in a list by name.
func placeByName(id, name string) string { return id + " " + name }

// afterName reads a place made by placeByName as what stands in inNameOrder: empty
// strings at the beginning of a list.
func afterName(p store.Page) (key, name, id string, err error) {
	id, name, ok := strings.Cut(p.After, " ")
	if p.After != "" && !ok {
		return "", "", "", fmt.Errorf("%w: page %q", store.ErrInvalid, p.After)
	}
	return byname.Key(name), name, id, checkText(p.After)
}

const (
	filedNames = `SELECT id, name, name_folded FROM persons WHERE name <> ''`
	fileName   = `UPDATE persons SET name_folded = $1 WHERE id = $2`
)

// filedName is where a person stands in lists by name.
type filedName struct{ id, name, key string }

func scanFiledName(r Row) (f filedName, err error) {
	err = r.Scan(&f.id, &f.name, &f.key)
	return f, err
}

// FileNames puts everybody where their name belongs in lists: a release before, or
// the one that wrote an archive, may have had another order.
func FileNames(ctx context.Context, tx Tx) (err error) {
	defer wrap(&err, "file the names")
	list, err := all(ctx, tx, scanFiledName, filedNames)
	if err != nil {
		return err
	}
	for _, f := range list {
		key := byname.Key(f.name)
		if key == f.key {
			continue
		}
		if _, err := tx.ExecContext(ctx, fileName, key, f.id); err != nil {
			return err
		}
	}
	return nil
}
