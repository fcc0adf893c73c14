package class

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Entry is what the site told one student that it stored.
type Entry struct {
	Student string
	Lesson  string
	Learner string          // the learner as whom they work, where they are signed in
	Token   []byte          // else the SHA-256 of the secret in their cookie
	Keys    map[string]Kind // idempotency keys of answers, explanations and reviews
	Steps   []string        // marked as read
	Draft   int64           // revision saved last
}

// tokenOf is what a site keeps of a learner's cookie.
func tokenOf(cookie string) []byte {
	secret, _, _ := strings.Cut(cookie, ".")
	b, err := base64.RawURLEncoding.DecodeString(secret)
	if err != nil || len(b) == 0 {
		return nil
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// Count is how many writes were acknowledged: keys, marks and the newest
// revision of each draft.
func Count(ledger []Entry) (n int) {
	for _, e := range ledger {
		n += len(e.Keys) + len(e.Steps)
		if e.Draft > 0 {
			n++
		}
	}
	return n
}
