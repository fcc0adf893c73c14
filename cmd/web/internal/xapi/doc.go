// Package xapi tells a learning record store what learners did, in statements
// of the Experience API (xAPI 1.0.3, ADL 2016; what is sent is valid under
// IEEE 9274.1.1, 2.0, too). A statement is written to the store's outbox in the
// transaction that stores the work; a relay sends it afterwards, as often as it
// takes. Its id is fixed when it is written, so that a record store that hears
// it twice keeps it once.
package xapi
