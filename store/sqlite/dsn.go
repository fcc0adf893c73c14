package sqlite

import (
	"crypto/rand"
	"net/url"
)

// synchronous is how long a commit waits for the disk.
type synchronous string

const (
	full   synchronous = "FULL"   // each commit is synced: it survives a loss of power
	normal synchronous = "NORMAL" // only checkpoints are: recent commits may be lost
)

// busyTimeout is how many milliseconds a statement waits for a lock that
// another process holds.
const busyTimeout = "2000"

// common are the settings of every connection. Sorting in memory keeps a
// container without /tmp working.
func common() url.Values {
	return url.Values{
		"_busy_timeout": {busyTimeout},
		"_foreign_keys": {"1"},
		"_dqs":          {"0"},
		"_defensive":    {"1"},
		"_pragma":       {"temp_store(MEMORY)"},
	}
}

// fileDSN is how the writer connects. The log is cut back to 64 MB after a
// burst.
func fileDSN(path string, sync synchronous) string {
	q := common()
	q.Set("_journal_mode", "WAL")
	q.Set("_synchronous", string(sync))
	q.Set("_txlock", "immediate")
	q.Add("_pragma", "journal_size_limit(67108864)")
	return "file:" + escape(path) + "?" + q.Encode()
}

// fileReadDSN is how pages read: such a connection refuses every write.
func fileReadDSN(path string) string {
	q := common()
	q.Set("_query_only", "1")
	return "file:" + escape(path) + "?" + q.Encode()
}

// memoryDSN names a fresh database in memory that the connections of this
// process share: SQLite's memdb shares what begins with a slash.
func memoryDSN() (write, read string) {
	q := common()
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
