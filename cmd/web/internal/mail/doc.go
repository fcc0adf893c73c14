// Package mail sends the few letters that a site writes: plain text, to one
// address each, by the SMTP server that the operator names. Letters are
// written and sent behind the back of whoever asked, so that the time of an
// answer tells nothing of what was sent, or whether.
package mail
