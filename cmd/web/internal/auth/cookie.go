package auth

import (
	"net/http"
	"net/url"
	"time"
)

// deviceAge is how long a browser stays known after a sign-in.
const deviceAge = 365 * 24 * time.Hour

// Jar names and scopes the cookies. Over HTTPS their names begin with __Host-
// (with __Secure- where the site has a path of its own), which keeps sibling
// hosts from planting one.
type Jar struct {
	Session string // name of the cookie that holds a session's token
	Device  string // name of the cookie by which a browser is known
	Flow    string // name of the cookie of a sign-in at a provider
	path    string
	secure  bool
}

// NewJar fits the cookies to the address of the site.
func NewJar(base *url.URL) Jar {
	prefix := ""
	switch {
	case base.Scheme == "https" && base.Path == "":
		prefix = "__Host-"
	case base.Scheme == "https":
		prefix = "__Secure-"
	}
	return Jar{
		Session: prefix + "fencepost-session", Device: prefix + "fencepost-device", Flow: prefix + "fencepost-flow",
		path: base.Path + "/", secure: base.Scheme == "https",
	}
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
