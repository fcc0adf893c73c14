package views

// Figure is one simulator on the page: a run of a protocol, drawn and told.
// Every address in it is ready to be written; every place in its plot was
// chosen where the run was laid out, so that components only print.
type Figure struct {
	ID      string // anchor, and the element's name in addresses
	Prefix  string // of this figure's keys in the query: "" or "id."
	N       int    // "Figure 1."
	Caption string
	Meta    string // second half of the caption: what all its runs share

	Action string  // address of the page, without query: where the form goes
	Kept   []Field // what other parts of the page hold in the query
	Runs   string  // address of the runs that the main controls can reach
	Ask    string  // address that answers any other parameters with one run; ends in "?v=..."

	Controls []Control // always in sight
	More     []Control // folded away
	MoreOpen bool      // one of them is not as first shown
	Notes    []string  // what the address asked for and could not have

	Plot     Plot
	Label    string // the run in a sentence, for those who do not see the plot
	Events   []Event
	Step     int // the present one, from 1
	Verdict  RunVerdict
	Findings []Invariant
	Table    *RunTable // nil where the run measures nothing

	First, Back, Next, Last string // addresses of steps; "" where there is none
	Self                    string // address of exactly this run and step
	Quote                   string // address that takes it along to the explanation; "" where there is none
	Reset                   string // address of the run first shown
	AtReset                 bool   // this is it
	Others                  []Link // this run with one switch the other way

	Tape      string     // what the reader decided, as addresses write it; "" where nothing
	Scheduler *Scheduler // nil where nothing can be decided

	Map  *OutcomeMap // nil where the figure has none
	Veil string      // what must be answered before the map is shown: an element's id; "" for nothing
}

// Scheduler lets the reader decide what happens next.
type Scheduler struct {
	Deciding bool
	Own      string   // address at which the reader decides from the beginning
	Ask      string   // "Who goes next?"; "" where nothing is open
	Options  []Link   // the answers
	Made     []string // what was decided so far
	Undo     string   // address without the last decision; "" for none
	Auto     string   // address at which the run goes by itself
}

// Field is a hidden field of a form.
type Field struct{ Name, Value string }

// Control sets one parameter.
type Control struct {
	Key     string // the parameter
	Name    string // of the field: prefix and key
	ID      string // of the element
	Kind    string // "range", "switch" or "select"
	Label   string
	Help    string
	Spoken  string         // with its unit, to be read out: "12 seconds"
	Shown   string         // with its unit, to be read: "12 s"
	Range   Range          // of a range
	Options []ControlValue // of a switch (off, on) and of a select
}

// Range is what a slider may be set to, in the unit that is shown.
type Range struct {
	Min, Max, Step, Value string // plain numbers
	Low, High             string // the ends with their unit
	Suffix                string // makes a number a value of the address: "s"
	Short                 string // and what is shown: "s"
	Unit, Units           string // read out: "second", "seconds"
	Posts                 []Pct  // of the slider's fence
}

// ControlValue is one thing that a control can be set to.
type ControlValue struct {
	Value, Label string
	Chosen       bool
}

// Event is one entry of the trace, a step of the figure.
type Event struct {
	Time string // "10 s"
	Text string
	Href string // address of this step
}

// RunVerdict says how the run ended.
type RunVerdict struct {
	Kind     string // "safe", "unsafe" ...
	Word     string
	Sentence string
	Swatch   string // class of the pattern
	Glyph    string // id of the symbol upon it; "" for none
	Step     int    // the step that decided it; 0 for none
}

// RunTable is what a run measured.
type RunTable struct {
	Title string
	Head  []string
	Rows  []RunRow
	Note  string // "" for none
}

// RunRow is one row of it.
type RunRow struct {
	Cells []string
	Step  int // the step that it is about; 0 for none
	Bar   int // length of the bar before the last cell, thousandths; -1 for no bar
}

// Invariant is one invariant after the run.
type Invariant struct {
	Statement string
	Holds     bool
	Open      bool   // the run waits: it holds so far, and may yet break
	Step      int    // at which it first broke; 0 where it holds
	Href      string // address of that step
}

// Plot is the drawing of a run: lanes from top to bottom, time from left to
// right. Along time, places are hundredths of a per cent of the plot's width
// (Pct); across it they are pixels, so that text never scales.
type Plot struct {
	Height int // px
	Lanes  []Lane
	Frame  []Shape // ruled ground, the same for every run over the same time
	Marks  []Shape // this run
	Axis   int     // y of the time axis, px
	Steps  []Tick
	Dense  bool // too many steps to number each
}

// Lane is one actor's row.
type Lane struct {
	Name  []string // one or two lines
	Glyph string   // id of the shape that doubles its colour
	Y     int
}

// Pct is a share of the plot's width in hundredths of a per cent.
type Pct int

// Shape is one thing drawn, in one of few forms:
//
//	bar    rectangle from X, X2 wide, at Y, H high
//	rule   line from (X, Y) to (X2, H), shifted by DX
//	slant  line from (X, DX, Y) to (X, W, H): both ends at one time, px apart
//	chip   rectangle W by H px whose left edge is DX px from X
//	sign   the symbol named Text, W by W px, its left edge DX px from X
//	text   Text with its anchor DX px from X and its baseline at Y
type Shape struct {
	Form  string
	Class string
	Text  string
	X, X2 Pct
	DX, Y int
	W, H  int
}

// Tick is one step upon the axis: its time, its numbered post, shifted so
// that posts do not touch, and the flag of the cursor when it stands there.
type Tick struct {
	X      Pct
	DX     int // of the post from X, px
	FlagDX int // of the flag's middle from X, px
	Time   string
}

// OutcomeMap shows how the run would end for every pair of two parameters.
type OutcomeMap struct {
	Title  string
	Intro  string
	Panels []MapPanel
	Legend []MapKind
	Height int // px of one panel's drawing

	Examples []Link // the shortest run that breaks each invariant, where runs were counted
}

// MapPanel is the map for one value of the figure's switch.
type MapPanel struct {
	Title      string
	Label      string // for those who do not see it
	XName      string
	YName      string
	Cols, Rows []MapScale
	Cells      []MapCell // row by row, from the top
	Ring       *MapRing  // about this run; nil where it is on another panel
	Here       int       // the cell nearest to this run, where it is on this panel
}

// MapRing marks this run.
type MapRing struct {
	X, W Pct
	Y, H int
}

// MapScale is one value on a side of the map.
type MapScale struct {
	Label string
	At    Pct // of a column, its middle
	Y     int // of a row, px: the baseline of its label
	Shown bool
}

// MapCell is one run of the map.
type MapCell struct {
	X, W   Pct
	Y, H   int
	Swatch string
	Word   string // of the verdict
	Label  string // "frozen for 12 s, lease 10 s: Unsafe"
	Href   string
}

// MapKind is one line of the legend.
type MapKind struct {
	Swatch, Word, Means string
	Count               string // "61 of 168"
}
