package auth

import (
	"net/url"
	"testing"
	"time"
)

// The secret and the times of RFC 6238, appendix B, SHA-1. The codes there have
// eight digits; six-digit codes are their last six (RFC 4226, section 5.3).
func TestTOTPByTheRFC(t *testing.T) {
	secret := []byte("12345678901234567890")
	for _, c := range []struct {
		unix int64
		code string
	}{
		{59, "287082"},
		{1111111109, "081804"},
		{1111111111, "050471"},
		{1234567890, "005924"},
		{2000000000, "279037"},
		{20000000000, "353130"},
	} {
		now := time.Unix(c.unix, 0)
		step, ok, err := totpStepOf(secret, c.code, now)
		if err != nil || !ok || step != c.unix/30 {
			t.Errorf("at %d: step %d, %t, %v; want %d", c.unix, step, ok, err, c.unix/30)
		}
		for _, d := range []time.Duration{-30 * time.Second, 30 * time.Second} {
			if step, ok, _ := totpStepOf(secret, c.code, now.Add(d)); !ok || step != c.unix/30 {
				t.Errorf("%s off %d: step %d, %t; a neighbour's code is to be taken", d, c.unix, step, ok)
			}
		}
		for _, d := range []time.Duration{-90 * time.Second, 90 * time.Second} {
			if _, ok, _ := totpStepOf(secret, c.code, now.Add(d)); ok {
				t.Errorf("%s off %d: taken", d, c.unix)
			}
		}
	}
}

func TestTOTPAsPeopleTypeIt(t *testing.T) {
	secret, now := []byte("12345678901234567890"), time.Unix(59, 0)
	for code, want := range map[string]bool{
		"287082": true, "287 082": true, " 287082\n": true,
		"": false, "28708": false, "2870821": false, "287083": false, "２８７０８２": false, "94287082": false,
	} {
		if _, ok, err := totpStepOf(secret, code, now); ok != want || err != nil {
			t.Errorf("%q: %t, %v; want %t", code, ok, err, want)
		}
	}
}

func TestQRIsASquareWithThreeFinders(t *testing.T) {
	m, err := QR("otpauth://totp/Fencepost:ada@mail.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fencepost")
	if err != nil {
		t.Fatal(err)
	}
	n := len(m)
	if n < 21 || (n-17)%4 != 0 {
		t.Fatalf("%d modules a side", n)
	}
	// ISO/IEC 18004: a finder is a dark ring of 7, a light one of 5, a dark 3x3.
	for _, corner := range [][2]int{{0, 0}, {0, n - 7}, {n - 7, 0}} {
		for y := range 7 {
			for x := range 7 {
				ring := min(x, y, 6-x, 6-y)
				if got := m[corner[0]+y][corner[1]+x]; got != (ring != 1) {
					t.Fatalf("finder at %v: module %d,%d is dark: %t", corner, x, y, got)
				}
			}
		}
	}
}

func TestTOTPAddressIsReadByApps(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", "student")
	u, err := url.Parse(s.accounts.totpURI("GEZDGNBVGY3TQOJQ", p))
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Fencepost learn.example:ada@mail.example" ||
		u.Query().Get("secret") != "GEZDGNBVGY3TQOJQ" || u.Query().Get("issuer") != "Fencepost learn.example" {
		t.Errorf("address %s", u)
	}
}
