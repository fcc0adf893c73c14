package store

import (
	"context"
	"encoding/json"
)

// Entry is one line of the audit log. It names people by id only, in Detail
// too, so that deleting a person leaves nothing of them here but the id.
type Entry struct {
	ID      string
	ActorID string // person; "" for the program itself or somebody unknown
	Action  string // such as "person.suspend"
	Object  string // what it was done to, such as a person's id
	Detail  json.RawMessage
	AtMS    int64
}

// Audit keeps the log of what was done by whom. Nothing can change or delete a
// line of it.
type Audit interface {
	// AddEntry stores e. Where the entry is of a write, use Audited instead.
	AddEntry(ctx context.Context, e Entry) error
	// Entries are those of an action ("" for all), newest first, to an admin.
	// To everybody else there are none.
	Entries(ctx context.Context, sc Scope, action string, p Page) (Listing[Entry], error)
}

type auditKey struct{}

// Audited makes the next write under the context store e as well, in the same
// transaction: either both happen or neither.
func Audited(ctx context.Context, e Entry) context.Context {
	return context.WithValue(ctx, auditKey{}, e)
}

// AuditOf is the entry that Audited put into the context, if any.
func AuditOf(ctx context.Context) (Entry, bool) {
	e, ok := ctx.Value(auditKey{}).(Entry)
	return e, ok
}

// Dossier is everything that is stored about one person. Secrets (hashes of
// passwords and tokens, second factors) are left out.
type Dossier struct {
	Person       Person
	Identities   []Identity
	Memberships  []Membership
	Sessions     []Session
	Learners     []string // the person's own, then those claimed
	Progress     map[string]Standing
	Attempts     []Attempt
	Explanations []Explanation
	Scores       []Score
	Disputes     []Dispute
	Reviews      []Judged // of the person's work
	Replies      []Reply
	Drafts       []Draft
	Labs         []LabTry
	LabAids      []LabAid
	LabDrafts    []LabDraft
	SpokenOf     []string    // names under which a learning record store knows the learners
	Statements   []Statement // for it, not sent yet
	Recall       []RecallEvent
	Recalling    RecallSetting // without the calendar's hash
	Written      []Review      // reviews that the person wrote of others' work
	Comments     []Comment
	Audit        []Entry // done by the person or to them
}

// Rights are what a person may ask of those who keep their data.
type Rights interface {
	// Dossier is for the person and for admins, ErrNotFound to others.
	Dossier(ctx context.Context, sc Scope, person string) (Dossier, error)
	// LearnerDossier is that of a learner without an account: Person holds the
	// learner's id alone. That it is the learner who asks was for
	// LearnerByToken to find out.
	LearnerDossier(ctx context.Context, learner string) (Dossier, error)
	// DeletePerson removes everything that the person wrote or that says who
	// they are: account, factors, sessions, memberships, attempts, texts,
	// scores, disputes, drafts, and reviews of their work with what was
	// written there. What remains: the bare id, because reviews that the
	// person wrote of others' work and the audit log name it, what they put
	// into the comment bank, and Tallies. For the person and for admins;
	// ErrNotFound to others. The last admin cannot go: ErrConflict.
	DeletePerson(ctx context.Context, sc Scope, person string, atMS int64) error
	// DeleteLearner removes all work of an anonymous learner, and the learner.
	// A claimed one or a person's is ErrClaimed.
	DeleteLearner(ctx context.Context, learner string) error
	// DeleteBefore removes at most n explanations handed in before beforeMS
	// with all that hangs on them, and says how many; Tallies remain.
	DeleteBefore(ctx context.Context, beforeMS int64, n int) (int, error)
}
