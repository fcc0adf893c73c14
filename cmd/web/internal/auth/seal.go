package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// ErrSeal is answered where a form carries a sealed value that is not ours,
// not of this session and purpose, or too old. The person begins again.
var ErrSeal = errors.New("auth: the form is too old or not of this session")

// sealed is what stands in a seal.
type sealed struct {
	UntilMS int64           `json:"u"`
	Value   json.RawMessage `json:"v"`
}

// seal encrypts a value for a form, readable only with the same session token
// and purpose until a time. The key comes from the token, of which the store
// has but a hash, so what a ceremony needs between two requests needs no row
// and no key of the server's own, and dies with the token: since every ceremony
// that succeeds ends in a new token, a seal opens nothing twice.
func seal(token, purpose string, until time.Time, value any) (string, error) {
	v, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("seal for %s: %w", purpose, err)
	}
	text, err := json.Marshal(sealed{UntilMS: until.UnixMilli(), Value: v})
	if err != nil {
		return "", fmt.Errorf("seal for %s: %w", purpose, err)
	}
	box, err := sealBox(token, purpose)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize())
	_, _ = rand.Read(nonce) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, text, nil)), nil
}

// unseal reads what seal wrote, or answers ErrSeal.
func unseal(token, purpose, text string, now time.Time, value any) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return ErrSeal
	}
	box, err := sealBox(token, purpose)
	if err != nil {
		return err
	}
	if len(raw) < box.NonceSize() {
		return ErrSeal
	}
	plain, err := box.Open(nil, raw[:box.NonceSize()], raw[box.NonceSize():], nil)
	var s sealed
	if err != nil || json.Unmarshal(plain, &s) != nil || now.UnixMilli() > s.UntilMS {
		return ErrSeal
	}
	if err := json.Unmarshal(s.Value, value); err != nil {
		return fmt.Errorf("read a seal for %s: %w", purpose, err)
	}
	return nil
}

func sealBox(token, purpose string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(token), nil, "fencepost seal: "+purpose, 32)
	if err != nil {
		return nil, fmt.Errorf("key of a seal: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("key of a seal: %w", err)
	}
	return cipher.NewGCM(block)
}
