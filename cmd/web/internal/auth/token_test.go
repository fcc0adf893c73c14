package auth

import (
	"crypto/sha256"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestATokenIs32RandomBytes(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		token := NewToken()
		if len(token) != 43 || strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Fatalf("token %q", token)
		}
		seen[token] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d different of 1000", len(seen))
	}
}

func TestHashToken(t *testing.T) {
	zero := sha256.Sum256(make([]byte, 32))
	hash, ok := HashToken(strings.Repeat("A", 43))
	if !ok || !cmp.Equal(hash, zero[:]) {
		t.Errorf("hash of the zero token %x, %t", hash, ok)
	}
	for name, token := range map[string]string{
		"empty": "", "short": "AAAA", "long": strings.Repeat("A", 44), "padded": strings.Repeat("A", 42) + "=",
		"not base64url": strings.Repeat("A", 42) + "+", "stray bits": strings.Repeat("A", 42) + "B",
	} {
		if _, ok := HashToken(token); ok {
			t.Errorf("%s: %q was taken for a token", name, token)
		}
	}
}

func TestSealOpensOnlyForItsTokenPurposeAndTime(t *testing.T) {
	token, now := NewToken(), time.UnixMilli(1_790_000_000_000)
	text, err := seal(token, "totp", now.Add(ceremony), []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "secret") {
		t.Errorf("the seal shows its value: %s", text)
	}
	for _, c := range []struct {
		name, token, purpose, text string
		at                         time.Time
		want                       error
	}{
		{"as made", token, "totp", text, now, nil},
		{"at its end", token, "totp", text, now.Add(ceremony), nil},
		{"after its end", token, "totp", text, now.Add(ceremony + time.Millisecond), ErrSeal},
		{"another token", NewToken(), "totp", text, now, ErrSeal},
		{"another purpose", token, "passkey add", text, now, ErrSeal},
		{"cut", token, "totp", text[:len(text)-2], now, ErrSeal},
		{"very short", token, "totp", "AAAA", now, ErrSeal},
		{"empty", token, "totp", "", now, ErrSeal},
		{"changed", token, "totp", flip(text), now, ErrSeal},
	} {
		var got []byte
		if err := unseal(c.token, c.purpose, c.text, c.at, &got); !errors.Is(err, c.want) || c.want == nil && string(got) != "secret" {
			t.Errorf("%s: %q, %v; want %v", c.name, got, err, c.want)
		}
	}
}

// flip changes a character in the middle.
func flip(s string) string {
	with := "A"
	if s[30] == 'A' {
		with = "B"
	}
	return s[:30] + with + s[31:]
}
