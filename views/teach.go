package views

// TeachFilters is how the queue of the review desk is narrowed, as a form. Each
// list has what may be chosen; what is chosen is marked.
type TeachFilters struct {
	Action   string
	Cohorts  []TeachChoice
	Lessons  []TeachChoice
	States   []TeachChoice
	Points   []TeachChoice // of the lesson that is chosen; none without one
	Verdicts []TeachChoice
	Students []TeachChoice // none where names are hidden
	Why      string        // the reason that is chosen, kept by the form
	From, To string        // days, as 2026-11-29
	Zone     string        // in which they begin and end
	Words    string        // that the text must have
	Mine     bool
	Hidden   bool // names are
	Narrowed bool // anything at all is chosen
	Clear    string
}

// TeachChoice is one value of a list.
type TeachChoice struct {
	Value, Text string
	Chosen      bool
}

// TeachTab is a reason with how many answers wait for it.
type TeachTab struct {
	Text, Href string
	N          string // "12", "1000+"
	Here       bool
}

// TeachQueue is the list of answers, as a page and beside an answer.
type TeachQueue struct {
	Heading string // "Queue, 9 waiting"
	Tabs    []TeachTab
	Rows    []TeachRow
	First   string // href of the beginning, "" on it
	Next    string // href of what follows, "" at the end
	Empty   string // said where there are no rows
}

// TeachRow is one answer in the queue.
type TeachRow struct {
	Href  string // "" for one's own, which somebody else judges
	Glyph string // symbol of the reason
	Who   string
	Age   string // "6 min"
	Sent  string // "2026-11-29 14:40 UTC"
	Why   string // "Dispute: point 5"
	Where string // the lesson's title, and the point of the answer in it
	Held  string // "Grace Hopper has it open", or ""
	Text  string // how it begins
	Here  bool   // the one shown
}

// Teach is the review desk without an answer open.
type Teach struct {
	Chrome  Chrome
	Done    *TeachDone
	Queue   TeachQueue
	Filters TeachFilters
	Groups  string // href of answers that may be judged together
	Lease   string // href of the page about leases
	Scorers string // href of the scorers, to those who may try one; or ""
	Start   string // href of the first answer, or ""
}

// TeachDone says what came of the save before, with a way back.
type TeachDone struct {
	Words string
	Href  string // of what was saved, or ""
	Undo  string // address of the form that takes it back, or ""
	ID    string // of the review, for that form
}

// TeachHold is the state of the lease.
type TeachHold struct {
	Mine   bool
	Other  string // who holds it; "" where it is free or mine
	Token  int64
	LeftMS int64
	TTLMS  int64
	Take   string // address of the form that takes the lease
	Renew  string
	Free   string // address of the form that releases it
	About  string // href of the page about leases
	Desk   string // href of the queue
}

// TeachAnswer is one answer on the desk.
type TeachAnswer struct {
	Chrome    Chrome
	Done      *TeachDone
	Error     string // why a save was refused, said at the form
	Hold      TeachHold
	Queue     TeachQueue
	Who       string
	Lesson    Link
	Facts     []string // "attempt 3", "112 words"
	Sent      Moment
	Why       string // why it is on the desk
	Glyph     string
	Prompt    string // what was asked
	Text      []Piece
	Gates     []string
	Earlier   []TeachEarlier
	Run       *RunRef // that the student refers to; nil for none
	Disputes  []TeachSaid
	Form      TeachForm
	InForce   string // whose verdict counts, up to the time that it is of, or ""
	InForceAt Moment
	Past      []TeachPast
	Groups    string // href of the group that it belongs to, or ""
	Others    int    // how many others are in it
}

// TeachEarlier is an earlier attempt against the one after it.
type TeachEarlier struct {
	N    int
	Sent Moment
	Diff []TeachWord
}

// TeachWord is a run of words that stayed, went or came.
type TeachWord struct {
	Text string
	Op   string // "", "ins", "del"
}

// TeachSaid is what the student holds against a verdict.
type TeachSaid struct {
	About string // "Point 5: I did say this"
	Text  string
	Open  bool // nobody has judged since
	Run   *RunRef
}

// TeachForm is the review that is being written.
type TeachForm struct {
	Action  string
	Key     string
	Token   string // of the lease; "" where it is not held
	Seen    string // id of the review that was in force when the page was made
	Off     bool   // nobody may save it now: the lease is not held
	Points  []TeachPoint
	Mixups  []TeachPoint
	Comment string
	Max     int
	Bank    []TeachComment
	Keep    string // address of the form that adds to the bank; "" for none
	Lesson  string // slug, for that form
	Back    string // where it leads back to
	Submit  string
}

// TeachPoint is one key point or misconception to be judged.
type TeachPoint struct {
	N           int    // 0 for a misconception
	Key         string // digit that toggles it; "" for none
	ID          string
	Name        string
	Statement   string // how a strong answer says it
	Machine     string // verdict of the scorer; "" for none
	Probability string // "0.97"; "" for none
	Place       string // of the mark on the scale: "97%"
	Why         string // why the scorer is not sure, in words
	Verdict     string // chosen
	Choices     []TeachChoice
	Disputed    string // what the student claims, or ""
	Focus       bool
}

// TeachComment is a sentence of the bank.
type TeachComment struct {
	ID, Text, About string
	Item            string
	Remove          string // address of the form that takes it out, or ""
}

// TeachPast is a line of what was decided before.
type TeachPast struct {
	At        Moment
	Who       string
	What      string
	Comment   string
	Reply     string
	Withdrawn *Moment // when it was taken back; nil for one that was not
	Undo      string  // address of the form that takes it back; "" where it is not the reader's
	ID        string
}

// TeachStale is the page that refuses a save with a stale token: what the
// reviewer wrote beside what is there.
type TeachStale struct {
	Chrome  Chrome
	Heading string
	Lede    string
	Who     string
	Lesson  Link
	Sent    string // the token that was sent
	Newest  string
	Theirs  *TeachVersion // nil where nobody has saved
	Holder  string        // who holds the answer now, or ""
	Yours   TeachVersion
	Rows    []TeachCompared
	Written []Hidden // the verdicts, for the form that takes the answer again
	Take    string
	Open    string // href of the answer as it stands
	About   string // href of the page about leases
}

// TeachVersion is one side of the comparison.
type TeachVersion struct {
	Who     string
	At      Moment
	Comment string
}

// TeachCompared is one point on both sides.
type TeachCompared struct {
	N             int // 0 for a misconception
	Name          string
	Yours, Theirs string // verdicts
	Differ        bool
}

// TeachLease is the page that says what the lease on an answer is.
type TeachLease struct {
	Chrome  Chrome
	Seconds string
	Lesson  Link
	Desk    string
}
