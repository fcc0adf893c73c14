package auth

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// ErrBusy is answered where so many passwords wait to be hashed that one more
// would wait too long. The caller may try again in a few seconds.
var ErrBusy = errors.New("auth: too many passwords at once")

// Params is what a hash costs: 46 MiB and two passes over them in one lane,
// about 150 ms of one core (AMD EPYC, 2026) and twice the least that OWASP's Password Storage
// Cheat Sheet asks for (46 MiB, one pass). One lane, so that the cost does not
// depend on the machine that made the hash.
var Params = argon2id.Params{
	Memory:      46 << 10, // KiB
	Iterations:  2,
	Parallelism: 1,
	SaltLength:  16, // bytes
	KeyLength:   32, // bytes
}

// waitersPerSlot bounds the queue: at 150 ms a hash the last one in it waits
// about five seconds.
const waitersPerSlot = 32

// Hasher hashes passwords, a few at a time: hashing is slow and large on
// purpose, and a rush at the door must not take the machine from those who are
// reading. The rest wait in a queue that is bounded too.
type Hasher struct {
	params  argon2id.Params
	slots   chan struct{} // one for each hash under way
	waiting chan struct{} // one for each caller, hashing or not
	decoy   string        // what unknown accounts are compared with
}

// NewHasher makes a Hasher that makes n hashes at once; 0 means half of the
// cores, rounded up. Parameters that no hash can be made with are an error.
func NewHasher(p argon2id.Params, n int) (*Hasher, error) {
	if p.Memory == 0 || p.Iterations == 0 || p.Parallelism == 0 || p.SaltLength < 8 || p.KeyLength < 16 {
		return nil, fmt.Errorf("hash passwords with %+v: %w", p, argon2id.ErrInvalidHash)
	}
	if n <= 0 {
		n = (runtime.GOMAXPROCS(0) + 1) / 2
	}
	return &Hasher{
		params: p, decoy: newDecoy(p),
		slots: make(chan struct{}, n), waiting: make(chan struct{}, n*(1+waitersPerSlot)),
	}, nil
}

// newDecoy is a hash that costs what any other does to compare with, and is
// the hash of nothing that anybody knows: its key is made up.
func newDecoy(p argon2id.Params) string {
	b := make([]byte, p.SaltLength+p.KeyLength)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		p.Memory, p.Iterations, p.Parallelism, text(b[:p.SaltLength]), text(b[p.SaltLength:]))
}

// Hash is the PHC string of a password, which is first brought into the form
// in which it is compared.
func (h *Hasher) Hash(ctx context.Context, password string) (phc string, err error) {
	err = h.run(ctx, func() error {
		phc, err = argon2id.CreateHash(normal(password), &h.params)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return phc, nil
}

// Verify says whether password is the one of phc, and whether phc should be
// made anew since the parameters changed. An empty phc (no such account, or one
// without a password) costs the same time and is never right.
func (h *Hasher) Verify(ctx context.Context, password, phc string) (right, stale bool, err error) {
	decoy := phc == ""
	if decoy {
		phc = h.decoy
	}
	if err := h.affordable(phc); err != nil {
		return false, false, err
	}
	err = h.run(ctx, func() error {
		var p *argon2id.Params
		right, p, err = argon2id.CheckHash(normal(password), phc)
		stale = err == nil && *p != h.params
		return err
	})
	if err != nil {
		return false, false, fmt.Errorf("verify a password: %w", err)
	}
	return right && !decoy, stale, nil
}

// affordable refuses a stored hash that claims a cost far above ours: such a
// row, say from an imported archive, would stop the site at each sign-in.
func (h *Hasher) affordable(phc string) error {
	p, _, _, err := argon2id.DecodeHash(phc)
	switch {
	case err != nil:
		return fmt.Errorf("read a stored hash: %w", err)
	case p.Memory > 4*h.params.Memory, p.Iterations > 8*h.params.Iterations, p.Iterations == 0,
		p.Parallelism == 0, p.Parallelism > 16, p.SaltLength < 8, p.KeyLength < 16, p.KeyLength > 64:
		return fmt.Errorf("read a stored hash: m=%d KiB, t=%d, p=%d: %w", p.Memory, p.Iterations, p.Parallelism, argon2id.ErrInvalidHash)
	}
	return nil
}

// run waits for a slot and calls f in it.
func (h *Hasher) run(ctx context.Context, f func() error) error {
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return ErrBusy
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return f()
}

// normal is the form in which passwords are hashed: Unicode NFKC, so that the
// same letters typed on another keyboard or system are the same password (NIST
// SP 800-63B-4, section 3.1.1.2).
func normal(password string) string { return norm.NFKC.String(password) }
