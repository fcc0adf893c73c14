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

// fileDSN is how the writer connects. The log is cut back to 64 MB after a
// burst.
func fileDSN(path string, o options) string {
	q := common(o)
	q.Set("_journal_mode", "WAL")
	q.Set("_synchronous", string(o.synchronous))
	q.Set("_txlock", "immediate")
	q.Add("_pragma", "journal_size_limit(67108864)")
	return "file:" + escape(path) + "?" + q.Encode()
}

// fileReadDSN is how pages read: such a connection refuses every write.
func fileReadDSN(path string, o options) string {
	q := common(o)
	q.Set("_query_only", "1")
	return "file:" + escape(path) + "?" + q.Encode()
}

// fileToolDSN is how tools open a file whose journal mode they leave as it is.
func fileToolDSN(path string) string {
	return "file:" + escape(path) + "?" + common(defaults).Encode()
}

// memoryDSN names a fresh database in memory that the connections of this
// process share: SQLite's memdb shares what begins with a slash.
func memoryDSN(o options) (write, read string) {
	q := common(o)
	q.Set("vfs", "memdb")
	q.Set("_txlock", "immediate")
	name := "file:/" + rand.Text() + "?"
	write = name + q.Encode()
	q.Set("_query_only", "1")
	return write, name + q.Encode()
}

// escape keeps a path with ? or # in its name from being cut there.
func escape(path string) string {
	return (&url.URL{Path: path}).EscapedPath()
}
