// Package auth lets people in and says what they may do. It knows accounts and
// the store's records of them, and no web framework; the only HTTP it speaks is
// what a protocol asks for: cookies, and requests to an OpenID provider.
//
//   - Accounts: sign-in by password, registration, one-time links, sessions,
//     second factors.
//   - Provider: sign-in at an OpenID provider.
//   - May: who may do what, as one table.
//   - Hasher and Rules: what a password costs and which are refused.
//   - Jar: how the cookies are named and scoped.
//
// # Sessions
//
// A session is 32 random bytes in a cookie; the store has their SHA-256. They
// are replaced at each step up: a sign-in makes new ones, and so do a second
// factor and a new password. A change of role ends all sessions.
// Sessions are a few lines over store.Sessions rather than a library: the one
// that we would take otherwise (alexedwards/scs) keeps opaque, encoded values
// under a token, so that listing a person's sessions, ending one or all, and
// finding session and person in one statement would have to go around it.
//
// Whoever is suspended, signed out or expired is out by every door, because
// there is one: Accounts.Who, which looks at the store each time.
//
// # Guessing
//
// Passwords and codes are counted before they are looked at, by account and by
// address, and delays grow; see Allowance. An account that does not exist
// behaves as one that does, in words, counts and time. A guess costs 150 ms of
// a core, and only half of the cores hash at once.
//
// # What the store holds
//
// Passwords as argon2id hashes; tokens of sessions and links, and recovery
// codes, as SHA-256, since they have 120 bits of chance or more; the public
// halves of passkeys. The secrets of authenticator apps stand there as they
// are: the server must compute with them, so whoever reads the database can
// make codes, though not sign in without the password. Keys of counts are
// hashed, so that no address of an unknown account is kept.
//
// Sign-ins, their second factors, sign-outs, new passwords, factors, providers,
// links and roles stand in the audit log, in the transaction of the change
// itself. Refused sign-ins do not: anybody could fill it.
//
// # Between two requests
//
// What a ceremony must remember travels with the browser, sealed under a key
// that comes from its session's token or its own cookie (see seal and flow). No
// key of the server's own is needed, several processes can serve one site, and
// a seal dies with the token, so that it opens nothing twice.
package auth
