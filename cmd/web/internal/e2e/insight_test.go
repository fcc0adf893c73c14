package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// crowd fills the cohort up to so many students, who worked in so many lessons:
// those of the catalogue and some that are gone. How well each did is a matter
// of arithmetic, so that there are cells of every kind.
func (c *classroom) crowd(students, columns int) {
	c.t.Helper()
	ctx, ida := c.t.Context(), store.ScopeOf(store.Person{ID: "ida"})
	slugs := c.slugs(columns)
	for n := range students - 2 { // Sam and Sue are there
		id := fmt.Sprintf("p%02d", n)
		name := fmt.Sprintf("%s %s", given[n%len(given)], family[n*7%len(family)])
		c.must(c.db.AddPerson(ctx, store.Person{ID: id, LearnerID: "l-" + id, Email: id + "@example.org", Name: name, Role: store.RoleStudent, CreatedMS: c.at}))
		c.must(c.db.SetMember(ctx, ida, store.Member{CohortID: "first", PersonID: id, Role: store.MemberStudent, State: store.MemberActive, SinceMS: c.at}))
		for i, slug := range slugs {
			if (n+i)%5 != 4 {
				c.worked(id, slug, n, i)
			}
		}
	}
}

var (
	given  = []string{"Ada", "Bao", "Chidi", "Dana", "Emil", "Fatma", "Goran", "Hanna", "Ines", "Jun", "Kofi"}
	family = []string{"Adeyemi", "Bergström-Lindqvist", "Castro", "Dlamini", "Eriksen", "Fujimoto", "García", "Haddad", "Ivanova"}
)

func (c *classroom) slugs(n int) []string {
	var out []string
	for _, l := range library(c.t).Lessons() {
		out = append(out, l.Slug)
	}
	for i := len(out); i < n; i++ {
		out = append(out, fmt.Sprintf("a-lesson-of-last-year-%02d", i))
	}
	return out[:n]
}

// worked has a student answer a question and hand in an explanation.
func (c *classroom) worked(id, slug string, n, i int) {
	c.t.Helper()
	ctx, key := c.t.Context(), fmt.Sprintf("%s-%d", id, i)
	if slug == leases {
		for try, option := range []string{"stops-needlessly", "pause-after-check"}[1-n%2:] {
			_, err := c.db.AddAttempt(ctx, store.Attempt{
				ID: fmt.Sprint(key, try), LearnerID: "l-" + id, Key: fmt.Sprint(key, try), Lesson: slug, Item: "self-fencing",
				Answer: json.RawMessage(`{"options":["` + option + `"]}`), Right: option == "pause-after-check", AtMS: c.at + int64(try),
			})
			c.must(err)
		}
	}
	if slug == leases {
		option := []string{"a-overwrites", "a-stops", "a-is-refused"}[n%3]
		c.must2(c.db.AddAttempt(ctx, store.Attempt{
			ID: key + "p", LearnerID: "l-" + id, Key: key + "p", Lesson: slug, Item: "what-storage-holds",
			Answer: json.RawMessage(`{"options":["` + option + `"]}`), Right: option == "a-overwrites", AtMS: c.at,
		}))
	}
	if (n+i)%7 == 6 {
		return
	}
	c.must2(c.db.AddExplanation(ctx, store.Explanation{ID: key, LearnerID: "l-" + id, Key: key, Lesson: slug, Text: "A lease ends by itself. " + key, AtMS: c.at + int64(n)}))
	var r grade.Result
	for p, k := range c.rubric.Points {
		r.Points = append(r.Points, grade.Finding{ID: k.ID, Verdict: []grade.Verdict{grade.Covered, grade.Covered, grade.Missing, grade.Covered, grade.Unsure, grade.Contradicted}[(n*3+p*5+i)%6]})
		if n%4 == 0 {
			r.Points[p].Verdict = grade.Covered
		}
	}
	for p, k := range c.rubric.Misconceptions {
		r.Misconceptions = append(r.Misconceptions, grade.Finding{ID: k.ID, Verdict: []grade.Verdict{grade.Present, grade.Missing, grade.Missing}[(n+p)%3]})
	}
	body, err := json.Marshal(r)
	c.must(err)
	c.must(c.db.AddScore(ctx, store.Score{ID: "s" + key, ExplanationID: key, Rubric: "r", Scorer: "test", Result: body, AtMS: c.at}))
}

func (c *classroom) must2(_ any, err error) {
	c.t.Helper()
	c.must(err)
}

// TestInsightPages looks at the pages of a small cohort with axe, wide and
// narrow, light and dark.
func TestInsightPages(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	c.crowd(9, 5)
	c.judgedOver(5)
	ida := c.signIn("ida")
	for name, path := range insightPaths {
		ida.open(path)
		ida.waitFor("main")
		ida.looksRight("insight-" + name)
	}
	c.download(ida)
	ida.quiet()
}

// download sends the form for files as its last button does, and reads back
// what comes.
func (c *classroom) download(p *page) {
	c.t.Helper()
	p.open("/teach/cohorts/first")
	p.waitFor(".files")
	text := js[string](p, `(() => {
		const form = document.querySelector(".files form");
		form.elements.lesson.value = "`+leases+`";
		const button = [...form.querySelectorAll("button")].at(-1);
		const to = button.formAction + "?" + new URLSearchParams(new FormData(form, button));
		return fetch(to).then(r => r.ok ? r.text() : String(r.status));
	})()`)
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 10 {
		c.t.Fatalf("a gradebook of %d rows, want a head and 9 students: %v\n%s", len(rows), err, text)
	}
	if rows[0][5] != "Email address" || rows[0][len(rows[0])-1] != "Last downloaded from this course" {
		c.t.Errorf("the head is %q", rows[0])
	}
}

// TestInsightAtSize looks at the matrix of 60 students and 20 lessons on a
// phone.
func TestInsightAtSize(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.crowd(60, 20)
	ida := c.signIn("ida")
	ida.size(1280, 900)
	ida.open("/teach/cohorts/first")
	ida.photograph("insight-60x20-1280")
	ida.size(390, 844)
	ida.open("/teach/cohorts/first")
	ida.waitFor("main")
	ida.accessible("60x20-390")
	ida.narrowEnough("60x20-390")
	ida.photograph("insight-60x20-390")
	c.stays(ida)
	ida.quiet()
}

// judgedOver has Ida judge three answers a week, back in time, so that there is
// something to compare.
func (c *classroom) judgedOver(weeks int) {
	c.t.Helper()
	by, began := store.ScopeOf(store.Person{ID: "ida"}), c.at
	for n := range weeks {
		c.at = began - int64(n)*7*24*3600*1000
		for i := range 3 {
			id := fmt.Sprintf("w%d-%d", n, i)
			c.hands([]string{"sam", "sue"}[i%2], id, "A worker takes a lease and stops when it ends. "+id, map[string]mark{
				"stale_owner": {[]grade.Verdict{grade.Covered, grade.Missing, grade.Unsure}[(n+i)%3], .8, ""}, "slow_or_dead": {grade.Covered, .9, ""},
			})
			l, err := c.db.Acquire(c.t.Context(), by, id, c.at, 60_000)
			c.must(err)
			c.must3(c.db.SaveReview(c.t.Context(), by, store.Review{
				ID: "r" + id, Key: "r" + id, ExplanationID: id, Shown: []byte("{}"), Token: l.Token, AtMS: c.at,
				Verdicts: map[string]string{"stale_owner": "covered", "slow_or_dead": "covered"},
			}))
		}
	}
	c.at = began
}

func (c *classroom) must3(_, _ any, err error) {
	c.t.Helper()
	c.must(err)
}

var insightPaths = map[string]string{
	"lesson": "/teach/cohorts/first/lessons/" + leases,
	"matrix": "/teach/cohorts/first",
	"seen":   "/teach/cohorts/first?show=seen&sort=seen",
	"list":   "/teach/cohorts/first?view=list",
}

// stays scrolls the matrix to its far corner on a phone: the names and the
// heads of the columns are still in sight, and the keyboard scrolls it.
func (c *classroom) stays(p *page) {
	c.t.Helper()
	if js[int](p, `document.querySelector(".matrix").tabIndex`) != 0 {
		c.t.Error("the keyboard cannot reach the region that scrolls")
	}
	js[bool](p, `{const m = document.querySelector(".matrix"); m.scrollTo({left: 9999, top: 9999, behavior: "instant"}); true}`)
	at := js[map[string]float64](p, `(() => {
		const m = document.querySelector(".matrix"), box = m.getBoundingClientRect();
		const name = m.querySelector("tbody tr:last-child th").getBoundingClientRect();
		const head = m.querySelector("thead th:last-child").getBoundingClientRect();
		return {name: name.left - box.left, head: head.top - box.top, right: box.right - head.right, rows: m.querySelectorAll("tbody tr").length, columns: m.querySelectorAll("thead .l").length};
	})()`)
	if at["name"] < -1 || at["name"] > 4 || at["head"] < -1 || at["head"] > 4 || at["right"] < -1 {
		c.t.Errorf("after scrolling to the corner: %v", at)
	}
	if at["rows"] != 60 || at["columns"] != 20 {
		c.t.Errorf("%v rows and %v lessons, want 60 and 20", at["rows"], at["columns"])
	}
}
