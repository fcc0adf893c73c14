package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"
)

// A recovery code has 120 bits of chance, so that a plain hash of it is safe to
// keep (OWASP ASVS 5.0, 6.5.2, asks for 112).
const (
	recoveryCodes = 10
	recoveryChars = 24 // of 32 kinds
)

// PassRecovery completes a sign-in by one of the person's recovery codes, which
// is used up. Errors as PassTOTP.
func (a *Accounts) PassRecovery(ctx context.Context, w Who, code string) (SignedIn, error) {
	return a.pass(ctx, w, "recovery code", func() error {
		return wrongIfUsed(a.store.UseRecoveryCode(ctx, w.Person.ID, hashRecovery(code), a.now().UnixMilli()))
	})
}

// NewRecovery replaces the person's recovery codes. Errors: ErrNotFresh.
func (a *Accounts) NewRecovery(ctx context.Context, w Who) ([]string, error) {
	if !a.Fresh(w) {
		return nil, ErrNotFresh
	}
	return a.setRecovery(a.audited(ctx, w.Person.ID, "factor.recovery", w.Person.ID, nil), w)
}

// RecoveryLeft is how many recovery codes are not used.
func (a *Accounts) RecoveryLeft(ctx context.Context, w Who) (int, error) {
	n, err := a.store.RecoveryCodesLeft(ctx, w.Person.ID)
	if err != nil {
		return 0, fmt.Errorf("count recovery codes: %w", err)
	}
	return n, nil
}

func (a *Accounts) setRecovery(ctx context.Context, w Who) ([]string, error) {
	codes := make([]string, recoveryCodes)
	hashes := make([][]byte, recoveryCodes)
	for i := range codes {
		codes[i] = newRecovery()
		hashes[i] = hashRecovery(codes[i])
	}
	if err := a.store.SetRecoveryCodes(ctx, w.Person.ID, hashes); err != nil {
		return nil, fmt.Errorf("store recovery codes: %w", err)
	}
	return codes, nil
}

// newRecovery is a code such as ABCDEF-GHIJKL-MNOPQR-STUVWX.
func newRecovery() string {
	c := rand.Text()[:recoveryChars]
	return c[:6] + "-" + c[6:12] + "-" + c[12:18] + "-" + c[18:]
}

// hashRecovery is the hash of a code however it was typed: any case, with or
// without dashes and spaces; 0, 1 and 8, which no code has, as the letters
// that they look like.
func hashRecovery(code string) []byte {
	plain := strings.Map(func(c rune) rune {
		switch {
		case c == '-' || c == ' ':
			return -1
		case c == '0':
			return 'O'
		case c == '1':
			return 'I'
		case c == '8':
			return 'B'
		}
		return c
	}, strings.ToUpper(code))
	sum := sha256.Sum256([]byte(plain))
	return sum[:]
}
