package e2e

import (
	"crypto/rand"
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"fencepost/cmd/web/internal/auth"
	"fencepost/content"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/store/sqlite"
)

// classroom is a server with a class in its database: Ida and Grace teach Sam
// and Sue.
type classroom struct {
	*server
	t      *testing.T
	db     *sqlite.DB
	rubric *lessons.Rubric
	at     int64
}

const leases = "leases-and-fencing-tokens"

func openClassroom(t *testing.T, names map[string]string, env ...string) *classroom {
	t.Helper()
	c := &classroom{server: serve(t, env...), t: t, at: time.Now().Add(-time.Hour).UnixMilli()}
	db, err := sqlite.Open(t.Context(), filepath.Join(c.data, "fencepost.db"))
	c.must(err)
	c.db = db
	t.Cleanup(func() { _ = db.Close() })
	l, _ := library(t).Lesson(leases)
	c.rubric = l.Rubric
	for id, role := range map[string]store.Role{"ida": store.RoleInstructor, "grace": store.RoleStudent, "sam": store.RoleStudent, "sue": store.RoleStudent} {
		name := names[id]
		if name == "" {
			name = map[string]string{"ida": "Ida Rhodes", "grace": "Grace Hopper", "sam": "Sam Okafor", "sue": "Sue Lind"}[id]
		}
		c.must(db.AddPerson(t.Context(), store.Person{ID: id, LearnerID: "l-" + id, Email: id + "@example.org", Name: name, Role: role, CreatedMS: c.at}))
	}
	ida := store.ScopeOf(store.Person{ID: "ida"})
	c.must(db.AddCohort(t.Context(), ida, store.Cohort{ID: "first", Name: "Distributed systems", Term: "Autumn 2026", Zone: "UTC", CreatedMS: c.at}))
	for id, role := range map[string]store.MemberRole{"grace": store.MemberInstructor, "sam": store.MemberStudent, "sue": store.MemberStudent} {
		c.must(db.SetMember(t.Context(), ida, store.Member{CohortID: "first", PersonID: id, Role: role, State: store.MemberActive, SinceMS: c.at}))
	}
	return c
}

// loaded are the lessons of the site, read once.
var loaded = sync.OnceValues(func() (*lessons.Library, []lessons.Problem) { return lessons.Load(content.FS) })

func library(t *testing.T) *lessons.Library {
	t.Helper()
	lib, problems := loaded()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return lib
}

func (c *classroom) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// mark is what the scorer says of one item, and of which words.
type mark struct {
	verdict grade.Verdict
	p       float64
	words   string
}

// hands has a student hand in a text that the scorer judges as said.
func (c *classroom) hands(who, id, text string, said map[string]mark) {
	c.t.Helper()
	c.at += 60_000
	_, err := c.db.AddExplanation(c.t.Context(), store.Explanation{ID: id, LearnerID: "l-" + who, Key: id, Lesson: leases, Text: text, AtMS: c.at})
	c.must(err)
	find := func(item string) grade.Finding {
		m, ok := said[item]
		if !ok {
			return grade.Finding{ID: item, Verdict: grade.Missing, Probability: .07}
		}
		f := grade.Finding{ID: item, Verdict: m.verdict, Probability: m.p}
		if m.verdict == grade.Unsure {
			f.Why = "doubt"
		}
		if at := strings.Index(text, m.words); m.words != "" && at >= 0 {
			f.Evidence = []grade.Range{{Start: at, End: at + len(m.words)}}
		}
		return f
	}
	r := grade.Result{Rubric: c.rubric.Version, Scorer: "test"}
	for _, k := range c.rubric.Points {
		r.Points = append(r.Points, find(k.ID))
	}
	for _, k := range c.rubric.Misconceptions {
		r.Misconceptions = append(r.Misconceptions, find(k.ID))
	}
	body, err := json.Marshal(r)
	c.must(err)
	c.must(c.db.AddScore(c.t.Context(), store.Score{
		ID: "s" + id, ExplanationID: id, Rubric: r.Rubric, Scorer: r.Scorer, Result: body, Wording: grade.Wording(text), AtMS: c.at,
	}))
}

func (c *classroom) disputes(who, id, item, reason string) {
	c.t.Helper()
	c.at += 60_000
	_, err := c.db.AddDispute(c.t.Context(), store.Dispute{
		ID: "d" + id + item, LearnerID: "l-" + who, Key: "d" + id + item, ExplanationID: id, Item: item, Claim: "said", Reason: reason, AtMS: c.at,
	})
	c.must(err)
}

const (
	saidBefore = "A worker takes a lease so that only one of them writes at a time. If the worker crashes the lease just expires."
	saidNow    = "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out. " +
		"If the worker crashes the lease just expires and someone else can take over. But a worker can also be paused, and " +
		"when it comes back it still thinks it owns the lease. From the outside a slow worker and a dead one look the same. " +
		"Each time the lease is given out the number goes up, and the storage compares the number and throws away writes with an old one. " +
		"So the lease service makes sure that two workers can never both think they are the owner."
	saidBySue = "Nobody can tell a dead worker from a slow one, so a lease that runs out by itself is how the others go on."
)

// answers puts three on the desk: a dispute of Sam's, one that the scorer is
// not sure of, and one alike.
func (c *classroom) answers() {
	c.hands("sam", "sam0", saidBefore, map[string]mark{"expires_unless_renewed": {grade.Covered, .93, "the lease just expires"}})
	c.hands("sam", "sam1", saidNow, map[string]mark{
		"slow_or_dead":           {grade.Covered, .94, "From the outside a slow worker and a dead one look the same."},
		"expires_unless_renewed": {grade.Covered, .97, "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out."},
		"stale_owner":            {grade.Covered, .91, "when it comes back it still thinks it owns the lease."},
		"monotonic_token":        {grade.Covered, .88, "Each time the lease is given out the number goes up, and the storage compares the number"},
		"resource_enforces":      {grade.Unsure, .52, "the storage compares the number and throws away writes with an old one."},
		"lock_service_enforces":  {grade.Present, .81, "So the lease service makes sure that two workers can never both think they are the owner."},
	})
	c.disputes("sam", "sam1", "resource_enforces", "I wrote that the storage throws old writes away.")
	c.hands("sue", "sue1", saidBySue, map[string]mark{
		"slow_or_dead":           {grade.Covered, .9, "Nobody can tell a dead worker from a slow one"},
		"expires_unless_renewed": {grade.Unsure, .55, "a lease that runs out by itself"},
	})
	c.hands("sam", "sam2", strings.ToUpper(saidBySue), map[string]mark{
		"slow_or_dead":           {grade.Covered, .9, ""},
		"expires_unless_renewed": {grade.Unsure, .55, ""},
	})
}

// signIn opens a browser that is signed in as somebody.
func (c *classroom) signIn(who string) *page {
	c.t.Helper()
	p := visit(c.t, c.server)
	c.signInto(p, who)
	return p
}

// signInto has a browser be signed in as somebody.
func (c *classroom) signInto(p *page, who string) {
	c.t.Helper()
	if _, err := chromedp.Call(p.ctx, network.SetCookie, network.SetCookieParams{Name: c.sessionCookie(c.t), Value: c.session(who), URL: c.url, HTTPOnly: new(true)}); err != nil {
		c.t.Fatal(err)
	}
}

// session begins a session of somebody and is the value of its cookie.
func (c *classroom) session(who string) string {
	c.t.Helper()
	token := auth.NewToken()
	hash, _ := auth.HashToken(token)
	now := time.Now().UnixMilli()
	c.must(c.db.AddSession(c.t.Context(), store.Session{ID: "session of " + who + " " + rand.Text(), TokenHash: hash, PersonID: who, CreatedMS: now, SeenMS: now}))
	return token
}

// sessionCookie is the name of the cookie that holds the session.
func (s *server) sessionCookie(t *testing.T) string {
	t.Helper()
	base, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	return auth.NewJar(base).Session
}

// signedOff takes the session away from the browser, as time does.
func (p *page) signedOff() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, network.DeleteCookies, network.DeleteCookiesParams{Name: p.server.sessionCookie(p.t), URL: p.server.url}); err != nil {
		p.t.Fatal(err)
	}
}

// lease is the lease on an answer.
func (c *classroom) lease(answer string) store.Lease {
	c.t.Helper()
	f, err := c.db.File(c.t.Context(), store.ScopeOf(store.Person{ID: "ida"}), answer)
	c.must(err)
	return f.Lease
}

// review stores a review as somebody who took the lease.
func (c *classroom) review(who, id string, verdicts map[string]string, comment string) {
	c.t.Helper()
	by := store.ScopeOf(store.Person{ID: who})
	now := time.Now().UnixMilli()
	l, err := c.db.Acquire(c.t.Context(), by, id, now, 60_000)
	c.must(err)
	_, _, err = c.db.SaveReview(c.t.Context(), by, store.Review{
		ID: "r" + who + id, Key: "r" + who + id, ExplanationID: id, Verdicts: verdicts, Comment: comment, Shown: []byte("{}"), Token: l.Token, AtMS: now,
	})
	c.must(err)
}
