package store

import (
	"context"
	"encoding/json"
	"iter"
)

// Cell is what one student did in one lesson.
type Cell struct {
	Tried, Right  []string // ids of checks tried, and of those answered right at least once, in order
	Explanations  int      // handed in
	ExplanationID string   // the newest; "" for none
	Covered       int      // key points of the newest, by the verdict in force
	Points        int      // key points that the verdict in force speaks of
	ByPerson      bool     // that verdict is a person's
	Waiting       bool     // the newest waits for a person
	LastMS        int64
}

// Matrix is a cohort's students against lessons.
type Matrix struct {
	Students []Student                  // by name
	Cells    map[string]map[string]Cell // LearnerID -> lesson
}

// ItemCount is how many students have a verdict on an item.
type ItemCount struct {
	Item     string
	Verdict  string // in force
	Students int    // whose newest explanation has it
}

// OptionCount is how often an answer to a check or prediction was given.
type OptionCount struct {
	Item     string
	Answer   json.RawMessage
	Right    bool // for a prediction: it came true
	Times    int
	Students int
	First    int // students who answered this first
}

// UntilRight is how many students needed so many attempts.
type UntilRight struct {
	Item     string
	Attempts int // 0: not right yet
	Students int
}

// Agreement is how often scorer and person said what of an item.
type Agreement struct {
	Item    string
	WeekMS  int64  // begin of the week of the review, Monday 00:00 UTC
	Machine string // verdict that the newest score had when the person judged
	Person  string
	Times   int
}

// Insight is what those who teach look at. Cohort "" is everything that the
// scope sees; a cohort that it does not teach is ErrNotFound.
type Insight interface {
	// Matrix takes at most three statements, however large the cohort.
	Matrix(ctx context.Context, sc Scope, cohort string) (Matrix, error)
	// Coverage counts verdicts over each student's newest explanation.
	Coverage(ctx context.Context, sc Scope, cohort, lesson string) ([]ItemCount, error)
	// Options counts answers to checks and predictions, by item, most frequent first.
	Options(ctx context.Context, sc Scope, cohort, lesson string) ([]OptionCount, error)
	// AttemptsUntilRight counts students by the attempts that they needed.
	AttemptsUntilRight(ctx context.Context, sc Scope, cohort, lesson string) ([]UntilRight, error)
	// Agreements compares scorer and people over reviews that stand.
	Agreements(ctx context.Context, sc Scope, cohort, lesson string) ([]Agreement, error)
	// Tallies are the anonymous counts that remain of people and texts that
	// were deleted; to admins only.
	Tallies(ctx context.Context, sc Scope, lesson string) ([]Tally, error)
}

// Tally is what remains of work that was deleted: counts that name nobody.
type Tally struct {
	Lesson string
	Kind   string // "check" (attempts), "verdict" (in force), "explanation"
	Item   string // check, or key point; "" for explanations
	Value  string // "right" or "wrong"; the verdict; ""
	N      int
}

// Export narrows an export.
type Export struct {
	Cohort  string // "" for all that the scope may export
	Lesson  string // "" for all
	Learner string // LearnerID of a student; "" for all
	FromMS  int64  // at or after; 0: any
	ToMS    int64  // before; 0: any
}

// CheckRow is one attempt with whose it is.
type CheckRow struct {
	Student
	Attempt
}

// ExplanationRow is one explanation with the verdict in force.
type ExplanationRow struct {
	Student
	Explanation
	Score    *Score  // the newest; nil for none
	InForce  *Review // nil: the score's
	Reviewer string  // name
}

// ReviewRow is one review with whose work it is about.
type ReviewRow struct {
	Student
	Judged
	Lesson string
}

// Exports read everything that a filter matches, student by student, oldest
// first. No statement stays open while a slow reader takes its time, and the
// right is looked up again every few dozen students. Admins export everything,
// instructors what the active students of the cohorts that they lead did,
// everybody their own. An error is the last pair of a sequence.
type Exports interface {
	ExportChecks(ctx context.Context, sc Scope, e Export) iter.Seq2[CheckRow, error]
	ExportExplanations(ctx context.Context, sc Scope, e Export) iter.Seq2[ExplanationRow, error]
	ExportReviews(ctx context.Context, sc Scope, e Export) iter.Seq2[ReviewRow, error]
}
