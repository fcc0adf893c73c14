package auth

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// deviceAge is how long a browser stays known after a sign-in.
const deviceAge = 365 * 24 * time.Hour

// Jar names and scopes the cookies.
type Jar struct {
	Session string // name of the cookie that holds a session's token
	Device  string // name of the cookie by which a browser is known
	Flow    string // name of the cookie of a sign-in at a provider
	path    string
	secure  bool
}

// NewJar fits the cookies to the address of the site.
func NewJar(base *url.URL) Jar {
	name, path := CookieScope(base)
	return Jar{Session: name + "-session", Device: name + "-device", Flow: name + "-flow", path: path, secure: base.Scheme == "https"}
}

// CookieScope is what the names of all cookies begin with and the path that
// they have. Over HTTPS the prefix __Host- keeps sibling hosts from planting
// one; browsers take it only with the path /, and so a site with a path of its
// own carries that in the name, which keeps two sites on one host apart. (The
// path would be no fence: pages of one host reach each other.)
func CookieScope(base *url.URL) (name, path string) {
	if base.Scheme != "https" {
		return "fencepost", base.Path + "/"
	}
	return "__Host-fencepost" + strings.Map(inCookieName, base.Path), "/"
}

// inCookieName keeps what the name of a cookie may hold (RFC 6265, 4.1.1).
func inCookieName(r rune) rune {
	if r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' {
		return '-'
	}
	return r
}

// ForSession is the cookie of a session. It lives as long as the browser lets
// it; the server says when it is over.
func (j Jar) ForSession(token string) *http.Cookie {
	return j.cookie(j.Session, token, StudentLifetime.Absolute)
}

// ForDevice is the cookie by which a browser is known.
func (j Jar) ForDevice(value string) *http.Cookie { return j.cookie(j.Device, value, deviceAge) }

// ForFlow is the cookie of a sign-in at a provider.
func (j Jar) ForFlow(value string) *http.Cookie { return j.cookie(j.Flow, value, flowAge) }

// Gone takes a cookie of this name away.
func (j Jar) Gone(name string) *http.Cookie { return j.cookie(name, "", -time.Second) }

func (j Jar) cookie(name, value string, age time.Duration) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: j.path, MaxAge: int(age.Seconds()),
		HttpOnly: true, Secure: j.secure, SameSite: http.SameSiteLaxMode,
	}
}
