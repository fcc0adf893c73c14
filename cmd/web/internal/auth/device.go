package auth

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"fencepost/store"
)

// A browser in which a person has signed in keeps a second cookie for a year
// that says so: "nonce.seal", where the seal can only be made from the hash of
// the person's password. It lets nobody in. It only has tries from that browser
// counted by themselves, so that others who guess at the account, from however
// many addresses, delay each other and never the owner (OWASP's "device
// cookies"). A new password makes all of them worthless, and no row is needed.

const deviceNonce = 16

// newDevice makes the cookie's value for a person; "" where the person has no
// password.
func newDevice(p store.Person) string {
	if p.PasswordHash == "" {
		return ""
	}
	nonce := make([]byte, deviceNonce)
	_, _ = rand.Read(nonce) // never fails: crypto/rand ends the program instead
	text := base64.RawURLEncoding.EncodeToString(nonce)
	return text + "." + deviceSeal(p, text)
}

// knownDevice says whether newDevice made value for this person.
func knownDevice(p store.Person, value string) bool {
	nonce, seal, ok := strings.Cut(value, ".")
	return ok && p.PasswordHash != "" && hmac.Equal([]byte(seal), []byte(deviceSeal(p, nonce)))
}

func deviceSeal(p store.Person, nonce string) string {
	key, err := hkdf.Key(sha256.New, []byte(p.PasswordHash), []byte(p.ID), "fencepost device", sha256.Size)
	if err != nil {
		return "" // only for a length that SHA-256 cannot give
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(nonce))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
