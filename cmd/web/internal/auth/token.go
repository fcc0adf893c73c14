package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"github.com/google/uuid"
)

// tokenBytes is how much chance is in a token of a session or a link.
const tokenBytes = 32

// NewToken is a new secret for a cookie or a link: 32 random bytes as 43
// characters that are safe in both.
func NewToken() string {
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(b)
}

// HashToken is what the store keeps of a token: the SHA-256 of its bytes. With
// 256 bits of chance in it no salt and no slow hash is needed. ok is false for
// text that cannot be a token. Looking a hash up by an index tells nothing by
// its time: who guesses tokens cannot steer their hashes.
func HashToken(token string) (hash []byte, ok bool) {
	if len(token) != base64.RawURLEncoding.EncodedLen(tokenBytes) {
		return nil, false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil {
		return nil, false
	}
	sum := sha256.Sum256(b)
	return sum[:], true
}

// newID is a UUIDv7: later ids sort after earlier ones.
func newID() string { return uuid.Must(uuid.NewV7()).String() }
