package site

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// A learner is named by a cookie: "secret.seal", where secret is 32 random
// bytes of which the store keeps the SHA-256, and seal proves that this
// site handed the secret out. A secret that the store knows needs no seal;
// one that nobody knows is only taken for a new learner with a seal, so that
// nobody can make another person work under a secret of their own choosing.
// The seal lets a page hand out the secret before anything is written: the
// row is made with the first write, and two writes at once make one learner.

const (
	secretBytes = 32
	sealBytes   = 16
	cookieAge   = 365 * 24 * time.Hour
)

// cookie knows how the learner's cookie is named, scoped and sealed.
type cookie struct {
	name, path string
	secure     bool
	key        *keyed // of all processes that serve the site
}

// newCookie fits the cookie to the address of the site.
func newCookie(base *url.URL, sealKey []byte) cookie {
	c := cookie{secure: base.Scheme == "https", key: newKeyed(sealKey)}
	c.name, c.path = auth.CookieScope(base)
	return c
}

// sealKey is the key of all processes that serve the site. Where the store cannot
// be written, the site still opens for reading, with a key of its own.
func sealKey(p Parts) []byte {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails: crypto/rand ends the program instead
	ctx, end := context.WithTimeout(context.Background(), probeWithin)
	defer end()
	key, err := p.Store.SiteKey(ctx, "learner seal", fresh)
	if err != nil {
		p.Log.Warn("the key for cookies is this process's alone", "err", err)
		return fresh
	}
	return key
}

func (s *Site) secure() bool { return s.cookie.secure }

// mint makes a new value.
func (c cookie) mint() string {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(secret) + "." + c.seal(secret)
}

func (c cookie) seal(secret []byte) string {
	return base64.RawURLEncoding.EncodeToString(c.key.sum(secret)[:sealBytes])
}

// open reads a value: the secret, and whether its seal is ours. ok is false
// for a value that cannot be one.
func (c cookie) open(value string) (secret []byte, sealed, ok bool) {
	text, seal, _ := strings.Cut(value, ".")
	secret, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(secret) != secretBytes {
		return nil, false, false
	}
	return secret, hmac.Equal([]byte(seal), []byte(c.seal(secret))), true
}

// set sends the cookie for another year.
func (c cookie) set(ctx echo.Context, value string) {
	ctx.SetCookie(&http.Cookie{
		Name: c.name, Value: value, Path: c.path, MaxAge: int(cookieAge.Seconds()),
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode,
	})
}

// drop takes the cookie away.
func (c cookie) drop(ctx echo.Context) {
	ctx.SetCookie(&http.Cookie{
		Name: c.name, Path: c.path, MaxAge: -1, HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode,
	})
}

// value is what the browser sent, or "".
func (c cookie) value(ctx echo.Context) string {
	got, err := ctx.Cookie(c.name)
	if err != nil {
		return ""
	}
	return got.Value
}

func hashOf(secret []byte) []byte {
	sum := sha256.Sum256(secret)
	return sum[:]
}

// newID is a UUIDv7: later ids sort after earlier ones.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// newKey is an idempotency key for one form.
func newKey() string { return rand.Text() }

// keyLength is how many bytes newKey makes.
const keyLength = 26

// newLearner is a learner whose cookie holds secret.
func newLearner(secret []byte, atMS int64) store.Learner {
	return store.Learner{ID: newID(), TokenHash: hashOf(secret), CreatedMS: atMS}
}
