package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fencepost/store"
	"fencepost/store/postgres"
	"fencepost/store/sqlite"
)

// database is a store with what the shell may ask of it.
type database interface {
	store.Store
	store.Roll
}

// openDatabase opens the PostgreSQL database that DATABASE_URL names, or else the
// SQLite file in DATA_DIR. waiting, which may be nil, hears why that takes long.
func (c *config) openDatabase(ctx context.Context, waiting func(error)) (database, error) {
	url, err := c.databaseURL()
	if err != nil {
		return nil, err
	}
	if url == "" {
		db, err := sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName))
		if err != nil {
			return nil, fmt.Errorf("open the database in DATA_DIR: %w", err)
		}
		return db, nil
	}
	o, err := c.postgresOptions()
	if err != nil {
		return nil, err
	}
	o.Waiting = waiting
	return postgres.Open(ctx, url, o)
}

// existingDatabase is openDatabase for commands that only look at what is there: a
// slip in DATA_DIR must not leave an empty database behind.
func (c *config) existingDatabase(ctx context.Context) (database, error) {
	if _, err := os.Stat(c.place()); !c.onPostgres() && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database at %s; is DATA_DIR the one that the site uses?", c.place())
	}
	return c.openDatabase(ctx, nil)
}

// databaseURL is DATABASE_URL, or what is in DATABASE_URL_FILE; "" for SQLite. No
// error holds any of it: there is a password in it.
func (c *config) databaseURL() (string, error) {
	url := c.DatabaseURL
	if c.DatabaseURLFile != "" {
		if url != "" {
			return "", errors.New("DATABASE_URL and DATABASE_URL_FILE are both set; one of them is enough")
		}
		content, err := os.ReadFile(c.DatabaseURLFile)
		if err != nil {
			return "", fmt.Errorf("DATABASE_URL_FILE: %w", err)
		}
		if url = strings.TrimSpace(string(content)); url == "" {
			return "", errors.New("DATABASE_URL_FILE: the file is empty")
		}
	}
	if url != "" && !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return "", errors.New("DATABASE_URL: want postgres://user:password@host/database; empty for SQLite in DATA_DIR")
	}
	return url, nil
}

// postgresOptions is DATABASE_CONNECTIONS parsed.
func (c *config) postgresOptions() (o postgres.Options, err error) {
	o.Connections, err = strconv.Atoi(c.DatabaseConnections)
	if err != nil || o.Connections < 4 || o.Connections > 1000 {
		return o, fmt.Errorf("DATABASE_CONNECTIONS: %q is not a number from 4 to 1000", c.DatabaseConnections)
	}
	return o, nil
}

// onPostgres says whether the database is not a file in DATA_DIR.
func (c *config) onPostgres() bool { return c.DatabaseURL != "" || c.DatabaseURLFile != "" }

// place is where the database is, as people are told.
func (c *config) place() string {
	if c.onPostgres() {
		return "the database of DATABASE_URL"
	}
	return filepath.Join(c.DataDir, databaseName)
}

// tellDamage says what an operator has to know of a damaged database, which is
// served for reading. A server of databases says so itself.
func tellDamage(log *slog.Logger, db database) {
	file, ok := db.(*sqlite.DB)
	if !ok {
		return
	}
	if err := file.Damage(); err != nil {
		log.Error("the database is damaged: it is read and not written; web export saves what can be read, "+
			"web restore puts a backup in its place", "err", err)
	}
}
