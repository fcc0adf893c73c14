package store

import (
	"context"
	"encoding/json"
)

// LabTry is one answer to a lab, which ran. Every try is kept.
type LabTry struct {
	ID        string
	LearnerID string
	Key       string // idempotency key of the form, unique per learner
	Lesson    string // slug
	Lab       string
	Answer    json.RawMessage // the texts by the boxes' ids
	Passed    bool            // every rule held in every schedule
	Revealed  bool            // the worked solution had been shown before; the store finds out, what is given is not heeded
	Schedule  string          // in which a rule broke first; "" where none did
	Broke     string          // that rule; "" for none
	Said      string          // what was said of it
	Content   string          // the lesson's version that was tried
	AtMS      int64
}

// LabAid is help that a learner asked for in a lab.
type LabAid struct {
	LearnerID string
	Lesson    string
	Lab       string
	Aid       string // AidSolution, or a hint's name
	AtMS      int64
}

// AidSolution is the LabAid.Aid of the worked solution.
const AidSolution = "solution"

// LabDraft is what a learner has written in a lab's boxes and not run.
type LabDraft struct {
	LearnerID string
	Lesson    string
	Lab       string
	Text      string // the boxes as JSON
	Revision  int64  // rises by one with each save, from 1
	AtMS      int64
}

// LabStanding is where a learner stands in one lab that they tried.
type LabStanding struct {
	Lesson   string
	Lab      string
	Tries    int
	Passed   bool
	Revealed bool  // passed only after the worked solution was shown
	PassedMS int64 // the first time; 0: not
	LastMS   int64
}

// Labs keeps what learners do in labs.
type Labs interface {
	// AddLabTry stores t. A second one with the same learner and key stores
	// nothing and returns the first.
	AddLabTry(ctx context.Context, t LabTry) (LabTry, error)
	// LabTries are the learner's in one lab, oldest first.
	LabTries(ctx context.Context, learner, lesson, lab string) ([]LabTry, error)
	// AddLabAid records once that help was shown.
	AddLabAid(ctx context.Context, a LabAid) error
	// LabAids are what was shown to the learner in one lab, by name. What was
	// shown to a learner that was claimed stands there beside it.
	LabAids(ctx context.Context, learner, lesson, lab string) ([]LabAid, error)
	// SaveLabDraft stores d on top of revision base (0: none yet) and returns
	// what is now kept. Where base is not the newest it stores nothing and
	// returns the newest with ErrStale; the same text again is no conflict.
	SaveLabDraft(ctx context.Context, d LabDraft, base int64) (LabDraft, error)
	// LabDraft finds the learner's, or ErrNotFound.
	LabDraft(ctx context.Context, learner, lesson, lab string) (LabDraft, error)
	// LabStandings are all labs that the learner tried, by lesson and lab.
	LabStandings(ctx context.Context, learner string) ([]LabStanding, error)
	// LabStandingsOf is the same for the students of a cohort in sight, by
	// LearnerID; those who tried none are left out.
	LabStandingsOf(ctx context.Context, sc Scope, cohort string) (map[string][]LabStanding, error)
}
