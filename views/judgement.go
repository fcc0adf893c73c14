package views

// Judgement is what people decided about an explanation, for its student.
type Judgement struct {
	By      string // whose verdict is in force; "" where all were taken back
	At      Moment
	Comment string
	New     bool     // not seen before
	Changed []string // what the person decided otherwise than the scorer
	Reply   *JudgementReply
	Past    []JudgementPast
}

// JudgementReply is the student's one answer to a review: written, or to come.
type JudgementReply struct {
	Text   string // "" until written
	At     Moment
	Action string
	Review string // id
	Draft  string // what was refused
	Error  string
	Max    int
}

// JudgementPast is one line of how an explanation was judged, oldest first.
type JudgementPast struct {
	At         Moment
	Who, What  string
	Note, Mine string // the comment, and the student's reply
}
