package site

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// oneCheck is a lesson with one step and one check of two options.
func oneCheck(kind lessons.CheckType) (*lessons.Lesson, *lessons.Check) {
	c := &lessons.Check{ID: "q", Type: kind, Ask: "Why?", Options: []lessons.Option{
		{ID: "yes", HTML: "Yes", Right: true, Feedback: "Because."},
		{ID: "no", HTML: "No", Feedback: "Not so."},
	}}
	l := &lessons.Lesson{Slug: "l", Title: "L", Steps: []lessons.Step{{ID: "s", Title: "S", Blocks: []lessons.Block{c}}}}
	return l, c
}

func try(item string, right bool, options ...string) store.Attempt {
	body, _ := json.Marshal(answer{Options: options})
	return store.Attempt{Item: item, Answer: body, Right: right}
}

func TestCheckShowsTheLastAnswerAndNothingElse(t *testing.T) {
	plain := []views.Option{{ID: "yes", HTML: "Yes"}, {ID: "no", HTML: "No"}}
	wrong := []views.Option{{ID: "yes", HTML: "Yes"}, {ID: "no", HTML: "No", Chosen: true, Verdict: "wrong", Feedback: "Not so."}}
	right := []views.Option{{ID: "yes", HTML: "Yes", Chosen: true, Verdict: "right", Feedback: "Because."}, {ID: "no", HTML: "No"}}
	for _, tt := range []struct {
		name     string
		attempts []store.Attempt
		want     views.Check
	}{
		{"nothing yet", nil, views.Check{Options: plain}},
		{"wrong", []store.Attempt{try("q", false, "no")}, views.Check{Options: wrong, Tries: 1, Marked: "wrong"}},
		{
			"wrong, then right",
			[]store.Attempt{try("q", false, "no"), try("q", true, "yes")},
			views.Check{Options: right, Tries: 2, Marked: "wrong", Done: true, Right: true},
		},
		{
			"right, then wrong: the first one is marked",
			[]store.Attempt{try("q", true, "yes"), try("q", false, "no")},
			views.Check{Options: wrong, Tries: 2, Marked: "right", Done: true},
		},
		{"another check's", []store.Attempt{try("other", true, "yes")}, views.Check{Options: plain}},
		{
			"an option that is gone",
			[]store.Attempt{try("q", false, "taken-away")},
			views.Check{Options: plain, Tries: 1, Marked: "wrong"},
		},
		{
			"an answer of another kind",
			[]store.Attempt{{Item: "q", Answer: json.RawMessage(`[1]`)}},
			views.Check{Options: plain, Tries: 1, Marked: "wrong"},
		},
	} {
		l, c := oneCheck(lessons.Choice)
		got := lessonPage{lesson: l, record: record{attempts: tt.attempts}}.check(c)
		tt.want.Lesson, tt.want.ID, tt.want.Kind, tt.want.Ask, tt.want.Key = "l", "q", "choice", "Why?", got.Key
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got.Key == "" {
			t.Errorf("%s: no key", tt.name)
		}
	}
}

func TestDoneNeverExceedsTheTotal(t *testing.T) {
	l, _ := oneCheck(lessons.Choice)
	s := store.Standing{Right: []string{"q", "a-check-that-was-taken-away"}, Tried: []string{"q"}}
	if n := answered(l, s); n != 1 {
		t.Errorf("%d of 1 questions done", n)
	}
	if finished(l, s) {
		t.Error("finished without a word read")
	}
	s.Read = []string{"s"}
	if !finished(l, s) {
		t.Error("a lesson without an explanation is finished with its checks")
	}
	l.Rubric = &lessons.Rubric{}
	if finished(l, s) {
		t.Error("finished without the explanation that it asks for")
	}
}

func TestExplainBox(t *testing.T) {
	l, _ := oneCheck(lessons.Choice)
	l.Rubric = &lessons.Rubric{Prompt: "Say it.", MinChars: 60, MaxChars: 5000}
	handedIn := store.Explanation{ID: "e1", Text: "handed in"}
	for _, tt := range []struct {
		name   string
		record record
		no     refused
		text   string
		count  int
	}{
		{"empty", record{}, refused{}, "", 0},
		{"draft", record{draft: store.Draft{Text: " draft\r\n", Revision: 3}}, refused{}, " draft\r\n", 5},
		{"handed in: start from it", record{newest: handedIn}, refused{}, "handed in", 9},
		{"begun anew since", record{newest: handedIn, draft: store.Draft{Text: "new", Revision: 4}}, refused{}, "new", 3},
		{"emptied since", record{newest: handedIn, draft: store.Draft{Revision: 4}}, refused{}, "", 0},
		{
			"refused",
			record{draft: store.Draft{Text: "draft", Revision: 1}},
			refused{explain: true, text: "sent", message: "No."},
			"sent", 4,
		},
	} {
		got := lessonPage{lesson: l, record: tt.record, refused: tt.no}.explain()
		if got.Text != tt.text || got.Count != tt.count || got.Error != tt.no.message {
			t.Errorf("%s: %q, %d characters, error %q; want %q, %d, %q",
				tt.name, got.Text, got.Count, got.Error, tt.text, tt.count, tt.no.message)
		}
	}
}

func TestCatalogueContinuesWhereTheReaderLeft(t *testing.T) {
	e := testEdition(t, mustURL(t, testBase))
	slug := "leases-and-fencing-tokens"
	l, _ := e.library.Lesson(slug)
	var every []string
	for _, step := range l.Steps {
		every = append(every, step.ID)
	}
	solved := []string{"silent-worker", "last-renewal", "able-to-refuse", "self-fencing", "shortest-freeze"}
	for _, tt := range []struct {
		name            string
		at              store.Standing
		begun, finished int
		goOn            bool
	}{
		{"nothing yet", store.Standing{}, 0, 0, false},
		{"a lab tried", store.Standing{LabsTried: []string{"late-owner"}, LastMS: 1}, 1, 0, true},
		{"one step read", store.Standing{Read: []string{"try-it"}, LastMS: 1}, 1, 0, true},
		{"all done", store.Standing{
			Read:  every,
			Tried: append([]string{"what-storage-holds"}, solved...),
			Right: solved, Explanations: 1, // a prediction need not come true
		}, 1, 1, false},
		{"a step is not read", store.Standing{
			Read:  every[1:],
			Tried: append([]string{"what-storage-holds"}, solved...),
			Right: solved, Explanations: 1, LastMS: 1,
		}, 1, 0, true},
		{"a challenge is open", store.Standing{
			Read:  every,
			Tried: append([]string{"what-storage-holds"}, solved...),
			Right: solved[:4], Explanations: 1, LastMS: 1,
		}, 1, 0, true},
	} {
		v := catalogueView(links{}, e.library, map[string]store.Standing{slug: tt.at})
		if v.Begun != tt.begun || v.Finished != tt.finished || (v.Continue != nil) != tt.goOn {
			t.Errorf("%s: begun %d, finished %d, continue %v", tt.name, v.Begun, v.Finished, v.Continue)
		}
		last := v.Groups[len(v.Groups)-1]
		if last.Name != coming {
			t.Errorf("%s: the last group is %q", tt.name, last.Name)
		}
		for _, entry := range last.Entries {
			if entry.Href != "" {
				t.Errorf("%s: %s is still to come and leads to %s", tt.name, entry.Title, entry.Href)
			}
		}
	}
}
