package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to the newest that this program knows. An
// existing database at path is copied first.
func migrate(ctx context.Context, db *sql.DB, path string) error {
	p, newest, err := provider(db)
	if err != nil {
		return err
	}
	return migrateTo(ctx, db, p, path, newest)
}

// provider knows the migrations of this program, and which is the newest.
func provider(db *sql.DB) (p *goose.Provider, newest int64, err error) {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, 0, err
	}
	// Two branches may each bring a migration; the lower one may come second.
	if p, err = goose.NewProvider(goose.DialectSQLite3, db, dir, goose.WithAllowOutofOrder(true), goose.WithGoMigrations(filed())); err != nil {
		return nil, 0, err
	}
	known := p.ListSources()
	return p, known[len(known)-1].Version, nil
}

// filed is the migration by which names stand in lists without their accents,
// which SQL cannot take off.
func filed() *goose.Migration {
	return goose.NewGoMigration(13, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		return sqlstore.FileNames(ctx, sqlstore.Over(tx))
	}}, nil)
}

// atNewest answers nil where the schema is the one that this program works with.
func atNewest(ctx context.Context, db *sql.DB) error {
	p, newest, err := provider(db)
	if err != nil {
		return err
	}
	at, todo, err := standing(ctx, db, p)
	switch {
	case err != nil:
		return err
	case at > newest:
		return newerSchema(at, newest)
	case todo:
		return fmt.Errorf("its schema is %d and this program works with %d: it would have to be migrated first, by a start of the site", at, newest)
	}
	return nil
}

func newerSchema(at, newest int64) error {
	return fmt.Errorf("%w: its schema is %d, this program knows up to %d; run the program that made it, or one released later, "+
		"or restore the copy that was made beside it before the upgrade", store.ErrNewerSchema, at, newest)
}

func migrateTo(ctx context.Context, db *sql.DB, p *goose.Provider, path string, newest int64) error {
	at, todo, err := standing(ctx, db, p)
	switch {
	case err != nil:
		return err
	case at > newest:
		return newerSchema(at, newest)
	case !todo:
		return nil
	case at > 0 && path != "":
		if err := copyBefore(ctx, db, path, at, time.Now()); err != nil {
			return fmt.Errorf("copy before migrating from schema %d: %w", at, err)
		}
	}
	if err := up(ctx, db, p); err != nil {
		return fmt.Errorf("migrate from schema %d to %d: %w", at, newest, err)
	}
	return nil
}

// up applies what is missing. Another process may be at the same: each
// migration is one transaction, so whoever comes second runs into what the
// first one made, and all it takes is to look again.
func up(ctx context.Context, db *sql.DB, p *goose.Provider) (err error) {
	for range 3 {
		if _, err = p.Up(ctx); err == nil {
			return nil
		}
		_, todo, look := standing(ctx, db, p)
		if look != nil {
			return errors.Join(err, look)
		}
		if !todo {
			return nil
		}
	}
	return err
}

// standing is the schema's version, and whether a migration that p knows is not
// applied.
func standing(ctx context.Context, db *sql.DB, p *goose.Provider) (at int64, todo bool, err error) {
	at, err = schemaVersion(ctx, db)
	if err != nil || at == 0 {
		return at, true, err
	}
	for _, source := range p.ListSources() {
		var applied bool
		const look = `SELECT EXISTS (SELECT 1 FROM goose_db_version WHERE is_applied AND version_id = $1)`
		if err := db.QueryRowContext(ctx, look, source.Version).Scan(&applied); err != nil || !applied {
			return at, true, err
		}
	}
	return at, false, nil
}

var errForeign = errors.New("the file is a database of another program")

// schemaVersion is that of the newest migration applied, 0 for an empty
// database.
func schemaVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	var ours, tables int
	const look = `SELECT COALESCE(SUM(name = 'goose_db_version'), 0), COUNT(*) FROM sqlite_schema WHERE type = 'table'`
	if err := db.QueryRowContext(ctx, look).Scan(&ours, &tables); err != nil {
		return 0, err
	}
	if ours == 0 && tables > 0 {
		return 0, errForeign
	}
	if ours == 0 {
		return 0, nil
	}
	const applied = `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`
	err = db.QueryRowContext(ctx, applied).Scan(&version)
	return version, err
}
