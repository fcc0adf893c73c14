// Package store holds the records of Fencepost, the errors that a store may
// answer with, and the small interfaces by which the rest of the program uses
// it. Everything that a student did is append-only. Times are UTC Unix
// milliseconds. Ids are UUIDv7 text, made by the caller.
package store

import (
	"context"
	"encoding/json"
	"errors"
)

var (
	// ErrNotFound is answered where no such record exists or it is not the learner's.
	ErrNotFound = errors.New("store: not found")
	// ErrStale is answered where a draft was saved on top of an older revision, or
	// anything else was made of what is no longer so.
	ErrStale = errors.New("store: stale revision")
	// ErrBusy is answered where the write could not be made in time; the
	// caller may try again. Nothing was stored.
	ErrBusy = errors.New("store: busy")
	// ErrUnwritable is answered where the disk is full, read-only or broken.
	// Nothing was stored; what is there can still be read. Writes work again
	// as soon as the cause is gone, without a restart.
	ErrUnwritable = errors.New("store: cannot write")
	// ErrDamaged is answered to writes, beside ErrUnwritable, where the database
	// was found damaged when it was opened. What can be read still is.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrInvalid is answered for a record that no engine can keep as it is:
	// text with a NUL or not UTF-8, an answer that is not JSON, a missing id,
	// an unknown claim. Nothing was stored; trying again is of no use.
	ErrInvalid = errors.New("store: invalid record")
	// ErrClosed is answered to writes after Close.
	ErrClosed = errors.New("store: closed")
	// ErrNewerSchema is answered by Open where the database was made by a
	// newer Fencepost.
	ErrNewerSchema = errors.New("store: the database is newer than this program")
)

// Learner is somebody who learns here. A cookie names them until an account
// claims their work; every account has a learner of its own.
type Learner struct {
	ID        string
	TokenHash []byte // SHA-256 of the cookie's secret; never the secret
	CreatedMS int64
	Claimed   bool // the work went to a person's account: the cookie opens nothing any more
}

// Attempt is one answer to one check, prediction or challenge. Every attempt
// is kept.
type Attempt struct {
	ID        string
	LearnerID string
	Key       string // idempotency key of the form, unique per learner
	Lesson    string // slug
	Item      string // id of the check, prediction or challenge
	Answer    json.RawMessage
	Right     bool
	Content   string // the lesson's version that was answered
	AtMS      int64
}

// Explanation is one text that a learner handed in.
type Explanation struct {
	ID          string
	LearnerID   string
	Key         string // idempotency key of the form, unique per learner
	Lesson      string
	Text        string // as typed, line ends as LF
	AfterReveal bool   // the model points had been shown before
	Run         string // the step of a run that it refers to, as the simulators' figures write it; "" for none
	AtMS        int64
}

// Before is what an explanation comes after, in its lesson.
type Before struct {
	Newest     Explanation // handed in last
	RevealedMS int64       // when the model points were shown first; 0: never
}

// Score is what one version of the scorer said of one explanation. Rows are
// never changed; another scorer version adds another row.
type Score struct {
	ID            string
	ExplanationID string
	Rubric        string // version of the rubric
	Scorer        string // version of the scorer
	Result        json.RawMessage
	Wording       string // the same for texts in nearly the same words; "" for none
	AtMS          int64

	// Under is the publication whose scorer said so, "" for one that is in force
	// without. It is looked at when the score is stored, and not kept.
	Under string
}

// Draft is the unsent explanation of a learner.
type Draft struct {
	LearnerID string
	Lesson    string
	Text      string
	Revision  int64 // rises by one with each save, from 1; never falls
	AtMS      int64
}

// Dispute is a learner's word against one verdict.
type Dispute struct {
	ID            string
	LearnerID     string
	Key           string
	ExplanationID string
	Item          string // key point or misconception
	Claim         string // "said" or "not_meant"
	Reason        string
	Run           string // as in Explanation
	AtMS          int64
}

// Learners keeps who learns here.
type Learners interface {
	// AddLearner stores a new learner.
	AddLearner(ctx context.Context, l Learner) error
	// LearnerByToken finds a learner by the hash of the cookie's secret, or ErrNotFound.
	LearnerByToken(ctx context.Context, hash []byte) (Learner, error)
}

// Attempts keeps answers to checks, predictions and challenges.
type Attempts interface {
	// AddAttempt stores a. A second one with the same learner and key stores
	// nothing and returns the first.
	AddAttempt(ctx context.Context, a Attempt) (Attempt, error)
	// Answered is where a learner stands with the questions of a lesson, and how
	// the answers to one item of it went.
	Answered(ctx context.Context, learner, lesson, item string) (Answered, error)
}

// Answered is what was answered in a lesson: Tried and Right as in Standing, but
// sorted, and how it went with one item.
type Answered struct {
	Tried, Right []string
	ItemTries
}

// ItemTries are the answers to one item. The zero ItemTries are none.
type ItemTries struct {
	N     int             // how many
	First bool            // whether the first was right
	Done  bool            // whether any was
	Last  json.RawMessage // the last
}

// Explanations keeps texts handed in and what scorers said of them.
type Explanations interface {
	// AddExplanation stores e and removes the learner's draft of that lesson
	// in the same transaction. A second one with the same learner and key
	// stores nothing and returns the first.
	AddExplanation(ctx context.Context, e Explanation) (Explanation, error)
	// AddScoredExplanation stores e as AddExplanation does and with it, in the
	// same transaction, what a scorer says of it: both or neither. Where e is a
	// second one with its learner and key, s is dropped. A publication that is no
	// longer in force is ErrStale, and nothing is stored.
	AddScoredExplanation(ctx context.Context, e Explanation, s Score) (Explanation, error)
	// Before is what an explanation that the learner hands in now comes after, in
	// one statement. Nothing yet is the zero Before.
	Before(ctx context.Context, learner, lesson string) (Before, error)
	// Explanation finds one of the learner's own, or ErrNotFound.
	Explanation(ctx context.Context, learner, id string) (Explanation, error)
	// Explanations are the learner's in one lesson, oldest first; lesson "" means all.
	Explanations(ctx context.Context, learner, lesson string) ([]Explanation, error)
	// Unscored are explanations without any score, oldest first, at most n.
	Unscored(ctx context.Context, n int) ([]Explanation, error)
	// AddScore stores s; the same explanation, rubric and scorer again stores
	// nothing. An unknown explanation is ErrNotFound; a publication that is no
	// longer in force is ErrStale.
	AddScore(ctx context.Context, s Score) error
	// Scores are all of one explanation's, oldest first. Whose explanation it
	// is was for Explanation to check.
	Scores(ctx context.Context, explanation string) ([]Score, error)
	// AddDispute stores d. A second one with the same learner and key returns
	// the first. An explanation of another learner is ErrNotFound.
	AddDispute(ctx context.Context, d Dispute) (Dispute, error)
	// Disputes are all of one explanation's, oldest first.
	Disputes(ctx context.Context, explanation string) ([]Dispute, error)
}

// Drafts keeps unsent explanations.
type Drafts interface {
	// SaveDraft stores text on top of revision base (0: none yet) and returns
	// the draft now kept. Where base is not the newest it stores nothing and
	// returns the newest with ErrStale; the same text again is no conflict and
	// keeps its revision. Where the draft was handed in meanwhile, the newest
	// is an empty one of revision 0. Revisions go on rising after that, so
	// that a page left open from before can never pass for a fresh one.
	SaveDraft(ctx context.Context, learner, lesson, text string, base, atMS int64) (Draft, error)
	// Draft finds the learner's draft, or ErrNotFound.
	Draft(ctx context.Context, learner, lesson string) (Draft, error)
}

// Progress keeps which steps were read and what was revealed.
type Progress interface {
	// MarkRead records once that the learner read a step.
	MarkRead(ctx context.Context, learner, lesson, step string, atMS int64) error
	// MarkRevealed records once that the model points were shown to the learner.
	MarkRevealed(ctx context.Context, learner, lesson string, atMS int64) error
	// Standing is where the learner stands in one lesson.
	Standing(ctx context.Context, learner, lesson string) (Standing, error)
	// Trail is all that the page of one lesson shows of its learner, in one
	// statement. Nothing yet is the zero Trail.
	Trail(ctx context.Context, learner, lesson string) (Trail, error)
	// Standings is where the learner stands in every lesson that they began, by
	// slug.
	Standings(ctx context.Context, learner string) (map[string]Standing, error)
	// Explained are the learner's explanations with the verdicts in force,
	// oldest first, in one statement.
	Explained(ctx context.Context, learner string) ([]Explained, error)
}

// Explained is an explanation with what is in force about it.
type Explained struct {
	ID, Lesson  string
	AtMS        int64
	AfterReveal bool              // the model points had been shown before
	ByPerson    bool              // a person decided
	Verdicts    map[string]string // by item; of misconceptions those found; nil where nothing was scored yet
}

// Standing is what a learner did in one lesson. Ids of steps, checks and labs are
// as stored: one that the lesson no longer has may be among them.
type Standing struct {
	Read                  []string // steps
	Tried, Right          []string // checks tried, and those answered right at least once
	LabsTried, LabsPassed []string // labs tried, and those passed at least once, by name
	Explanations          int
	RevealedMS            int64 // 0: never
	LastMS                int64
}

// Trail is what a learner left in one lesson, as its page needs it.
type Trail struct {
	Standing
	Attempts []Attempt     // oldest first; of each Item, Answer, Right and AtMS alone
	Draft    Draft         // Text, Revision and AtMS; of revision 0 where there is none
	Newest   Explanation   // ID, Text and AtMS of the one handed in last
	Labs     []LabStanding // by lab; those not tried are left out
}

// Store is everything that the site needs, made by sqlite.Open or
// postgres.Open.
//
// A write that answered nil is on the disk and survives a kill and a loss of
// power. A write that answered an error stored nothing, except where the disk
// itself failed in the middle of a commit: repeating it with the same key is
// always safe. A context that ends while a write waits for its turn takes the
// write back; once begun, a write runs to its end and answers truthfully.
type Store interface {
	Learners
	Attempts
	Explanations
	Drafts
	Progress
	Labs
	People
	Identities
	Factors
	Links
	Sessions
	Tries
	Claims
	Cohorts
	Desk
	Leases
	Reviews
	Comments
	Insight
	Exports
	Audit
	Rights
	Scorers
	Content
	Outbox
	Recalls
	Replicas
	Turns
	// Ready answers nil where a write can be made and read back.
	Ready(ctx context.Context) error
	// Close finishes writes under way and closes the database.
	Close() error
}
