package lessons

// CheckType says how a check is asked and marked.
type CheckType string

// The check types. Each has a file of its own, kind_*.go, and a row in kinds.
const (
	Choice   CheckType = "choice"   // exactly one option is right
	Multiple CheckType = "multiple" // every right option and no other
	Number   CheckType = "number"   // a number within a tolerance, in a unit
	Order    CheckType = "order"    // every option in its place
	Match    CheckType = "match"    // every option with its partner
	Spot     CheckType = "line"     // a right line of code or of a run
	Short    CheckType = "short"    // a sentence that makes one key point
)

// Check is a question that the server marks: a fence whose info string is
// "check NAME".
type Check struct {
	ID        string // explicit and permanent: attempts in the database point at it
	Type      CheckType
	Ask       string // HTML
	AskText   string
	Options   []Option
	AsWritten bool   // the options are shown in the order in which they are written
	Right     string // HTML, said of a right answer as a whole; "" for none
	Wrong     string // HTML, said of any other; "" for none
	Body      Kind   // what the type holds beyond options; nil for nothing
	Pos       Pos
}

// Option is one thing that a check offers to be chosen, put into order or
// matched.
type Option struct {
	ID       string // explicit and permanent within the check
	HTML     string
	Text     string
	Right    bool
	Partner  string // the partner that it belongs with; only in a match
	Line     string // words that stand in exactly one line; only in a line check
	Feedback string // HTML, shown only after this option was chosen, or misplaced
	Pos      Pos
}

// Kind is one way to ask: how the fence is read and laid out, how an answer is
// taken and marked. Its values are immutable once read.
type Kind interface {
	// read fills in the check from the keys of its fence.
	read(l *loader, m *mapping, c *Check)
	// take reads the fields of a form. fault says why they are no answer; the
	// answer then holds what was entered, to be shown again.
	take(c *Check, f Fields, aids Aids) (a Answer, fault string)
	// mark says what is right about an answer.
	mark(c *Check, a Answer) Marking
	// lay puts the check before a learner, with an answer of theirs filled in.
	lay(c *Check, a Answer, aids Aids) Sheet
}

// kindOf is what one type is made of.
type kindOf struct {
	keys  []string // of its fence, beside type and ask
	make  func() Kind
	holds bool // something beyond options, as the body of its checks
}

// kinds are the types of check that there are.
func kinds() map[CheckType]kindOf {
	return map[CheckType]kindOf{
		Choice:   {[]string{"options", "as_written"}, func() Kind { return choosing{} }, false},
		Multiple: {[]string{"options", "as_written"}, func() Kind { return choosing{several: true} }, false},
		Number:   {[]string{"answer", "tolerance", "unit", "units", "mistakes", "right", "wrong", "again"}, func() Kind { return new(Numeric) }, true},
		Order:    {[]string{"options", "right"}, func() Kind { return ordering{} }, false},
		Match:    {[]string{"options", "partners", "right"}, func() Kind { return new(Matching) }, true},
		Spot:     {[]string{"code", "language", "figure", "run", "tape", "options", "otherwise"}, func() Kind { return new(Spotting) }, true},
		Short:    {[]string{"point", "right", "wrong"}, func() Kind { return new(Sentence) }, true},
	}
}

// checkTypes are the names of the types, in the order in which docs list them.
func checkTypes() []string {
	return []string{string(Choice), string(Multiple), string(Number), string(Order), string(Match), string(Spot), string(Short)}
}

// Take reads an answer from the fields of a form. fault says, to a learner, why
// they are no answer; the answer then holds what was entered.
func (c *Check) Take(f Fields, aids Aids) (a Answer, fault string) { return c.kind().take(c, f, aids) }

// Mark says what is right about an answer. An answer to an earlier wording of
// the check is marked as far as it still means something.
func (c *Check) Mark(a Answer) Marking { return c.kind().mark(c, a) }

// Lay puts the check before a learner, with an answer of theirs filled in. The
// zero Answer is none. Nothing in a Sheet says what is right.
func (c *Check) Lay(a Answer, aids Aids) Sheet { return c.kind().lay(c, a, aids) }

// Again is the check as it is asked the n-th time in spaced review, from 0: with
// other numbers where its author gave some, which come round again after the
// lesson's own.
func (c *Check) Again(n int64) *Check {
	k, ok := c.Body.(*Numeric)
	if !ok || len(k.Again) == 0 {
		return c
	}
	if i := int(uint64(n) % uint64(len(k.Again)+1)); i < len(k.Again) {
		return k.Again[i]
	}
	return c
}

// kind is how the check is taken and marked.
func (c *Check) kind() Kind {
	if c.Body != nil {
		return c.Body
	}
	return kinds()[c.Type].make()
}

// option finds an option by its id; nil for none.
func (c *Check) option(id string) *Option {
	for i := range c.Options {
		if c.Options[i].ID == id {
			return &c.Options[i]
		}
	}
	return nil
}
