// Package prove holds the proofs that the real program loses nothing: it is
// killed, its disk fills up, its file is locked, damaged and migrated, while
// clients keep a ledger of what it acknowledged. There is no code here, only
// tests; package store/sqlite has the one that cuts the power.
//
// How much is done is set by the environment: PROVE_KILLS and the others in
// settings_test.go. Without them the tests do a cut that takes seconds; make
// prove and make soak do more of the same.
package prove
