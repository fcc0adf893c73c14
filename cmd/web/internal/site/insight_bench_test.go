package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"fencepost/store"
)

// crowded is a class of 60 students who all explained 20 lessons and answered
// three questions in each.
func crowded(t testing.TB) *class {
	t.Helper()
	c := newClass(t, nil)
	ctx, ida := t.Context(), store.ScopeOf(store.Person{ID: "ida"})
	for n := range 60 {
		id := fmt.Sprintf("p%02d", n)
		c.must(c.db.AddPerson(ctx, store.Person{ID: id, LearnerID: "l-" + id, Email: id + "@example.org", Name: "Pupil Number " + id, Role: store.RoleStudent, CreatedMS: 1}))
		c.must(c.db.SetMember(ctx, ida, store.Member{CohortID: "first", PersonID: id, Role: store.MemberStudent, State: store.MemberActive, SinceMS: 1}))
		for i := range 20 {
			c.did(id, fmt.Sprintf("lesson-%02d", i), (n+i)%7)
		}
	}
	return c
}

// did has a student answer three questions of a lesson and explain it, covering
// so many of seven points.
func (c *class) did(who, lesson string, covered int) {
	c.t.Helper()
	ctx, key := c.t.Context(), who+lesson
	for q := range 3 {
		id := fmt.Sprint(key, q)
		_, err := c.db.AddAttempt(ctx, store.Attempt{ID: id, LearnerID: "l-" + who, Key: id, Lesson: lesson, Item: fmt.Sprint("q", q), Answer: json.RawMessage(`{}`), Right: q < 2, AtMS: 1})
		c.must(err)
	}
	_, err := c.db.AddExplanation(ctx, store.Explanation{ID: key, LearnerID: "l-" + who, Key: key, Lesson: lesson, Text: "A text of some words.", AtMS: 1})
	c.must(err)
	var points []map[string]string
	for p := range 7 {
		verdict := "missing"
		if p < covered {
			verdict = "covered"
		}
		points = append(points, map[string]string{"id": fmt.Sprint("p", p), "verdict": verdict})
	}
	result, err := json.Marshal(map[string]any{"points": points})
	c.must(err)
	c.must(c.db.AddScore(ctx, store.Score{ID: "s" + key, ExplanationID: key, Rubric: "r", Scorer: "s", Result: result, AtMS: 1}))
}

// BenchmarkInsight reads and draws the matrix of 60 students and 20 lessons.
func BenchmarkInsight(b *testing.B) {
	c := crowded(b)
	server := httptest.NewServer(c.site)
	b.Cleanup(server.Close)
	c.kept["server"] = server.URL
	jar := c.browser("ida").Jar
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodGet, "/teach/cohorts/first", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		for _, k := range jar.Cookies(mustURL(b, server.URL)) {
			r.AddCookie(k)
		}
		w := httptest.NewRecorder()
		c.site.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
		size = w.Body.Len()
	}
	b.ReportMetric(float64(size), "B/page")
}
