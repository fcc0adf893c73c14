package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// withKey gives the browser a key as if one were plugged in, touched at once.
func (p *page) withKey() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	_, err := chromedp.Call(p.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, HasResidentKey: true, Transport: webauthn.AuthenticatorTransportUsb,
			HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// A passkey is added and shown at the next sign-in, in a real browser.
func TestPasskey(t *testing.T) {
	t.Parallel()
	s := &server{data: t.TempDir()}
	addr := freeAddr(t)
	url := "http://localhost:" + addr[strings.LastIndex(addr, ":")+1:]
	s.start(t, addr, "BASE_URL="+url)
	t.Cleanup(func() { s.stop(t) })
	s.url = url
	p := visit(t, s)
	p.withKey()
	p.settle()
	p.open("/account")
	p.fill("/account/passkeys", "label", "blue key")
	p.send("/account/passkeys")
	if codes := js[int](p, `document.querySelectorAll(".codes li").length`); codes != 10 {
		t.Fatalf("%d recovery codes, want 10\n%s", codes, p.text("main"))
	}
	p.open("/account")
	if !strings.Contains(p.text("#second-factor"), "blue key") {
		t.Error("the account does not list the key")
	}
	p.send("/signout")
	p.signIn("ada@mail.example", adaPassword)
	if at := p.where(); !strings.HasPrefix(at, "/signin/factor") {
		t.Fatalf("after the password at %s", at)
	}
	p.accessible("factor with a passkey")
	p.send("/signin/factor")
	p.open("/account")
	if at := p.where(); at != "/account" {
		t.Errorf("after the key at %s", at)
	}
	// The next time the key alone is enough: it says whose it is.
	p.send("/signout")
	p.open("/signin?next=/account")
	p.accessible("sign-in with passkeys")
	p.send("/signin/passkey")
	if at := p.where(); at != "/account" || !strings.Contains(p.text("main"), "blue key") {
		t.Errorf("after the key alone at %s\n%s", at, p.text("main"))
	}
	p.quiet()
}
