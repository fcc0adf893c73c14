package store

import (
	"context"
	"encoding/json"
)

// ScorerState is how far a scorer has come.
type ScorerState string

// The states of a scorer. One that is being tried, was tried or failed is its
// lesson's candidate; there is at most one.
const (
	ScorerTrying    ScorerState = "trying" // stored explanations are being scored by it, to see what would change
	ScorerTried     ScorerState = "tried"
	ScorerFailed    ScorerState = "failed" // it could not be made; Preview says why
	ScorerDiscarded ScorerState = "discarded"
	ScorerPublished ScorerState = "published" // at least once; Publications say when
)

// Scorer is a version of what scores a lesson's explanations: a rubric with its
// samples, and people's marks up to a review. From these it can be made again
// at any time.
type Scorer struct {
	ID      string
	Lesson  string
	Rubric  string // version of the rubric with its samples
	Version string // what it calls itself; "" until it was trained
	Marks   int    // explanations that it learnt marks from
	MarksTo int64  // position of the newest review that it heeds; 0: none
	MarksMS int64  // reviews withdrawn later are heeded still
	State   ScorerState
	MadeBy  string          // person; "" for the program
	Preview json.RawMessage // what trying it found so far, in the site's own words
	Tried   int64           // position of the last explanation that it was tried on
	AtMS    int64
}

// Publication puts a scorer in force. The newest of a lesson holds.
type Publication struct {
	ID       string
	Scorer   Scorer
	ByID     string // person; "" for the program
	Adopted  int64  // position of the last explanation that was scored anew
	Finished bool   // every explanation stored has the scorer's score, or is to keep what it has
	AtMS     int64
}

// Mark is a person's verdict in force on one explanation.
type Mark struct {
	ExplanationID string
	Text          string
	Verdicts      map[string]string // as in Review
	Flags         []string          // of the score that the person had before them
}

// Unmarked is an explanation that waits for its first mark.
type Unmarked struct {
	ExplanationID string
	Text          string
	Wanted        bool
}

// Stored is an explanation as a scorer is tried on it.
type Stored struct {
	Place         int64 // ascending
	ExplanationID string
	Text          string
	Result        json.RawMessage   // of the score in force; nil for none
	Scorer        string            // its version
	Verdicts      map[string]string // a person's in force; nil for none
	Heeded        int64             // position of that review
}

// Move is a verdict that a scorer would change. People's verdicts stay, so an
// item that a person judged never moves.
type Move struct {
	Place     int64
	Item      string
	Way       int // 1: towards covered, -1: away from it, 0: neither
	Was, Will string
	Quotes    json.RawMessage // ranges of the text that count for what it would be
}

// Moved is a move with the answer that moves.
type Moved struct {
	Answer
	Text string
	Move
}

// Waiting is what a lesson has that its scorer in force does not know.
type Waiting struct {
	Marks   int   // explanations with a mark newer than it heeds
	Taken   int   // reviews that it heeds and that were withdrawn since
	MarksTo int64 // position of the newest review of the lesson; 0: none
}

// Concord is how often the scorer's decided verdicts are what people said
// of the same explanations afterwards.
type Concord struct {
	Marks int // verdicts of people on items that the scorer had decided
	Same  int
}

// Scorers keeps which scorer is in force for each lesson, and what another
// would change. Who may change it is for the site to say.
type Scorers interface {
	// KeepRubric stores the body of a rubric; the same version again nothing.
	KeepRubric(ctx context.Context, lesson, version string, body []byte) error
	// Rubric is a body that was kept, or ErrNotFound.
	Rubric(ctx context.Context, lesson, version string) ([]byte, error)
	// AddScorer stores s. Where it is a candidate it takes the place of the
	// lesson's present one, which is discarded. Its rubric must have been kept.
	AddScorer(ctx context.Context, s Scorer) error
	// Scorer finds one by id, or ErrNotFound.
	Scorer(ctx context.Context, id string) (Scorer, error)
	// Candidate is the lesson's, or ErrNotFound.
	Candidate(ctx context.Context, lesson string) (Scorer, error)
	// Trying are the candidates that are being tried, oldest first.
	Trying(ctx context.Context) ([]Scorer, error)
	// Try stores how far a candidate has come (Version, Marks, State, Preview
	// and Tried of s) and moves that were found since. One that was discarded
	// meanwhile is ErrNotFound, and nothing is stored.
	Try(ctx context.Context, s Scorer, moves []Move) error
	// Discard drops a candidate and its moves, or ErrNotFound.
	Discard(ctx context.Context, id string) error
	// Publish puts p.Scorer.ID in force. One that is discarded, is being tried
	// or failed is ErrConflict; so is one when another than seen, the
	// publication that the asker saw in force ("" for none), is in force.
	Publish(ctx context.Context, p Publication, seen string) error
	// Publications are the lesson's, newest first, at most n.
	Publications(ctx context.Context, lesson string, n int) ([]Publication, error)
	// InForce are the newest publications of all lessons, by lesson.
	InForce(ctx context.Context) ([]Publication, error)
	// Adopt gives explanations the scores of a publication, in one transaction:
	// a score of these versions that is there already is in force again. place
	// is that of the last of them. A publication that is no longer in force is
	// ErrNotFound, and nothing is stored.
	Adopt(ctx context.Context, publication string, scores []Score, place int64, finished bool) error

	// Marks are people's verdicts in force on the lesson's explanations at the
	// time when to was the newest review, but for those withdrawn up to ms;
	// newest first, at most n.
	Marks(ctx context.Context, lesson string, to, ms int64, n int) ([]Mark, error)
	// Unmarked are scored explanations of the lesson that no person judged, newest
	// first, at most n. Wanted ones are among them.
	Unmarked(ctx context.Context, lesson string, n int) ([]Unmarked, error)
	// Ask wants a person's mark on these, in the name of the program.
	Ask(ctx context.Context, explanations []string) error
	// Waiting is what came after a scorer's marks.
	Waiting(ctx context.Context, s Scorer) (Waiting, error)
	// StoredAfter are explanations of the lesson after a place, oldest first.
	StoredAfter(ctx context.Context, lesson string, place int64, n int) ([]Stored, error)
	// CountStored is how many explanations the lesson has.
	CountStored(ctx context.Context, lesson string) (int, error)
	// Moves are those of a scorer on an item that the scope reaches, by place.
	// The counts in a Preview are over everybody.
	Moves(ctx context.Context, sc Scope, scorer, item string, way int, p Page) (Listing[Moved], error)
	// Concord counts over all reviews of the lesson that stand.
	Concord(ctx context.Context, lesson string) (Concord, error)
}
