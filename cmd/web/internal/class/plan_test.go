package class

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fencepost/content"
	"fencepost/lessons"
)

func TestAPlanFollowsFromItsSeed(t *testing.T) {
	for _, l := range load(t) {
		one, same, other := Plan(l, 1, 7, time.Hour), Plan(l, 1, 7, time.Hour), Plan(l, 2, 7, time.Hour)
		if diff := cmp.Diff(one, same); diff != "" {
			t.Errorf("%s: the same seed makes another plan: %s", l.Slug, diff)
		}
		if cmp.Equal(one, other) {
			t.Errorf("%s: another seed makes the same plan", l.Slug)
		}
	}
}

// TestAPlanIsASession looks at what a student has to do on every lesson: open it,
// mark each step, answer each check in the end, and hand in what the drafts led to.
func TestAPlanIsASession(t *testing.T) {
	const length = 25 * time.Minute
	for _, l := range load(t) {
		for n := range uint64(20) {
			acts := Plan(l, 1, n, length)
			if all := duration(acts); all > length+time.Second {
				t.Errorf("%s: a session of %v", l.Slug, all)
			}
			if acts[0].Kind != Catalogue || acts[1].Kind != Lesson {
				t.Errorf("%s: begins with %v, %v", l.Slug, acts[0].Kind, acts[1].Kind)
			}
			for _, want := range []struct {
				kind Kind
				n    int
			}{{Read, len(l.Steps)}, {Check, len(l.Checks())}, {Predict, len(l.Predicts())}} {
				if got := items(acts, want.kind); got != want.n {
					t.Errorf("%s: %d items of %q, want %d", l.Slug, got, want.kind, want.n)
				}
			}
			last, handed := "", ""
			for _, a := range acts {
				if a.Kind == Draft {
					last = a.Text
				}
				if a.Kind == HandIn {
					if a.Text == handed {
						t.Errorf("%s: the same text twice", l.Slug)
					}
					handed = a.Text
				}
				if a.Kind == HandIn && strings.Join(strings.Fields(a.Text), " ") != last {
					t.Errorf("%s: the draft ends as %q and is handed in as %q", l.Slug, last, a.Text)
				}
			}
		}
	}
}

// TestEveryAnswerIsOne: right or wrong, the page takes it. A line of a run is left
// out: which lines there are, the page says.
func TestEveryAnswerIsOne(t *testing.T) {
	for _, l := range load(t) {
		for n := range uint64(200) {
			for _, a := range Plan(l, 1, n, time.Hour) {
				i := slices.IndexFunc(l.Checks(), func(c *lessons.Check) bool { return a.Kind == Check && c.ID == a.Item })
				if i < 0 || a.Form.Has("line") {
					continue
				}
				if _, fault := l.Checks()[i].Take(lessons.Fields(a.Form), lessons.Aids{}); fault != "" {
					t.Fatalf("%s, %s: %v is no answer: %s", l.Slug, a.Item, a.Form, fault)
				}
			}
		}
	}
}

func items(acts []Act, k Kind) int {
	var ids []string
	for _, a := range acts {
		if a.Kind == k && !slices.Contains(ids, a.Item) {
			ids = append(ids, a.Item)
		}
	}
	return len(ids)
}

func TestWhoIsLateHasTheRestBefore(t *testing.T) {
	acts := []Act{{After: 0, Kind: Catalogue}, {After: 10 * time.Second, Kind: Lesson}, {After: 30 * time.Second, Kind: Read}}
	left, wait := rest(acts, 0.5) // 20 of 40 s: the step is marked as read in 20 s
	if len(left) != 1 || left[0].Kind != Read || left[0].After != 0 || wait != 20*time.Second {
		t.Errorf("left: %v in %v", left, wait)
	}
}

// load reads what the class works on: the lessons built in.
func load(t testing.TB) (list []Course) {
	t.Helper()
	lib, problems := (&lessons.Loader{}).Load(content.FS)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, l := range lib.Lessons() {
		list = append(list, NewCourse(l))
	}
	return list
}
