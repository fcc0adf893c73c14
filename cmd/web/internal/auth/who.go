package auth

import "fencepost/store"

// Stage is how far a sign-in has come.
type Stage int

// The stages.
const (
	SignedOut   Stage = iota
	NeedsFactor       // the password was right; the second factor is still to come
	MustAddOne        // signed in; the site wants a second factor, which the account lacks
	FullySigned       // signed in
)

// Visit is where a request comes from.
type Visit struct {
	Address string // of the client, as proxies that are trusted say
	Agent   string // User-Agent
}

// Who is somebody with a session. The zero Who is somebody without.
type Who struct {
	Person  store.Person
	Session store.Session
	Around  store.Around // as of when the token was looked up
	Stage   Stage
	token   string
	demand  bool // the site wants a second factor of those who teach and of admins
}

// In says whether w is signed in: a right password alone is not enough where
// a second factor is to come.
func (w Who) In() bool { return w.Stage == MustAddOne || w.Stage == FullySigned }

// Subject is who asks, for May: nobody until the second factor was passed.
func (w Who) Subject(of []store.Membership) Subject {
	if !w.In() {
		return Subject{}
	}
	return Subject{Person: w.Person, Memberships: of, Factor: w.Session.FactorMS > 0, FactorFirst: w.demand}
}

// SignedIn is a sign-in: who it is, and what the browser is to keep.
type SignedIn struct {
	Who
	Token  string // for Jar.ForSession
	Device string // for Jar.ForDevice; "" for none
}
