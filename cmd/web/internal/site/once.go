package site

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"net/url"

	"github.com/google/uuid"

	"fencepost/views"
)

// Some forms make a thing that has no column for the key of its form. What they
// make is named after the key instead: the same form sent again makes the same
// thing, which is there already, and a form that came Back and was changed makes
// another. A form without a key makes a new one each time.

// onceKey is the key of such a form. It has the time in it, as ids have.
func onceKey() views.Hidden { return hidden("key", newID()) }

// onceID is the id of what a form makes: a UUIDv7 of the time of its key.
func onceID(fields url.Values, sent ...string) string {
	key, err := uuid.Parse(fields.Get("key"))
	if err != nil || key.Version() != 7 {
		return newID()
	}
	id := uuid.UUID(sumOf(key.String(), sent)[:len(uuid.UUID{})])
	copy(id[:6], key[:6])
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80 // version and variant (RFC 9562, 5.7)
	return id.String()
}

// onceCode is the join code that a form makes. Nobody can guess it who has not
// seen the form's key, which is as random.
func onceCode(fields url.Values, sent ...string) string {
	key, err := uuid.Parse(fields.Get("key"))
	if err != nil || key.Version() != 7 {
		return rand.Text()[:codeChars]
	}
	return base32.StdEncoding.EncodeToString(sumOf(key.String(), sent))[:codeChars]
}

func sumOf(key string, sent []string) []byte {
	sum := sha256.Sum256([]byte(key + " " + shortHash(sent...)))
	return sum[:]
}
