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
// samples, and of a scorer that it trains. .ci/arm64 compares what different
// machines print.
func TestDigest(t *testing.T) {
	library, _ := lessons.Load(os.DirFS("../../content"))
	for _, l := range library.Lessons() {
		s, err := grade.Load(l.Rubric, grade.PageText(l), grade.Source(l.Rubric, nil, grade.PageText(l)), l.Fitted.Get())
		if err != nil {
			t.Fatalf("%s: %v", l.Slug, err)
		}
		h := sha256.New()
		for _, x := range l.Samples.Get() {
			if err := json.NewEncoder(h).Encode(s.Score(x.Text)); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Printf("%s scored %d %x\n", l.Slug, len(l.Samples.Get()), h.Sum(nil)[:12])
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
