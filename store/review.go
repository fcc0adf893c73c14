package store

import (
	"context"
	"encoding/json"
	"errors"
)

// ErrHeld is answered where another person holds the lease on an answer.
var ErrHeld = errors.New("store: held by another")

// Reason is why an explanation waits for a person. The most pressing one is
// given.
type Reason string

// The reasons, most pressing first.
const (
	ReasonDispute      Reason = "dispute"      // the student disputes a verdict and nobody has judged since
	ReasonReply        Reason = "reply"        // the student answered a review and nobody has judged since
	ReasonUnsure       Reason = "unsure"       // the scorer is not sure of a point or misconception
	ReasonContradicted Reason = "contradicted" // a point is contradicted
	ReasonGate         Reason = "gate"         // a gate fired: copied, too short, addressed to the grader
	ReasonWanted       Reason = "wanted"       // asked for by Want or Ask: its mark teaches a scorer most. It is given before unsure, contradicted and gate
	ReasonAudit        Reason = "audit"        // one in twenty, by a hash of the id
	ReasonNone         Reason = ""             // nothing asks for a person
)

// State is where an explanation stands on the desk.
type State string

// The states that a Filter may ask for. Each explanation is in one of the
// first three.
const (
	StateWaiting  State = "waiting"  // has a reason and no review since; the queue
	StateReviewed State = "reviewed" // a person's verdict is in force
	StateQuiet    State = "quiet"    // the scorer's verdict is in force and nothing asks for a person
	StateAny      State = "any"
)

// Filter narrows the desk. The zero Filter is the queue as a whole.
type Filter struct {
	State   State  // "" is StateWaiting
	Cohort  string // id
	Lesson  string // slug
	Reason  Reason // with StateWaiting
	Item    string // key point or misconception; needs Lesson
	Verdict string // in force, of Item; "" for any. That a misconception is missing is not kept.
	Learner string // LearnerID of a student
	FromMS  int64  // handed in at or after; 0: any
	ToMS    int64  // handed in before; 0: any
	Mine    bool   // the review in force is the asking person's
	Text    string // each word begins a word of the text
}

// Answer is an explanation as the desk lists it.
type Answer struct {
	ExplanationID string
	LearnerID     string // after claims: whose work it is
	PersonID      string // "" for an anonymous learner
	Name          string // "" for an anonymous learner
	Lesson        string
	Excerpt       string // the first 161 characters: by the last of them it is known to go on
	AtMS          int64
	State         State
	Reason        Reason
	Items         []string // points and misconceptions that the reason is about, or flags
	Signature     string   // ids of the points covered, by the verdict in force, in order
	Wording       string   // Score.Wording of the newest score
	ReviewerID    string   // of the review in force; "" for the scorer
	HolderID      string   // person who has the newest lease; "" for nobody
	Holder        string   // their name
	HeldUntilMS   int64    // when that lease runs out or ran out
}

// MostCounted is where counting stops, for each reason and state apart: whoever
// looks at a queue need not know how many thousands there are.
const MostCounted = 1000

// MostDepth is where Depth stops counting, for each reason apart.
const MostDepth = 100_000

// Counts are how many answers a Filter matches, MostCounted where there are that
// many or more.
type Counts struct {
	Total  int
	Reason map[Reason]int // of those that wait
}

// Group is a set of answers with the same points covered in nearly the same words.
type Group struct {
	Lesson    string
	Signature string
	Wording   string
	N         int
	First     string // id of the explanation that was handed in first
}

// Desk is the list of explanations as reviewers see it. It is derived from
// scores, disputes, reviews and replies, in the transaction that stores them.
type Desk interface {
	// Desk lists what a filter matches: StateWaiting by reason, most pressing
	// first, and oldest first within one; the others newest first.
	Desk(ctx context.Context, sc Scope, f Filter, p Page) (Listing[Answer], error)
	// DeskCounts counts what the filter matches.
	DeskCounts(ctx context.Context, sc Scope, f Filter) (Counts, error)
	// Depth counts what waits over everybody, for whoever watches the site:
	// each reason to MostDepth, those for which nothing waits included.
	Depth(ctx context.Context) (map[Reason]int, error)
	// Groups are the largest sets of at least two answers with one signature
	// and wording among what the filter matches, largest first, at most n.
	Groups(ctx context.Context, sc Scope, f Filter, n int) ([]Group, error)
	// GroupAnswers lists the members of a group among what the filter matches.
	GroupAnswers(ctx context.Context, sc Scope, f Filter, g Group, p Page) (Listing[Answer], error)
	// Want asks for a person's mark on these; those out of sight are left out.
	Want(ctx context.Context, sc Scope, explanations []string) error
	// File is everything about one explanation, or ErrNotFound.
	File(ctx context.Context, sc Scope, explanation string) (File, error)
}

// File is everything about one explanation.
type File struct {
	Explanation Explanation
	Owner       Student  // PersonID "" for an anonymous learner
	Score       *Score   // in force: the newest, but where an earlier scorer was published again; nil where there is none
	Scores      []Score  // oldest first
	Reviews     []Judged // oldest first, withdrawn ones too
	InForce     *Judged  // the newest that is not withdrawn; nil: the score's verdict is in force
	Disputes    []Dispute
	Earlier     []Explanation // the same owner's in that lesson before this one, oldest first
	Lease       Lease         // the newest; Token 0 where there never was one
}

// Lease is the right of one person to save a review of one explanation. Its
// token rises with every grant: a save with an older one is refused, however
// long its holder slept.
type Lease struct {
	ExplanationID string
	PersonID      string
	Name          string // of the person
	Token         int64  // from 1
	UntilMS       int64
}

// Leases keeps who works on which answer.
type Leases interface {
	// Acquire grants the explanation to the person of the scope until atMS +
	// ttlMS, under a new token. While another holds it: their lease and ErrHeld.
	// Who holds it already is granted a new token: the tab opened last is the
	// one that may save.
	Acquire(ctx context.Context, sc Scope, explanation string, atMS, ttlMS int64) (Lease, error)
	// Renew puts off the end of a lease. One that ran out and was granted to
	// nobody since is renewed; else the newest lease and ErrStale.
	Renew(ctx context.Context, sc Scope, explanation string, token, atMS, ttlMS int64) (Lease, error)
	// Release ends a lease before its time. A stale token does nothing.
	Release(ctx context.Context, sc Scope, explanation string, token, atMS int64) error
}

// Review is one person's verdict on one explanation. Rows are never changed: a
// second thought is another row, and an undo is a row that withdraws.
type Review struct {
	ID            string
	ReviewerID    string // of the scope; what is given is not heeded
	Key           string // idempotency key of the form, unique per reviewer
	ExplanationID string
	Rubric        string            // version of the rubric that was judged by
	Scorer        string            // version of the scorer whose verdict was shown; "" for none
	Verdicts      map[string]string // point or misconception -> verdict, as grade.Verdict; what is left out stays with the scorer
	Comment       string            // to the student
	Shown         json.RawMessage   // what the reviewer had before them
	Token         int64             // of the lease
	Batch         string            // id of the decision that a group shares; "" for none
	AtMS          int64
}

// Judged is a review with what became of it.
type Judged struct {
	Review
	Reviewer    string // name
	WithdrawnMS int64  // 0: not withdrawn
	SeenMS      int64  // when the student saw it; 0: not yet
	Reply       *Reply // the student's; nil for none
}

// Reply is the one answer that a student may give to a review.
type Reply struct {
	ID        string
	ReviewID  string
	LearnerID string // the student's own
	Text      string
	AtMS      int64
}

// News is a review that its student has not seen.
type News struct {
	ReviewID      string
	ExplanationID string
	Lesson        string
	AtMS          int64
}

// Stale is what stood in the way of a save with a stale token.
type Stale struct {
	Lease  Lease   // the newest
	Theirs *Judged // the review in force; nil for none
}

// Reviews keeps what people judged.
type Reviews interface {
	// SaveReview stores r in the name of the scope's person and ends its lease.
	// The token must be that of the newest lease, run out or not; else nothing
	// is stored and the answer is ErrStale with what is there instead. The same
	// reviewer and key again stores nothing and returns the first.
	SaveReview(ctx context.Context, sc Scope, r Review) (Review, Stale, error)
	// SaveGroup stores one review for each member of a group, all or none. It
	// needs no lease, but refuses with ErrStale and stores nothing where one of
	// the explanations is held by another at r.AtMS or no longer has seen[i],
	// the id of the review in force that the reviewer was shown ("" for none).
	// Every review has r's Batch, which must not be empty, and its own id and key.
	SaveGroup(ctx context.Context, sc Scope, list []Review, seen []string) error
	// Withdraw undoes a review of the scope's own person; the verdict before it
	// is in force again. Withdrawn before: nothing happens. Another's: ErrNotFound.
	Withdraw(ctx context.Context, sc Scope, review string, atMS int64) error
	// WithdrawBatch undoes all of a group's decision and says how many reviews.
	WithdrawBatch(ctx context.Context, sc Scope, batch string, atMS int64) (int, error)

	// OwnFile is File for a learner's own, or ErrNotFound.
	OwnFile(ctx context.Context, learner, explanation string) (File, error)
	// AddReply stores the student's reply to a review of their own work. The
	// same text again returns the first; another text is ErrConflict.
	AddReply(ctx context.Context, r Reply) (Reply, error)
	// News are reviews of the learner's work that they have not seen, oldest
	// first, withdrawn ones left out.
	News(ctx context.Context, learner string) ([]News, error)
	// MarkSeen notes that the learner saw all reviews of one of their own.
	MarkSeen(ctx context.Context, learner, explanation string, atMS int64) error
}

// Comment is a sentence of the comment bank.
type Comment struct {
	ID     string
	Lesson string
	Item   string // key point; "" for the lesson as a whole
	Text   string
	MadeBy string
	Uses   int64
	AtMS   int64
}

// Comments keeps the comment bank, which all who teach share.
type Comments interface {
	// AddComment stores c for the scope's person, who must teach somewhere or
	// be an admin. The same text for the same item returns the first.
	AddComment(ctx context.Context, sc Scope, c Comment) (Comment, error)
	// Comments are the lesson's, by item, most used first.
	Comments(ctx context.Context, sc Scope, lesson string) ([]Comment, error)
	// UseComment counts a use.
	UseComment(ctx context.Context, sc Scope, id string) error
	// RemoveComment takes one out of the bank: one's own, or any for an admin.
	RemoveComment(ctx context.Context, sc Scope, id string) error
}
