package sqlite

import (
	"crypto/rand"
	"net/url"
	"strconv"
)

// synchronous is how long a commit waits for the disk.
type synchronous string

const (
	full   synchronous = "FULL"   // each commit is synced: it survives a loss of power
	normal synchronous = "NORMAL" // only checkpoints are: recent commits may be lost
)

// common are the settings of every connection. Sorting in memory keeps a
// container without /tmp working.
func common(o options) url.Values {
	return url.Values{
		"_busy_timeout": {strconv.FormatInt(o.busy.Milliseconds(), 10)},
		"_foreign_keys": {"1"},
		"_dqs":          {"0"},
		"_defensive":    {"1"},
		"_pragma":       {"temp_store(MEMORY)"},
	}
}

// logLimit is what the log is cut back to after a burst: 64 MB.
const logLimit = "67108864"

// fileDSN is how whoever may write connects.
func fileDSN(path string, o options) string {
	q := common(o)
	q.Set("_journal_mode", "WAL")
	q.Set("_synchronous", string(o.synchronous))
	q.Set("_txlock", "immediate")
	q.Add("_pragma", "journal_size_limit("+logLimit+")")
	return "file:" + escape(path) + "?" + q.Encode()
}

// fileReadDSN is how tools read: such a connection refuses every write.
func fileReadDSN(path string, o options) string {
	q := common(o)
	q.Set("_query_only", "1")
	return "file:" + escape(path) + "?" + q.Encode()
}

// fileToolDSN is how tools open a file whose journal mode they leave as it is.
func fileToolDSN(path string) string {
	return "file:" + escape(path) + "?" + common(defaults).Encode()
}

// source is a database and how it is opened: by database/sql where it is migrated,
// by connections of our own where it is served.
type source struct {
	options
	dsn     string
	uri     string
	writing []string // pragmas of the connection that writes, beside those of all
}

func fileSource(path string, o options) source {
	return source{o, fileDSN(path, o), "file:" + escape(path), []string{
		"journal_mode = WAL", "synchronous = " + string(o.synchronous), "journal_size_limit = " + logLimit,
	}}
}

// memorySource is a fresh database in memory that the connections of this process
// share: SQLite's memdb shares what begins with a slash.
func memorySource(o options) source {
	uri := "file:/" + rand.Text() + "?vfs=memdb"
	q := common(o)
	q.Set("_txlock", "immediate")
	return source{o, uri + "&" + q.Encode(), uri, nil}
}

// writer connects as the writer does.
func (s source) writer() (*conn, error) { return s.connect(s.writing...) }

// reader connects as pages do: such a connection refuses every write.
func (s source) reader() (*conn, error) { return s.connect("query_only = ON") }

// escape keeps a path with ? or # in its name from being cut there.
func escape(path string) string {
	return (&url.URL{Path: path}).EscapedPath()
}
