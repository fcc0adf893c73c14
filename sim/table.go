package sim

// Table is what a run measured, in rows: readings of clocks, loads of nodes.
type Table struct {
	Title string
	Head  []string
	Rows  []TableRow
	Note  string // a sentence or two beneath it; "" for none
}

// TableRow is one row. A row about one entry of the trace names it.
type TableRow struct {
	Cells []string // as many as Table.Head
	Entry int      // index of the entry; -1 for none
	Bar   int      // length of a bar before the last cell, thousandths of the longest; NoBar for none
}

// NoBar stands in TableRow.Bar where a row has no bar.
const NoBar = -1
