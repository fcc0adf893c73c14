//go:build linux

package main

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/store/postgres"
)

// replicas is a site of several processes on one PostgreSQL, with a class: Ida
// teaches Sam, and Tea helps her.
type replicas struct {
	t    *testing.T
	url  string       // of the database
	db   *postgres.DB // the same, for a look behind the pages
	args []string     // of every process
}

const replicasLesson = "leases-and-fencing-tokens"

func newReplicas(t *testing.T, args ...string) *replicas {
	t.Helper()
	s := &replicas{t: t, url: server(t).Database(t, ""), args: args}
	db, err := postgres.Open(t.Context(), s.url, postgres.Options{Connections: 4})
	s.must(err)
	t.Cleanup(func() { _ = db.Close() })
	s.db = db
	ctx, ida := t.Context(), store.ScopeOf(store.Person{ID: "ida"})
	for id, role := range map[string]store.Role{"ida": store.RoleInstructor, "tea": store.RoleInstructor, "sam": store.RoleStudent} {
		s.must(db.AddPerson(ctx, store.Person{
			ID: id, LearnerID: "l-" + id, Email: id + "@example.org", Name: strings.ToUpper(id[:1]) + id[1:] + " Lovelace", Role: role, CreatedMS: 1,
		}))
	}
	s.must(db.AddCohort(ctx, ida, store.Cohort{ID: "first", Name: "First", Zone: "UTC", CreatedMS: 1}))
	for id, role := range map[string]store.MemberRole{"tea": store.MemberAssistant, "sam": store.MemberStudent} {
		s.must(db.SetMember(ctx, ida, store.Member{CohortID: "first", PersonID: id, Role: role, State: store.MemberActive, SinceMS: 1}))
	}
	_, err = db.AddExplanation(ctx, store.Explanation{
		ID: "answer", LearnerID: "l-sam", Key: "once", Lesson: replicasLesson, AtMS: time.Now().UnixMilli(),
		Text: "A lease ends on its own unless its owner renews it in time, so nobody waits for ever.",
	})
	s.must(err)
	return s
}

func (s *replicas) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// start starts one more process of the site.
func (s *replicas) start(args ...string) *process {
	s.t.Helper()
	s.t.Setenv("DATABASE_URL", s.url)
	return startProcess(s.t, s.t.TempDir(), append(s.args, args...)...)
}

// as is somebody's browser, signed in. It may ask any of the processes.
func (s *replicas) as(who string) *colleague {
	s.t.Helper()
	token := auth.NewToken()
	hash, _ := auth.HashToken(token)
	at := time.Now().UnixMilli()
	s.must(s.db.AddSession(s.t.Context(), store.Session{ID: "session of " + who + " " + token[:8], TokenHash: hash, PersonID: who, CreatedMS: at, SeenMS: at}))
	return &colleague{t: s.t, cookie: auth.NewJar(&url.URL{Scheme: "http", Path: "/"}).ForSession(token)}
}

// until asks again and again, for as long as that may take on a busy machine.
func (s *replicas) until(what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("after a minute: not %s", what)
		}
	}
}

// colleague is a person with a browser.
type colleague struct {
	t      *testing.T
	cookie *http.Cookie
}

// send posts a form, asking for JSON, to a page of a process. It answers
// status 0 where nobody is there.
func (c *colleague) send(p *process, path string, fields ...string) (status int, body string) {
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return c.ask(p, http.MethodPost, path, form.Encode())
}

// read is a page of a process.
func (c *colleague) read(p *process, path string) string {
	_, body := c.ask(p, http.MethodGet, path, "")
	return body
}

func (c *colleague) ask(p *process, method, path, form string) (status int, body string) {
	r, err := http.NewRequestWithContext(c.t.Context(), method, p.url+path, strings.NewReader(form))
	if err != nil {
		c.t.Error(err)
		return 0, ""
	}
	r.AddCookie(c.cookie)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", p.url)
		r.Header.Set("Accept", "application/json")
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Error(err)
	}
	return resp.StatusCode, string(text)
}

// kill ends a process as a power cut does.
func (p *process) kill(t *testing.T) {
	t.Helper()
	if err := p.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
}

// TestALeaseOnAnAnswerHoldsAcrossReplicas takes the review lease of the lesson
// through what the lesson tells of: its holder's process is killed, the lease
// lapses, another takes the answer, and the first wakes up.
func TestALeaseOnAnAnswerHoldsAcrossReplicas(t *testing.T) {
	s := newReplicas(t)
	one, two := s.start(), s.start()
	ida, tea := s.as("ida"), s.as("tea")
	const at = "/teach/answers/answer"
	status, body := ida.send(one, at+"/lease")
	if status != http.StatusOK || !strings.Contains(body, `"token":"1"`) {
		t.Fatalf("the first lease: %d %s", status, body)
	}
	if status, body := ida.send(two, at+"/renewal", "token", "1"); status != http.StatusOK {
		t.Errorf("a heartbeat that another process gets: %d %s", status, body)
	}
	if status, _ := tea.send(two, at+"/reviews", "token", "1", "v.slow_or_dead", "missing"); status != http.StatusConflict {
		t.Errorf("a save with somebody else’s token: status %d", status)
	}
	// The answer goes to nobody before the lease has run out, and then it does. It
	// lasts two seconds more: a busy machine may need a minute for what came before.
	one.kill(t)
	byIda := store.ScopeOf(store.Person{ID: "ida"})
	_, err := s.db.Renew(t.Context(), byIda, "answer", 1, time.Now().UnixMilli(), 2000)
	s.must(err)
	file, err := s.db.File(t.Context(), byIda, "answer")
	s.must(err)
	s.until("taken over", func() bool {
		status, body = tea.send(two, at+"/lease")
		return status == http.StatusOK
	})
	if now := time.Now().UnixMilli(); now < file.Lease.UntilMS || !strings.Contains(body, `"token":"2"`) {
		t.Errorf("granted %d ms before the lease ran out: %s", file.Lease.UntilMS-now, body)
	}
	// Ida’s page wakes up, at a process that never heard of her lease.
	three := s.start()
	if status, body := ida.send(three, at+"/renewal", "token", "1"); status != http.StatusConflict || !strings.Contains(body, `"token":"2"`) {
		t.Errorf("a heartbeat too late: %d %s", status, body)
	}
	if status, _ := ida.send(three, at+"/reviews", "token", "1", "v.slow_or_dead", "covered", "comment", "Ida was here."); status != http.StatusConflict {
		t.Errorf("a save too late: status %d", status)
	}
	if status, _ := tea.send(two, at+"/reviews", "token", "2", "v.slow_or_dead", "missing", "comment", "Tea looked."); status != http.StatusSeeOther {
		t.Errorf("the holder’s save: status %d", status)
	}
	for i, p := range []*process{two, three} {
		page := ida.read(p, at)
		if !strings.Contains(page, "Tea looked.") || strings.Contains(page, "Ida was here.") {
			t.Errorf("process %d does not show what was saved, and that alone", i+2)
		}
	}
}
