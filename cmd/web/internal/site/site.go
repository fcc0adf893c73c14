// Package site is the web site: routes, middleware, the error handler, and one
// file for each page or action. It is the only package that knows Echo.
package site

import (
	"cmp"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/lab"
	"fencepost/cmd/web/internal/mail"
	"fencepost/cmd/web/internal/pace"
	"fencepost/cmd/web/internal/xapi"
	"fencepost/lessons/recall"
	"fencepost/store"
)

// Parts are what the site is made of.
type Parts struct {
	Base    *url.URL     // address at which people reach it; its path has no slash at the end
	Proxies []*net.IPNet // whose X-Forwarded-For is believed
	Log     *slog.Logger
	Store   store.Store
	Shelf   *Shelf
	Now     func() time.Time

	// Accounts let people in; nil is a site without accounts.
	Accounts *auth.Accounts
	// Provider is where people may sign in too; nil for none. ProviderName is
	// what the button calls it.
	Provider     *auth.Provider
	ProviderName string

	// Teller writes statements for a learning record store; nil where there is
	// none. Whoever made it has them sent.
	Teller *xapi.Teller

	Limits Limits // of what anybody can send

	// Observer hears what is done; nil for nobody.
	Observer Observer

	// Room answers an error where the disk has too little room for more; nil
	// where nobody looks.
	Room func() error

	// Mail takes letters; nil where the site sends none. Whoever made it runs it.
	Mail *mail.Outbox

	// AdminsPublish keeps publishing a scorer to administrators; else instructors may.
	AdminsPublish bool

	// Retention is the probability of recall at which something is asked again,
	// Daily how many reviews a learner gets a day; 0 stands for 0.9, and 20.
	Retention float64
	Daily     int

	ReviewLease time.Duration // how long an answer on the desk is held; 0 is a minute
}

// Observer hears what a site does, so that it can be counted. It is called by
// many at once and must be quick.
type Observer interface {
	// Request was answered. route is the pattern that matched, "" for none.
	Request(method, route string, status int, took time.Duration)
	// Verdict is what a scorer said of one key point of an explanation that was
	// handed in.
	Verdict(lesson, scorer, verdict string)
}

// nobody is an Observer that does not listen.
type nobody struct{}

func (nobody) Request(string, string, int, time.Duration) {}
func (nobody) Verdict(string, string, string)             {}

// Site answers requests.
type Site struct {
	links
	log     *slog.Logger
	store   store.Store
	shelf   *Shelf
	now     func() time.Time
	cookie  cookie
	bodies  sync.Pool // of *splice.Body: their memory is used again
	origins *http.CrossOriginProtection

	accounts     *auth.Accounts
	provider     *auth.Provider
	providerName string
	mail         *mail.Outbox
	teller       *xapi.Teller
	jar          auth.Jar
	meters       meters
	crowd        *pace.Crowd // of requests that are worked on
	longForms    *pace.Crowd // of those that are awaited
	hasDesk      bool        // the review desk is among the routes
	hasInsight   bool        // and so is how a class is doing
	reviewLease  time.Duration
	recall       recall.Scheduler
	recallDaily  int // reviews a day where the learner says nothing else
	force        *force
	concords     concords
	labs         *lab.Memo
	adminsOnly   bool // publish scorers
	observer     Observer
	room         func() error
	probe        *probe

	echo *echo.Echo
}

// New makes a site of its parts.
func New(p Parts) (*Site, error) {
	c := newCookie(p.Base, sealKey(p))
	s := &Site{
		links: linksOf(p.Base), log: p.Log, store: p.Store, shelf: p.Shelf, now: p.Now,
		cookie: c, origins: http.NewCrossOriginProtection(), echo: echo.New(), probe: newProbe(), crowd: pace.NewCrowd(mostAtOnce, mostOfOneAtOnce, longestWait),
		longForms: pace.NewCrowd(mostLongForms, mostLongOfOne, longestWait),
		accounts:  p.Accounts, provider: p.Provider, providerName: p.ProviderName, jar: auth.NewJar(p.Base),
		meters: newMeters(p.Limits, p.Now), mail: p.Mail, teller: p.Teller, reviewLease: p.ReviewLease, force: newForce(p.Store), adminsOnly: p.AdminsPublish, labs: lab.NewMemo(), room: p.Room,
		observer: cmp.Or[Observer](p.Observer, nobody{}),
	}
	s.recallDaily = cmp.Or(p.Daily, recallDaily)
	var err error
	if s.recall, err = recall.New(cmp.Or(p.Retention, recall.DefaultRetention)); err != nil {
		return nil, err
	}
	// Without Fetch metadata a browser's Origin is compared with the Host that
	// arrives, which a proxy may have changed.
	if err := s.origins.AddTrustedOrigin(s.origin); err != nil {
		return nil, err
	}
	s.echo.HideBanner, s.echo.HidePort = true, true
	s.echo.IPExtractor = clientIP(p.Proxies)
	s.echo.HTTPErrorHandler = s.fail
	s.echo.Use(s.identify, s.logged, caught, s.guarded, s.sameOrigin, s.crowded)
	s.routes()
	for _, r := range s.echo.Routes() {
		s.hasDesk = s.hasDesk || r.Path == "/teach"
		s.hasInsight = s.hasInsight || r.Path == "/teach/cohorts/:id"
	}
	return s, nil
}

// clientIP reads the client's address from the connection, and from
// X-Forwarded-For only as far as the chain was written by proxies of ours.
func clientIP(proxies []*net.IPNet) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		options = append(options, echo.TrustIPRange(p))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}

// Neighbour names the network that a connection comes from, as the limits count
// it; "" where that is a proxy of ours, who brings everybody.
func Neighbour(proxies []*net.IPNet) func(net.Addr) string {
	return func(a net.Addr) string {
		host, _, err := net.SplitHostPort(a.String())
		if err != nil {
			return a.String()
		}
		if slices.ContainsFunc(proxies, func(n *net.IPNet) bool { return n.Contains(net.ParseIP(host)) }) {
			return ""
		}
		return auth.Network(host)
	}
}

// ServeHTTP answers below the base path, and the health checks at the root
// too, where a container's own check asks.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	below := strings.HasPrefix(r.URL.Path, s.base+"/")
	switch {
	case s.base == "" || r.URL.Path == "/healthz" || r.URL.Path == "/readyz":
		s.echo.ServeHTTP(w, r)
	case below:
		http.StripPrefix(s.base, s.echo).ServeHTTP(w, r)
	case r.URL.Path == s.base:
		http.Redirect(w, r, s.home(), http.StatusPermanentRedirect)
	default:
		s.outside(w, r)
	}
}

// outside answers a request for a path that is not this site's.
func (s *Site) outside(w http.ResponseWriter, r *http.Request) {
	c := s.echo.NewContext(r, w)
	_ = s.identify(s.logged(s.guarded(func(echo.Context) error { return echo.ErrNotFound })))(c)
}

// at is the present time in UTC Unix milliseconds.
func (s *Site) at() int64 { return s.now().UnixMilli() }
