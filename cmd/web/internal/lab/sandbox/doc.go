// Package sandbox runs SQL that anybody may have written, on databases that
// live in memory and are thrown away. It speaks to SQLite's C interface itself:
// only there can instructions be counted, an authoriser be asked about each
// table and function, and a mistake be placed within the text.
//
// Nothing here opens a file. A database is a name in SQLite's memdb file system
// that nobody else knows, its journal and its temporary tables are memory, and
// whatever could name another place (ATTACH, VACUUM INTO, extensions, virtual
// tables) is refused when a statement is compiled, before it does anything.
package sandbox

import (
	"fmt"
	"time"
)

// Limits bound what one database may cost. All hold together: whichever is
// reached first ends the statement with an Error of kind Limit.
type Limits struct {
	Ops   int           // instructions of SQLite's virtual machine, over all statements of all connections
	Work  time.Duration // of a processor, from Open on: some instructions cost a thousand times what others do
	Time  time.Duration // from Open on, for a machine that has next to no processor left for it
	Pages int           // of the database, 4,096 bytes each
	Rows  int           // that a statement may return
	Bytes int           // of one value, and of one row
	SQL   int           // bytes of one text that is compiled
}

// Modest is plenty for a statement of a lab, which needs some hundred
// instructions, and little enough that a hundred hostile ones are no burden. A
// row costs five instructions or more, so what a statement sorts or tells apart
// takes at most Ops/5 rows of Bytes. Work that others keep waiting is no more
// work, so what bounds the time that goes by is far off.
var Modest = Limits{Ops: 150_000, Work: 1500 * time.Millisecond, Time: 15 * time.Second, Pages: 128, Rows: 64, Bytes: 4096, SQL: 4096}

// Kind says what sort of fault an Error is.
type Kind int

// The kinds.
const (
	Mistake    Kind = iota // the text does not compile
	Forbidden              // it compiles to something that is not allowed here
	Limit                  // it costs too much
	Late                   // the machine is too busy to come to its end in time
	Constraint             // a constraint of the tables refused it
	Busy                   // another connection's transaction is in the way
	Failure                // anything else that happens while it runs
)

// Error is what SQLite, or the sandbox, has against a statement.
type Error struct {
	Kind    Kind
	Offset  int // byte of the text at which it is seen
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Message) }

// Policy is what a text may do.
type Policy struct {
	Transaction bool // BEGIN, COMMIT and ROLLBACK
	CreateTable bool
	CreateIndex bool
	Author      bool            // the lab's own text: its tables, and those hidden from others
	Hidden      map[string]bool // tables that only an author's text may touch
}

// Value is nil, int64, float64, string or []byte.
type Value = any

// Result is what one statement did.
type Result struct {
	Columns []string
	Rows    [][]Value
	Changed int  // rows inserted, updated or deleted by the statement itself
	Writes  bool // it is not a mere query
	Verb    string
}
