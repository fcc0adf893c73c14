package lessons

import "slices"

// Fields are the fields of a form: each name with its values.
type Fields map[string][]string

// get is the first value of a field, or "".
func (f Fields) get(name string) string {
	if len(f[name]) == 0 {
		return ""
	}
	return f[name][0]
}

// Answer is what a learner gave to a check, a prediction or a challenge. Equal
// answers are equal in JSON, so that they can be counted.
type Answer struct {
	Options []string          `json:"options,omitempty"` // chosen, in ascending order; or put into order
	Pairs   map[string]string `json:"pairs,omitempty"`   // option -> partner
	Text    string            `json:"text,omitempty"`    // a number, or a sentence
	Verdict string            `json:"verdict,omitempty"` // of a sentence: what the scorer said, once and for all
	Wrong   []string          `json:"wrong,omitempty"`   // misconceptions that it saw in the sentence
	Run     string            `json:"run,omitempty"`     // of a challenge: the run that was handed in
}

// Marking is what is right about an answer.
type Marking struct {
	Right   bool
	Options map[string]Remark // by row of the sheet, for those of which there is something to say
	Whole   *Remark           // what is said of the answer as a whole
	Wrong   []string          // misconceptions that the answer holds, by id
}

// Remark is what is said of an answer or a part of it.
type Remark struct {
	Right bool
	Close bool   // not right, and not known to be wrong
	HTML  string // "" where the verdict says it all
}

// Sheet is a check as a page shows it, in one form for all types.
type Sheet struct {
	Rows     []Row
	Partners []Row  // that rows are matched with
	Text     string // what was typed
	Unit     string // behind a number
}

// Row is one line of a sheet.
type Row struct {
	ID      string // as a form sends it; "" for one that cannot be chosen
	HTML    string
	Text    string
	Chosen  bool
	Marked  string // what a marking calls it, where that is not ID
	Place   int    // from 1, in an order
	Partner string // that it was matched with; "" for none yet
}

// Aids are what checks need beyond the words of their lesson. Every func must
// answer the same each time.
type Aids struct {
	// Shuffle is a random order of n things, from 0: one for every learner and
	// salt.
	Shuffle func(salt string, n int) []int
	// Entries are the entries of a run's trace, in order.
	Entries func(r FigureRun) []Entry
}

// Entry is one entry of a run's trace.
type Entry struct{ Time, Actor, Text string }

const staleOption = "One of the answers sent is not among these. The lesson may have been edited; choose again."

// shuffled are options in the order in which a learner sees them.
func shuffled(c *Check, aids Aids) []Option {
	if c.AsWritten || aids.Shuffle == nil {
		return c.Options
	}
	out := make([]Option, 0, len(c.Options))
	for _, i := range aids.Shuffle(c.ID, len(c.Options)) {
		out = append(out, c.Options[i])
	}
	return out
}

// distinct are the values, each once, in ascending order.
func distinct(values []string) []string {
	out := slices.Clone(values)
	slices.Sort(out)
	return slices.Compact(out)
}
