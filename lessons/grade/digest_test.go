//go:build digest

package grade_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// TestDigest prints a hash of what each lesson's stored scorer says of all its
// samples and of texts that no sample is like, and of a scorer that it trains.
// .ci/arm64 compares what different machines print; whoever makes the scorer
// quicker compares what it prints before and after.
func TestDigest(t *testing.T) {
	library, _ := lessons.Load(os.DirFS("../../content"))
	for _, l := range library.Lessons() {
		s, err := grade.Load(l.Rubric, grade.PageText(l), grade.Source(l.Rubric, nil, grade.PageText(l)), l.Fitted.Get())
		if err != nil {
			t.Fatalf("%s: %v", l.Slug, err)
		}
		var own []string
		for _, x := range l.Samples.Get() {
			own = append(own, x.Text)
		}
		fmt.Printf("%s scored %d %x\n", l.Slug, len(own), digest(t, s, own))
		strange := strangers(library, l.Slug)
		fmt.Printf("%s strangers scored %d %x\n", l.Slug, len(strange), digest(t, s, strange))
	}
	l, _ := library.Lesson("ordering")
	s, err := grade.Train(l.Rubric, l.Samples.Get(), grade.PageText(l))
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Store(grade.Source(l.Rubric, nil, grade.PageText(l)), s.Report(l.Samples.Get()))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%s trained %d %x\n", l.Slug, len(l.Samples.Get()), sha256.Sum256(data))
}

// digest is a hash of what a scorer says of texts.
func digest(t *testing.T, s *grade.Scorer, texts []string) []byte {
	h := sha256.New()
	for _, text := range texts {
		if err := json.NewEncoder(h).Encode(s.Score(text)); err != nil {
			t.Fatal(err)
		}
	}
	return h.Sum(nil)[:12]
}

// strangers are hostile texts and samples that a lesson's scorer was not
// trained on: those of the other lessons, alone and behind its own.
func strangers(library *lessons.Library, slug string) []string {
	out := append(hostile(3000), "", " ", "\xff", hostile(20_000)[0])
	own, _ := library.Lesson(slug)
	for _, l := range library.Lessons() {
		if l.Slug == slug {
			continue
		}
		for i, x := range l.Samples.Get() {
			if i%4 == 0 {
				before := own.Samples.Get()[i%len(own.Samples.Get())].Text
				out = append(out, x.Text, before+"\n\n"+x.Text)
			}
		}
	}
	return out
}
