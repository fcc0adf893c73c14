package sandbox

import (
	"strings"
	"sync"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// opsPerCall is after how many instructions SQLite asks whether to go on.
const opsPerCall = 100

// guards finds the guard of a connection by its handle: C passes nothing else.
// Connections are added and removed, never shared.
var guards sync.Map // uintptr -> *guard

// guard decides what a connection may compile, and counts what it runs.
type guard struct {
	db       *Database
	policy   Policy
	settling bool   // the connection's own settings are being made
	denied   string // what was refused last, in words; "" for nothing
	word     string // the word of the text that it was refused for
	spent    string // which limit ended the statement; "" for none
	late     bool   // that limit is not one of work
}

// progress counts instructions. Anything but 0 ends the statement.
func progress(_ *libc.TLS, handle uintptr) int32 {
	v, ok := guards.Load(handle)
	if !ok {
		return 1
	}
	g := v.(*guard)
	g.db.ops -= opsPerCall
	switch {
	case g.db.ops < 0:
		g.spent = "it takes more steps than a lab allows"
	case worked()-g.db.before > g.db.limits.Work:
		g.spent = "it takes more time than a lab allows"
	case time.Now().After(g.db.deadline):
		g.spent, g.late = "the machine is too busy to run it now", true
	default:
		return 0
	}
	return 1
}

// authorise is asked about everything that a statement would do, while it is
// compiled.
func authorise(_ *libc.TLS, handle uintptr, action int32, z1, z2, zDatabase, _ uintptr) int32 {
	v, ok := guards.Load(handle)
	if !ok {
		return sqlite3.SQLITE_DENY
	}
	if v.(*guard).allows(action, libc.GoString(z1), libc.GoString(z2), libc.GoString(zDatabase)) {
		return sqlite3.SQLITE_OK
	}
	return sqlite3.SQLITE_DENY
}

// allows says whether one action is allowed. What is not listed is not.
func (g *guard) allows(action int32, first, second, database string) bool {
	if g.settling {
		return action == sqlite3.SQLITE_PRAGMA || action == sqlite3.SQLITE_SELECT
	}
	if database != "" && database != "main" {
		return g.deny(database, "there is no database "+database+" here")
	}
	switch action {
	case sqlite3.SQLITE_SELECT:
		return true
	case sqlite3.SQLITE_READ, sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE:
		return g.table(first)
	case sqlite3.SQLITE_FUNCTION:
		return functions[strings.ToLower(second)] || g.deny(second, "the function "+second+" is no part of the labs")
	case sqlite3.SQLITE_TRANSACTION:
		return g.policy.Transaction || g.policy.Author || g.deny(first, "transactions are no part of this statement: it is one already")
	}
	return g.creates(action, first)
}

// table says whether a table may be read or changed.
func (g *guard) table(name string) bool {
	switch {
	case (name == "sqlite_master" || name == "sqlite_sequence") && g.mayCreate():
		return true // SQLite's own bookkeeping; what was written by hand it refuses
	case g.db.tables[name] && (g.policy.Author || !g.policy.Hidden[name]):
		return true
	}
	return g.deny(name, "there is no table "+name+" for you here")
}

func (g *guard) mayCreate() bool {
	return g.policy.Author || g.policy.CreateTable || g.policy.CreateIndex
}

// creates says whether a table or an index may be made.
func (g *guard) creates(action int32, first string) bool {
	switch action {
	case sqlite3.SQLITE_CREATE_TABLE:
		if g.policy.Author || g.policy.CreateTable && !strings.HasPrefix(strings.ToLower(first), "sqlite_") {
			g.db.tables[first] = true
			return true
		}
		return g.deny("table", "making tables is no part of this statement")
	case sqlite3.SQLITE_CREATE_INDEX, sqlite3.SQLITE_REINDEX:
		if g.policy.Author || g.policy.CreateIndex || g.policy.CreateTable {
			return true
		}
		return g.deny("index", "making indexes is no part of this statement")
	case sqlite3.SQLITE_RECURSIVE:
		return g.deny("recursive", "recursive queries are no part of the labs")
	}
	return g.deny(actionWords[action], "this is no part of the labs: their SQL reads and changes the rows of the tables shown")
}

// deny keeps what was refused and where to point; it is always false.
func (g *guard) deny(word, why string) bool {
	if g.denied == "" {
		g.denied, g.word = why, word
	}
	return false
}

// actionWords are words of the text by which a refused action is found.
var actionWords = map[int32]string{
	sqlite3.SQLITE_PRAGMA: "pragma", sqlite3.SQLITE_ATTACH: "attach", sqlite3.SQLITE_DETACH: "detach",
	sqlite3.SQLITE_SAVEPOINT: "savepoint", sqlite3.SQLITE_ANALYZE: "analyze", sqlite3.SQLITE_ALTER_TABLE: "alter",
	sqlite3.SQLITE_CREATE_VIEW: "view", sqlite3.SQLITE_CREATE_TRIGGER: "trigger", sqlite3.SQLITE_CREATE_VTABLE: "virtual",
	sqlite3.SQLITE_CREATE_TEMP_TABLE: "temp", sqlite3.SQLITE_CREATE_TEMP_VIEW: "temp", sqlite3.SQLITE_CREATE_TEMP_TRIGGER: "temp",
	sqlite3.SQLITE_DROP_TABLE: "drop", sqlite3.SQLITE_DROP_INDEX: "drop",
}

// functions are those that a lab's SQL may call. None of them makes a large
// value of a small one, reads a file or a clock, or is a matter of chance.
var functions = set(
	"abs", "avg", "coalesce", "count", "ifnull", "iif", "if", "length", "like", "lower", "max", "min", "nullif", "round", "sign",
	"substr", "substring", "sum", "total", "trim", "ltrim", "rtrim", "typeof", "upper", "changes", "last_insert_rowid",
	"row_number", "rank", "dense_rank", "lag", "lead", "first_value", "last_value", "nth_value", "ntile",
)

func set(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}
