package class

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Student is one who works through a plan.
type Student struct {
	Name    string // unique; idempotency keys begin with it
	Lesson  Course
	Acts    []Act
	Session string // token of a session on the site; "" for nobody who has an account
	Learner string // as whom the session's person works
	Room    int    // classroom, from whose address they come
}

// sessionCookie is the name of the cookie that holds a session's token on a site
// without TLS.
const (
	sessionCookie = "fencepost-session"
	learnerCookie = "fencepost"
)

// work is a student at work.
type work struct {
	Student
	*browser
	entry    Entry
	page     string // the lesson's, as it was opened last
	review   string // the review page, likewise
	result   string // where the last explanation's result is
	revision int64  // of the draft
	n        int    // keys made
	cached   map[string]bool
}

// Start is how a student begins: at once with the first act, or in the midst of
// the lesson, which is opened before and not counted.
type Start struct {
	Midst bool
	Ready func()        // is called when the lesson is open, and returns when the class begins
	Wait  time.Duration // before the first act
}

// Do lets the student work at a speed until the plan or over ends.
func (s Student) Do(over context.Context, base string, speed float64, start Start) (Entry, *Tally) {
	w := &work{
		Student: s, browser: newBrowser(over, base, s.Name, s.Room), cached: map[string]bool{},
		entry: Entry{Student: s.Name, Lesson: s.Lesson.Slug, Learner: s.Learner, Keys: map[string]Kind{}},
	}
	defer w.close()
	if s.Session != "" {
		w.setCookie(sessionCookie, s.Session)
	}
	if w.begin(start, speed) {
		w.through(s.Acts, speed)
	}
	w.entry.Token = w.token()
	return w.entry, w.tally
}

// begin waits for the first act, and says whether there will be one.
func (w *work) begin(s Start, speed float64) bool {
	opened := !s.Midst || w.open()
	if s.Ready != nil {
		s.Ready()
		w.tally = NewTally()
	}
	return opened && w.wait(time.Duration(float64(s.Wait)/speed))
}

// through does the acts one after another.
func (w *work) through(acts []Act, speed float64) {
	for _, a := range acts {
		if !w.wait(time.Duration(float64(a.After)/speed)) || !w.do(a) {
			return
		}
	}
}

// wait waits, and says whether the class goes on.
func (w *work) wait(d time.Duration) bool {
	if d <= 0 {
		return w.over.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-w.over.Done():
		return false
	}
}

// token is the hash of the secret by which the site knows a browser without a
// session; nil where it has none.
func (w *work) token() []byte {
	u, _ := url.Parse(w.base)
	for _, c := range w.http.Jar.Cookies(u) {
		if c.Name == learnerCookie {
			return tokenOf(c.Value)
		}
	}
	return nil
}

// do does one act. It is false where the student is out of the class.
func (w *work) do(a Act) bool {
	at := "/concepts/" + w.Lesson.Slug
	switch a.Kind {
	case Catalogue:
		return w.openWith(a.Kind, "/")
	case Lesson:
		return w.open()
	case Runs, Run:
		return w.simulate(a, at)
	case Read:
		return w.read(a, at)
	case Predict:
		return w.post(a, at+"/predictions/"+a.Item, a.Form)
	case Check:
		return w.post(a, at+"/checks/"+a.Item, w.spot(a, at))
	case Challenge:
		return w.post(a, at+"/challenges/"+a.Item, w.set(a, at))
	case Draft:
		return w.save(a, at)
	case HandIn:
		return w.handIn(a, at)
	case Result:
		return w.look(a.Kind, w.result)
	case Answers:
		return w.look(a.Kind, "/answers")
	case Review:
		g, ok := w.ask(sent{kind: Review, method: http.MethodGet, path: "/review?more=1", read: true})
		w.review = g.body
		return ok
	case Recall:
		return w.recall(a)
	}
	return true
}

// look opens a page.
func (w *work) look(k Kind, path string) bool {
	_, ok := w.ask(sent{kind: k, method: http.MethodGet, path: path})
	return ok
}

// openWith opens a page with the files that it names and the browser has not yet.
func (w *work) openWith(k Kind, path string) bool {
	g, ok := w.ask(sent{kind: k, method: http.MethodGet, path: path, read: true})
	w.page = g.body
	for _, f := range filesOf(g.body) {
		if ok && !w.cached[f] {
			w.cached[f] = true
			ok = w.look(File, f)
		}
	}
	return ok
}

// open opens the lesson and notes the revision of the draft that it shows.
func (w *work) open() bool {
	ok := w.openWith(Lesson, "/concepts/"+w.Lesson.Slug)
	w.revision = 0
	if m := revision.FindStringSubmatch(w.page); m != nil {
		w.revision, _ = strconv.ParseInt(m[1], 10, 64)
	}
	return ok
}

// simulate asks for runs of a simulator, as its element on the page says.
func (w *work) simulate(a Act, at string) bool {
	path := attribute(w.page, "data-runs", at+"/figures/"+a.Item+"?")
	if a.Kind == Run {
		path = attribute(w.page, "data-ask", at+"/figures/"+a.Item+"?")
	}
	if path == "" || a.Kind == Runs && w.cached[path] {
		return true // one that has no runs to come along
	}
	w.cached[path] = true
	if a.Form != nil {
		path += "&" + a.Form.Encode()
	}
	_, ok := w.ask(sent{kind: a.Kind, method: http.MethodGet, path: path, header: script})
	return ok
}

// script is what the page's scripts accept.
var script = map[string]string{"Accept": "application/json"}

func (w *work) read(a Act, at string) bool {
	_, ok := w.ask(sent{kind: Read, method: http.MethodPost, path: at + "/steps/" + a.Item + "/read", header: map[string]string{"Accept": "*/*"}})
	if ok {
		w.entry.Steps = append(w.entry.Steps, a.Item)
	}
	return ok
}
