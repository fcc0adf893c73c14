package site

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/store/sqlite"
)

// A class for the desk: Ida teaches sam and sue with tea as her assistant, Jon
// teaches bea elsewhere, Ada is the administrator. Names are as hostile as the
// test asks.
type class struct {
	t     testing.TB
	site  *Site
	db    *sqlite.DB
	clock atomic.Int64 // milliseconds
	kept  map[string]string
	names map[string]string
}

const deskLesson = "leases-and-fencing-tokens"

func newClass(t testing.TB, names map[string]string) *class {
	t.Helper()
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := &class{t: t, db: db, kept: map[string]string{}, names: names}
	c.clock.Store(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC).UnixMilli())
	base := mustURL(t, testBase)
	shelf := new(Shelf)
	shelf.Publish(testEdition(t, base))
	accounts, err := auth.New(auth.Options{Store: db, Base: base, Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	c.site, err = New(Parts{
		Base: base, Log: slog.New(slog.DiscardHandler), Store: db, Shelf: shelf, Now: c.now, Accounts: accounts,
	})
	if err != nil {
		t.Fatal(err)
	}
	c.fill()
	return c
}

func (c *class) now() time.Time { return time.UnixMilli(c.clock.Load()) }

func (c *class) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *class) fill() {
	ctx := c.t.Context()
	for id, role := range map[string]store.Role{
		"ida": store.RoleInstructor, "tea": store.RoleStudent, "jon": store.RoleInstructor, "ada": store.RoleAdmin,
		"sam": store.RoleStudent, "sue": store.RoleStudent, "bea": store.RoleStudent,
	} {
		name := strings.ToUpper(id[:1]) + id[1:] + " Lovelace"
		if n, ok := c.names[id]; ok {
			name = n
		}
		c.must(c.db.AddPerson(ctx, store.Person{ID: id, LearnerID: "l-" + id, Email: id + "@example.org", Name: name, Role: role, CreatedMS: 1}))
	}
	byIda, byJon := store.ScopeOf(store.Person{ID: "ida"}), store.ScopeOf(store.Person{ID: "jon"})
	c.must(c.db.AddCohort(ctx, byIda, store.Cohort{ID: "first", Name: "First", Zone: "Europe/Oslo", CreatedMS: 1}))
	c.must(c.db.AddCohort(ctx, byJon, store.Cohort{ID: "second", Name: "Second", Zone: "UTC", CreatedMS: 1}))
	for _, m := range []store.Member{
		{CohortID: "first", PersonID: "tea", Role: store.MemberAssistant},
		{CohortID: "first", PersonID: "sam", Role: store.MemberStudent},
		{CohortID: "first", PersonID: "sue", Role: store.MemberStudent},
		{CohortID: "second", PersonID: "bea", Role: store.MemberStudent},
	} {
		m.State, m.SinceMS = store.MemberActive, 1
		by := byIda
		if m.CohortID == "second" {
			by = byJon
		}
		c.must(c.db.SetMember(ctx, by, m))
	}
}

// hands has a student hand in a text that the scorer judges as said:
// "slow_or_dead:covered stale_owner:unsure longer_lease_fixes:present".
func (c *class) hands(who, id, said, text string) {
	c.t.Helper()
	e := store.Explanation{ID: id, LearnerID: "l-" + who, Key: "k" + id, Lesson: deskLesson, Text: text, AtMS: c.clock.Add(1000)}
	_, err := c.db.AddExplanation(c.t.Context(), e)
	c.must(err)
	l, _ := c.site.shelf.Edition().library.Lesson(deskLesson)
	r := grade.Result{Rubric: l.Rubric.Version, Scorer: "s1"}
	for _, k := range l.Rubric.Points {
		r.Points = append(r.Points, judgedAs(k.ID, said, text))
	}
	for _, k := range l.Rubric.Misconceptions {
		r.Misconceptions = append(r.Misconceptions, judgedAs(k.ID, said, text))
	}
	body, err := json.Marshal(r)
	c.must(err)
	c.must(c.db.AddScore(c.t.Context(), store.Score{
		ID: "s" + id, ExplanationID: id, Rubric: r.Rubric, Scorer: "s1", Result: body, Wording: grade.Wording(text), AtMS: c.clock.Add(1),
	}))
}

// judgedAs is the verdict on an item; what is not named is missing.
func judgedAs(item, said, text string) grade.Finding {
	_, rest, there := strings.Cut(" "+said, " "+item+":")
	if !there {
		return grade.Finding{ID: item, Verdict: grade.Missing, Probability: .07}
	}
	verdict := strings.Fields(rest)[0]
	p := map[string]float64{"covered": .94, "unsure": .52, "missing": .07, "contradicted": .19, "present": .9}[verdict]
	f := grade.Finding{ID: item, Verdict: grade.Verdict(verdict), Probability: p}
	if verdict != "missing" {
		f.Evidence = []grade.Range{{Start: 0, End: min(len(text), 12)}}
	}
	return f
}

// disputes has a student hold something against a verdict.
func (c *class) disputes(who, id, item, claim, reason string) {
	c.t.Helper()
	_, err := c.db.AddDispute(c.t.Context(), store.Dispute{
		ID: "d" + id + item, LearnerID: "l-" + who, Key: "kd" + id + item, ExplanationID: id, Item: item, Claim: claim, Reason: reason, AtMS: c.clock.Add(1000),
	})
	c.must(err)
}

// browser is that of somebody signed in.
func (c *class) browser(who string) *http.Client {
	c.t.Helper()
	token := auth.NewToken()
	hash, _ := auth.HashToken(token)
	c.must(c.db.AddSession(c.t.Context(), store.Session{
		ID: "session of " + who + " " + newID(), TokenHash: hash, PersonID: who, CreatedMS: c.clock.Load(), SeenMS: c.clock.Load(),
	}))
	jar, _ := cookiejar.New(nil)
	jar.SetCookies(mustURL(c.t, c.kept["server"]), []*http.Cookie{{Name: c.site.jar.Session, Value: token, Path: "/"}})
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

const (
	saidFirst = "A lease ends on its own unless its owner renews it in time, so nobody waits for ever."
	saidThen  = "A lease ends on its own unless its owner renews it in time, and the paused owner still believes in it."
	saidAlike = "The storage keeps the highest token that it has seen and refuses every write with a lower one."
)

// answers are those that the scripts speak of.
func (c *class) answers() {
	c.hands("sam", "sam0", "slow_or_dead:missing expires_unless_renewed:covered stale_owner:missing", saidFirst)
	c.hands("sam", "sam1", "slow_or_dead:missing expires_unless_renewed:covered stale_owner:missing", saidThen)
	c.disputes("sam", "sam1", "stale_owner", didSay, "I wrote that the paused owner still believes.")
	c.hands("sue", "sue1", "slow_or_dead:unsure expires_unless_renewed:contradicted stale_owner:covered longer_lease_fixes:present", "A lease never ends, whatever its owner does, and that is fine with everybody.")
	c.hands("sam", "sam2", "slow_or_dead:unsure resource_enforces:unsure", saidAlike)
	c.hands("sue", "sue2", "slow_or_dead:unsure resource_enforces:unsure", strings.ToUpper(saidAlike))
	c.hands("bea", "bea1", "slow_or_dead:unsure", "I learn elsewhere and nobody of the first cohort may read this text of mine.")
}

// TestTeachScripts runs testdata/teach/*.txt as TestScripts does, with a class:
// "as ida" is her browser, signed in, and "later 61s" lets time pass.
func TestTeachScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/teach/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := newClass(t, nil)
			c.answers()
			c.run(file, string(text))
		})
	}
}

func (c *class) run(file, text string) {
	s := &script{t: c.t, clients: map[string]*http.Client{}, who: "nobody", kept: map[string]string{}}
	s.server = httptest.NewServer(c.site)
	c.t.Cleanup(s.server.Close)
	c.kept["server"] = s.server.URL
	for _, who := range []string{"ida", "tea", "jon", "ada", "sam", "sue", "bea"} {
		s.clients[who] = c.browser(who)
	}
	for i, line := range strings.Split(text, "\n") {
		s.at = file + ":" + strconv.Itoa(i+1)
		line = strings.TrimSpace(line)
		if after, ok := strings.CutPrefix(line, "later "); ok {
			s.send()
			d, err := time.ParseDuration(after)
			c.must(err)
			c.clock.Add(d.Milliseconds())
			continue
		}
		if line != "" && line[0] != '#' {
			s.line(strings.ReplaceAll(s.expand(line), "&amp;", "&")) // a kept address is as it stands in HTML
		}
	}
	s.send()
}
