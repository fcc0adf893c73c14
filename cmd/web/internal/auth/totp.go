package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"fencepost/store"
)

// One-time passwords by RFC 6238 as every authenticator app makes them: SHA-1,
// six digits, 30 seconds; a code of the step before or after is taken too, for
// clocks that differ.
const (
	totpStep   = 30 * time.Second
	totpDigits = otp.DigitsSix
	totpSkew   = 1
	totpBytes  = 20 // RFC 4226, section 4: 160 bits
)

// base32Plain is how authenticator apps want a secret.
var base32Plain = base32.StdEncoding.WithPadding(base32.NoPadding)

// TOTPOffer is a secret that a person may put into an app. It becomes a factor
// when AddTOTP is given a first code.
type TOTPOffer struct {
	Secret string // base32, to be typed where the picture cannot be scanned
	URI    string // otpauth://
	Seal   string // for the form; AddTOTP wants it back
}

// OfferTOTP makes a secret. Nothing is stored. Errors: ErrNotFresh.
func (a *Accounts) OfferTOTP(w Who) (TOTPOffer, error) {
	if !a.Fresh(w) {
		return TOTPOffer{}, ErrNotFresh
	}
	secret := make([]byte, totpBytes)
	_, _ = rand.Read(secret) // never fails: crypto/rand ends the program instead
	s, err := seal(w.token, "totp", a.now().Add(ceremony), secret)
	if err != nil {
		return TOTPOffer{}, err
	}
	text := base32Plain.EncodeToString(secret)
	return TOTPOffer{Secret: text, URI: a.totpURI(text, w.Person), Seal: s}, nil
}

// totpURI is what apps read from the picture.
func (a *Accounts) totpURI(secret string, p store.Person) string {
	account := p.Email
	if account == "" {
		account = p.Name
	}
	issuer := "Fencepost " + a.base.Hostname()
	q := "secret=" + secret + "&issuer=" + url.PathEscape(issuer)
	return "otpauth://totp/" + url.PathEscape(issuer) + ":" + url.PathEscape(account) + "?" + q
}

// QR is text as a square of dark (true) and light modules, without the quiet
// zone of four modules that must be left around it.
func QR(text string) ([][]bool, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("make a QR code: %w", err)
	}
	n := code.Bounds().Dx()
	rows := make([][]bool, n)
	for y := range rows {
		rows[y] = make([]bool, n)
		for x := range rows[y] {
			r, _, _, _ := code.At(x, y).RGBA()
			rows[y][x] = r == 0
		}
	}
	return rows, nil
}

// AddTOTP makes an offer a factor, after a first code that the app shows. The
// session counts as factored from then on; all others end. Recovery codes are
// those of the first factor. Errors: ErrNotFresh, ErrSeal, ErrCode, *WaitError.
func (a *Accounts) AddTOTP(ctx context.Context, w Who, offer, name, code string) (Enrolled, error) {
	var secret []byte
	if err := unseal(w.token, "totp", offer, a.now(), &secret); err != nil {
		return Enrolled{}, err
	}
	own := try{"factor " + w.Person.ID, perFactor}
	if err := a.limit.count(ctx, own); err != nil {
		return Enrolled{}, err
	}
	step, ok, err := totpStepOf(secret, code, a.now())
	if err != nil {
		return Enrolled{}, err
	}
	if !ok {
		return Enrolled{}, ErrCode
	}
	f := a.newFactor(w, store.FactorTOTP, name, secret)
	done, err := a.addFactor(ctx, w, f)
	if err != nil {
		return Enrolled{}, err
	}
	// The code that showed that the app works opens nothing any more.
	if err := a.store.UseStep(ctx, w.Person.ID, f.ID, step, a.now().UnixMilli()); err != nil {
		return Enrolled{}, fmt.Errorf("note a step: %w", err)
	}
	return done, a.limit.forget(ctx, own)
}

// totpStepOf finds the time step whose code was typed. Every step is looked at
// and compared in constant time.
func totpStepOf(secret []byte, code string, now time.Time) (step int64, ok bool, err error) {
	code = strings.Join(strings.Fields(code), "")
	at := now.Unix() / int64(totpStep/time.Second)
	for s := at - totpSkew; s <= at+totpSkew; s++ {
		want, err := hotp.GenerateCodeCustom(base32Plain.EncodeToString(secret), uint64(s), hotp.ValidateOpts{Digits: totpDigits, Algorithm: otp.AlgorithmSHA1})
		if err != nil {
			return 0, false, fmt.Errorf("make a one-time password: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = s, true
		}
	}
	return step, ok, nil
}

// PassTOTP completes a sign-in by a code of an app, or makes it fresh. The
// session has a new token then. Errors: ErrCode, *WaitError, ErrSignedOut.
func (a *Accounts) PassTOTP(ctx context.Context, w Who, code string) (SignedIn, error) {
	return a.pass(ctx, w, "totp", func() error {
		list, err := a.Factors(ctx, w)
		if err != nil {
			return err
		}
		for _, f := range list {
			if f.Kind != store.FactorTOTP {
				continue
			}
			step, ok, err := totpStepOf(f.Secret, code, a.now())
			if err != nil {
				return err
			}
			if ok {
				return wrongIfUsed(a.store.UseStep(ctx, w.Person.ID, f.ID, step, a.now().UnixMilli()))
			}
		}
		return ErrCode
	})
}
