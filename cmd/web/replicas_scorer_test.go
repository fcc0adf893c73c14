//go:build linux

package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/store"
)

// scorerTree is a folder with a small lesson, whose scorer is trained in no time.
func scorerTree(t *testing.T) string {
	t.Helper()
	a, err := txtar.ParseFile("internal/site/testdata/scorer/edited.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		name := filepath.Join(dir, f.Name)
		if !strings.HasPrefix(f.Name, replicasLesson) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// editRubric gives the rubric's only point another name.
func editRubric(t *testing.T, dir, name string) {
	t.Helper()
	file := filepath.Join(dir, replicasLesson, "rubric.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edited := regexp.MustCompile(`(?m)^    name: .*$`).ReplaceAllString(string(text), "    name: "+name)
	if err := os.WriteFile(file, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
}

const scorerAt = "/teach/scorer/" + replicasLesson

// publications are the lesson's, the one in force first.
func (s *replicas) publications() []store.Publication {
	s.t.Helper()
	list, err := s.db.Publications(s.t.Context(), replicasLesson, 100)
	s.must(err)
	return list
}

// adopted waits until the publication in force was brought to its end.
func (s *replicas) adopted() store.Publication {
	s.t.Helper()
	s.until("adopted", func() bool { list := s.publications(); return len(list) > 0 && list[0].Finished })
	return s.publications()[0]
}

// adoptEdited tries and publishes the rubric as it was edited.
func (s *replicas) adoptEdited(by *colleague, at *process) {
	s.t.Helper()
	s.until("an edit that can be tried", func() bool {
		status, _ := by.send(at, scorerAt+"/trial")
		return status == http.StatusSeeOther
	})
	s.until("tried", func() bool {
		c, err := s.db.Candidate(s.t.Context(), replicasLesson)
		return err == nil && c.State == store.ScorerTried
	})
	c, err := s.db.Candidate(s.t.Context(), replicasLesson)
	s.must(err)
	status, body := by.send(at, scorerAt+"/publication", "scorer", c.ID, "seen", s.publications()[0].ID)
	if status != http.StatusSeeOther {
		s.t.Fatalf("status %d: %s", status, body)
	}
	s.adopted()
}

var (
	seenField   = regexp.MustCompile(`name="seen" value="([^"]+)"`)
	scorerInUse = regexp.MustCompile(`(?m)^fencepost_scorer_info\{.*rubric="([^"]+)"`)
)

// shows is what re finds on a page of a process.
func (c *colleague) shows(p *process, path string, re *regexp.Regexp) string {
	return append(re.FindStringSubmatch(c.read(p, path)), "", "")[1]
}

// TestOneOfTwoScorersPublishedAtOnceComesIntoForce has two people choose different
// scorers at the same moment, each at a process of their own, having seen the
// same one in force. One is told that the other was first, and both processes go
// on with the same scorer.
func TestOneOfTwoScorersPublishedAtOnceComesIntoForce(t *testing.T) {
	dir := scorerTree(t)
	s := newReplicas(t, "-content-dir", dir)
	one, two := s.startMeasured(), s.startMeasured()
	ida, tea := s.as("ida"), s.as("tea")
	s.adopted() // the content's own
	for _, name := range []string{"Time ends it", "Silence ends it"} {
		editRubric(t, dir, name)
		s.adoptEdited(ida, one.process)
	}
	for range 3 {
		s.race(ida, tea, one, two)
	}
}

// measured is a process that tells at another address what it uses.
type measured struct {
	*process
	metrics *process // no process: where it tells
}

func (s *replicas) startMeasured() measured {
	s.t.Helper()
	addr := freeAddress(s.t)
	return measured{s.start("-metrics-addr", addr), &process{url: "http://" + addr}}
}

// handsIn has Sam hand in at both processes at once after a publication: not even
// the process that did not hear of it yet goes on with the scorer before.
func (s *replicas) handsIn(now store.Publication, at ...measured) {
	s.t.Helper()
	sam := s.as("sam")
	for i, p := range at {
		text := fmt.Sprintf("Silence makes the permission evaporate after %d seconds of %s.", i+2, now.ID)
		if status, body := sam.send(p.process, "/concepts/"+replicasLesson+"/explanations", "text", text); status != http.StatusOK {
			s.t.Errorf("handed in at process %d: status %d %s", i+1, status, body)
		}
	}
	list, err := s.db.Explanations(s.t.Context(), "l-sam", replicasLesson)
	s.must(err)
	for _, e := range list {
		scores, err := s.db.Scores(s.t.Context(), e.ID)
		s.must(err)
		if !slices.ContainsFunc(scores, func(c store.Score) bool { return c.Rubric == now.Scorer.Rubric }) {
			s.t.Errorf("%q has no score by the rubric in force", e.Text)
		}
	}
}

// race publishes both scorers that are not in force.
func (s *replicas) race(ida, tea *colleague, one, two measured) {
	s.t.Helper()
	before := s.publications()
	others := slices.DeleteFunc(slices.Clone(before), func(p store.Publication) bool { return p.Scorer.ID == before[0].Scorer.ID })
	a := others[0].Scorer
	b := others[slices.IndexFunc(others, func(p store.Publication) bool { return p.Scorer.ID != a.ID })].Scorer
	answers, fire := make(chan int, 2), make(chan struct{})
	publish := func(who *colleague, at measured, scorer string) {
		<-fire
		status, _ := who.send(at.process, scorerAt+"/publication", "scorer", scorer, "seen", before[0].ID)
		answers <- status
	}
	go publish(ida, one, a.ID)
	go publish(tea, two, b.ID)
	close(fire)
	got := []int{<-answers, <-answers}
	slices.Sort(got)
	if !slices.Equal(got, []int{http.StatusSeeOther, http.StatusConflict}) {
		s.t.Errorf("the two were answered %v", got)
	}
	now := s.adopted()
	if n := len(s.publications()) - len(before); n != 1 || now.Scorer.ID != a.ID && now.Scorer.ID != b.ID {
		s.t.Errorf("%d publications came of it, in force is %s", n, now.Scorer.ID)
	}
	s.handsIn(now, one, two)
	for i, p := range []measured{one, two} {
		if seen := ida.shows(p.process, scorerAt, seenField); seen != now.ID {
			s.t.Errorf("process %d shows %s in force, not %s", i+1, seen, now.ID)
		}
		s.until("scoring by what is in force", func() bool {
			return ida.shows(p.metrics, "/metrics", scorerInUse) == now.Scorer.Rubric
		})
	}
}
