package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrationLock is the advisory lock under which the schema is changed: the word
// "fencepos" as a number.
const migrationLock = 0x66656e6365706f73

// migrate brings the schema up to the newest that this program knows, under a
// lock that replicas which start together wait for. It has connections of its
// own, on which nothing is bounded.
func migrate(ctx context.Context, config *pgx.ConnConfig) (err error) {
	db := connect(config, limits{patience: defaultLimits.patience}, false, 2)
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(migrationLock)); err != nil {
		return fmt.Errorf("wait for the replica that migrates: %w", err)
	}
	defer func() {
		_, failed := conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, int64(migrationLock))
		err = errors.Join(err, failed)
	}()
	return migrateLocked(ctx, db)
}

func migrateLocked(ctx context.Context, db *sql.DB) error {
	p, newest, err := provider(db)
	if err != nil {
		return err
	}
	at, err := schemaVersion(ctx, db)
	switch {
	case err != nil:
		return err
	case at > newest:
		return fmt.Errorf("%w: its schema is %d, this program knows up to %d; run the program that made it, or one released later",
			store.ErrNewerSchema, at, newest)
	case at == newest:
		return nil
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate from schema %d to %d: %w", at, newest, err)
	}
	return nil
}

// provider applies the migrations of this program, of which newest is the last.
func provider(db *sql.DB) (p *goose.Provider, newest int64, err error) {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, 0, err
	}
	if p, err = goose.NewProvider(goose.DialectPostgres, db, dir, goose.WithGoMigrations(filed())); err != nil {
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

var errForeign = errors.New("the database holds tables of another program; give this one a database, or a schema (search_path), of its own")

// errEncoding is answered for a database that cannot keep every text.
var errEncoding = errors.New("the database's encoding is not UTF8; create it with ENCODING 'UTF8' TEMPLATE template0")

// schemaVersion is that of the newest migration applied, 0 for an empty database.
func schemaVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	var ours, tables int
	var encoding string
	const look = `SELECT COUNT(*) FILTER (WHERE table_name = 'goose_db_version'), COUNT(*), current_setting('server_encoding')
		FROM information_schema.tables WHERE table_schema = current_schema()`
	if err := db.QueryRowContext(ctx, look).Scan(&ours, &tables, &encoding); err != nil {
		return 0, err
	}
	switch {
	case encoding != "UTF8":
		return 0, errEncoding
	case ours == 0 && tables > 0:
		return 0, errForeign
	case ours == 0:
		return 0, nil
	}
	const applied = `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`
	err = db.QueryRowContext(ctx, applied).Scan(&version)
	return version, err
}
