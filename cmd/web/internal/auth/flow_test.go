package auth

import (
	"net/http"
	"net/url"
	"testing"
)

func TestAFlowsPartsAreApart(t *testing.T) {
	a, b := newFlow(flowState{Back: "/", AtMS: 1}), newFlow(flowState{Back: "/", AtMS: 1})
	seen := map[string]bool{}
	for _, part := range []string{a.secret, a.state(), a.nonce(), a.verifier(), b.secret, b.state(), b.nonce(), b.verifier()} {
		if len(part) != 43 || seen[part] {
			t.Errorf("part %q: want 43 characters that stand once", part)
		}
		seen[part] = true
	}
	read, ok := readFlow(a.cookie())
	if !ok || read.state() != a.state() || read.verifier() != a.verifier() {
		t.Errorf("read back %+v, %t", read, ok)
	}
}

func TestLocal(t *testing.T) {
	for in, want := range map[string]string{
		"/": "/", "/concepts/leases?x=1#y": "/concepts/leases?x=1#y", "": "/", "concepts": "/",
		"//evil.test": "/", "/\\evil.test": "/", "https://evil.test": "/", "javascript:alert(1)": "/",
		"/\t/evil.test": "/", "/\n/evil.test": "/", "/ok\r\nSet-Cookie: a=b": "/", "/ü": "/ü",
	} {
		if got := Local(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestCookies(t *testing.T) {
	for address, want := range map[string]struct {
		name, path string
		secure     bool
	}{
		"https://learn.example":        {"__Host-fencepost-session", "/", true},
		"https://host.example/learn":   {"__Host-fencepost-learn-session", "/", true},
		"https://host.example/a.b/c":   {"__Host-fencepost-a-b-c-session", "/", true},
		"http://localhost:8080":        {"fencepost-session", "/", false},
		"http://classroom.local/learn": {"fencepost-session", "/learn/", false},
	} {
		base, _ := url.Parse(address)
		j := NewJar(base)
		for _, c := range []*http.Cookie{j.ForSession("t"), j.ForDevice("d"), j.ForFlow("f"), j.Gone(j.Session)} {
			if !c.HttpOnly || c.Secure != want.secure || c.Path != want.path || c.SameSite != http.SameSiteLaxMode || c.Domain != "" {
				t.Errorf("%s: cookie %+v", address, c)
			}
		}
		if c := j.ForSession("t"); c.Name != want.name || c.Value != "t" || c.MaxAge != 30*24*60*60 {
			t.Errorf("%s: %+v, want the name %s", address, c, want.name)
		}
		if c := j.Gone(j.Session); c.MaxAge >= 0 || c.Value != "" {
			t.Errorf("%s: %+v does not take the cookie away", address, c)
		}
	}
}
