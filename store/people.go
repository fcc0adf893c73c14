package store

import (
	"context"
	"errors"
	"strings"
)

var (
	// ErrConflict is answered where what was asked for belongs to another: an
	// e-mail address, an identity of a provider, a second reply to one review.
	ErrConflict = errors.New("store: taken by another")
	// ErrClaimed is answered where a learner's work was claimed before, by
	// whomever, or is a person's own.
	ErrClaimed = errors.New("store: claimed before")
	// ErrUsed is answered where a link, a code or a step of a one-time password
	// was used before, has expired or was revoked.
	ErrUsed = errors.New("store: used or expired")
)

// Role is what a person may do on the site as a whole.
type Role string

// The roles of the site. What a person may do in a cohort is a MemberRole.
const (
	RoleStudent    Role = "student"
	RoleInstructor Role = "instructor" // may make cohorts
	RoleAdmin      Role = "admin"      // sees and may do everything
)

// Person is somebody with an account.
type Person struct {
	ID           string
	LearnerID    string // under which the person's own work is stored; made with the person
	Email        string // as typed; found by FoldEmail, unique; "" where a provider gave none
	Name         string
	Role         Role
	PasswordHash string // PHC string; "" where the person cannot sign in by password
	SuspendedMS  int64  // since when; 0: not suspended
	CreatedMS    int64
}

// FoldEmail is the form in which addresses are compared: without the spaces
// around it and in lower case.
func FoldEmail(email string) string {
	return strings.ToLower(strings.TrimSpace(email))
}

// People keeps accounts.
type People interface {
	// AddPerson stores p and the learner that it names. An address in use is
	// ErrConflict.
	AddPerson(ctx context.Context, p Person) error
	// Person finds one by id, suspended ones included, or ErrNotFound.
	Person(ctx context.Context, id string) (Person, error)
	// PersonByEmail finds one by address, or ErrNotFound.
	PersonByEmail(ctx context.Context, email string) (Person, error)
	// People are those whose name or address begins with prefix, by name, to an
	// admin. To everybody else there are none.
	People(ctx context.Context, sc Scope, prefix string, p Page) (Listing[Person], error)
	// CountPeople is how many accounts have the role and are not suspended.
	CountPeople(ctx context.Context, role Role) (int, error)
	// SetPassword stores a new hash and revokes every session of the person but
	// the one whose token's hash is keep (nil: none is kept).
	SetPassword(ctx context.Context, person, phc string, keep []byte) error
	// SetProfile changes name and address. An address in use is ErrConflict.
	SetProfile(ctx context.Context, person, name, email string) error
	// SetRole changes the role and revokes the person's sessions. The last
	// admin who is not suspended stays one: ErrConflict.
	SetRole(ctx context.Context, person string, role Role) error
	// Suspend shuts a person out from atMS on and revokes their sessions; atMS
	// 0 lets them in again. The last admin cannot be suspended: ErrConflict.
	Suspend(ctx context.Context, person string, atMS int64) error
}

// Identity is a person as an OpenID provider knows them.
type Identity struct {
	Issuer, Subject string
	PersonID        string
	AtMS            int64
}

// Identities keeps by which providers a person may sign in.
type Identities interface {
	// AddIdentity stores i. The same again stores nothing; one that is another
	// person's is ErrConflict.
	AddIdentity(ctx context.Context, i Identity) error
	// PersonByIdentity finds whose it is, or ErrNotFound.
	PersonByIdentity(ctx context.Context, issuer, subject string) (Person, error)
	// Identities are the person's, oldest first.
	Identities(ctx context.Context, person string) ([]Identity, error)
	// RemoveIdentity takes one away from the person, or ErrNotFound.
	RemoveIdentity(ctx context.Context, person, issuer, subject string) error
}

// FactorKind is a way to prove a second time who one is.
type FactorKind string

// The kinds of second factor. Recovery codes are kept beside them.
const (
	FactorTOTP    FactorKind = "totp"
	FactorPasskey FactorKind = "webauthn"
)

// Factor is one second factor of a person.
type Factor struct {
	ID        string
	PersonID  string
	Kind      FactorKind
	Name      string // the person's own word for it
	Secret    []byte // TOTP: the shared secret; passkey: the credential as the library writes it
	CreatedMS int64
	UsedMS    int64 // 0: never
}

// Factors keeps second factors and recovery codes.
type Factors interface {
	// AddFactor stores f.
	AddFactor(ctx context.Context, f Factor) error
	// Factors are the person's, oldest first.
	Factors(ctx context.Context, person string) ([]Factor, error)
	// UseFactor replaces the secret of one of the person's (a passkey's counter
	// is in it) and notes the use.
	UseFactor(ctx context.Context, person, id string, secret []byte, atMS int64) error
	// UseStep notes the use of a time step of a TOTP factor. A step not above
	// the last one used is ErrUsed: a code read over a shoulder opens nothing.
	UseStep(ctx context.Context, person, id string, step, atMS int64) error
	// RemoveFactor takes one away from the person, or ErrNotFound. With the
	// last one go the recovery codes.
	RemoveFactor(ctx context.Context, person, id string) error
	// SetRecoveryCodes replaces the person's codes by those with these hashes.
	SetRecoveryCodes(ctx context.Context, person string, hashes [][]byte) error
	// UseRecoveryCode uses the person's code with that hash, once. A used one
	// is ErrUsed, an unknown one ErrNotFound.
	UseRecoveryCode(ctx context.Context, person string, hash []byte, atMS int64) error
	// RecoveryCodesLeft is how many of the person's codes are not used.
	RecoveryCodesLeft(ctx context.Context, person string) (int, error)
}

// Purpose is what a one-time link is for.
type Purpose string

// The purposes of one-time links.
const (
	LinkFirst  Purpose = "first-instructor" // makes the first account
	LinkInvite Purpose = "invite"           // makes an account, or sets the first password of PersonID
	LinkReset  Purpose = "reset"            // sets a new password for PersonID
)

// Link is a one-time link. Its secret is never stored.
type Link struct {
	Hash      []byte // SHA-256 of the secret
	Purpose   Purpose
	PersonID  string // whom it is for; "" where it makes an account
	CohortID  string // which the new account joins as a student; "" for none
	MadeBy    string // person; "" for the program itself
	CreatedMS int64
	ExpiresMS int64
	UsedMS    int64 // 0: not yet
}

// Links keeps one-time links.
type Links interface {
	// AddLink stores l. A link of the same purpose for the same person that was
	// not used yet is used up by it: the newest is the one that works. Into a
	// cohort invites who leads it, or the program itself: ErrNotFound else.
	AddLink(ctx context.Context, l Link) error
	// Link looks at one without using it. Unknown, used or expired at atMS:
	// ErrUsed.
	Link(ctx context.Context, hash []byte, purpose Purpose, atMS int64) (Link, error)
	// JoinByLink uses the link and stores p (and its membership of the link's
	// cohort) in one transaction: exactly one of many at once succeeds. Where p
	// cannot be stored the link stays unused. Errors: ErrUsed, and those of
	// AddPerson. The link must be one that makes an account.
	JoinByLink(ctx context.Context, hash []byte, purpose Purpose, p Person, atMS int64) (Link, error)
	// ResetByLink uses the link, stores the password for its person and revokes
	// their sessions, in one transaction. The link must name a person.
	ResetByLink(ctx context.Context, hash []byte, purpose Purpose, phc string, atMS int64) (Person, error)
}

// Session is one browser signed in. Its token is never stored.
type Session struct {
	ID        string // by which a person names it in the list of their sessions
	TokenHash []byte // SHA-256 of the cookie's token
	PersonID  string
	CreatedMS int64 // for the absolute expiry; kept by RotateSession
	SeenMS    int64 // for the idle expiry
	FactorMS  int64 // when the second factor was passed; 0: not
	UserAgent string
	Address   string
}

// Around is what every page says of the one who is signed in.
type Around struct {
	Cohorts int  // memberships that were not ended, archived cohorts among them
	Teaches bool // active instructor or assistant of one
	News    int  // reviews of their work that they have not seen, as Reviews.News lists them
}

// Sessions keeps who is signed in. When a session has expired is for the
// caller to say.
type Sessions interface {
	// AddSession stores s.
	AddSession(ctx context.Context, s Session) error
	// SessionByToken finds a session without its UserAgent and Address, its person
	// and what pages show around them, in one statement. Unknown, revoked, or of a
	// suspended person: ErrNotFound.
	SessionByToken(ctx context.Context, hash []byte) (Session, Person, Around, error)
	// TouchSession notes that the session was seen, if it is still there. Once
	// a minute is enough.
	TouchSession(ctx context.Context, hash []byte, atMS int64) error
	// RotateSession gives a session another token in one transaction and notes
	// the second factor where factorMS is not 0. An unknown one is ErrNotFound.
	RotateSession(ctx context.Context, oldHash, newHash []byte, factorMS, atMS int64) error
	// Sessions are the person's, newest first.
	Sessions(ctx context.Context, person string) ([]Session, error)
	// RevokeSession ends one of the person's by its id, or ErrNotFound.
	RevokeSession(ctx context.Context, person, id string) error
	// RevokeSessions ends all of the person's but the one with the token's hash
	// keep (nil: all).
	RevokeSessions(ctx context.Context, person string, keep []byte) error
	// PurgeSessions deletes at most n sessions made or last seen before the
	// given times and says how many.
	PurgeSessions(ctx context.Context, madeBeforeMS, seenBeforeMS int64, n int) (int, error)
}

// Tries counts attempts to sign in, so that they can be limited by account and
// by address. Counts survive a restart. Only a hash of each key is stored.
type Tries interface {
	// CountTry adds one to each key's count and returns the counts, this try
	// included. A count begins anew windowMS after its first try. Count before
	// the password is looked at, or many at once slip by.
	CountTry(ctx context.Context, atMS, windowMS int64, keys ...string) ([]int, error)
	// ForgetTries sets the keys' counts to nothing, as after a success.
	ForgetTries(ctx context.Context, keys ...string) error
	// PurgeTries deletes at most n counts begun before beforeMS.
	PurgeTries(ctx context.Context, beforeMS int64, n int) (int, error)
}

// Work is how much there is under one learner.
type Work struct {
	Attempts     int
	Explanations int
	Drafts       int // not handed in
	Steps        int // read
	Labs         int // tries
	LastMS       int64
}

// None says that there is nothing to claim.
func (w Work) None() bool {
	return w.Attempts+w.Explanations+w.Drafts+w.Steps+w.Labs == 0
}

// Claims join what somebody did before they signed in to their account.
// Nothing is rewritten: all reads of a learner's own work include the learners
// that were claimed for it. Form keys stay per learner.
type Claims interface {
	// Work counts what is under one learner, what was claimed for it included.
	Work(ctx context.Context, learner string) (Work, error)
	// Claim gives the work of an anonymous learner to a person, for ever. Its
	// drafts become the person's; where both have one in a lesson, the
	// learner's text is put below the person's. Claimed before (by the same
	// person too), or the learner of a person: ErrClaimed. After it the
	// learner's cookie is to be dropped: LearnerByToken says Claimed.
	Claim(ctx context.Context, learner, person string, atMS int64) error
}
