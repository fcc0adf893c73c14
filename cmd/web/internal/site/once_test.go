package site

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
)

// formKey finds the key of the form with this action on a page.
func formKey(t *testing.T, page, action string) string {
	t.Helper()
	found := regexp.MustCompile(`action="` + action + `"(?s:.)*?name="key" value="([^"]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the form of %s has no key", action)
	}
	return found[1]
}

// Sixteen clicks on what makes a cohort, a join link or a sentence of the bank
// make one, and each is told the same. Changed on the page come Back to, the form
// makes another.
func TestAFormSentManyTimesAtOnceMakesOneThing(t *testing.T) {
	w := newTown(t)
	a := "/cohorts/" + w.names["$A"]
	cohort := url.Values{"title": {"Twice"}, "term": {"Autumn"}, "zone": {"UTC"}}
	cohort.Set("key", formKey(t, w.send(http.MethodGet, "/cohorts/new", "instrA", nil).Body.String(), "/cohorts/new"))
	code := url.Values{"days": {"30"}, "key": {formKey(t, w.send(http.MethodGet, a, "instrA", nil).Body.String(), a+"/codes")}}
	kept := url.Values{"lesson": {"leases-and-fencing-tokens"}, "text": {"Say it once."}, "next": {a}}

	for _, form := range []struct {
		to             string
		fields         url.Values
		page, seen     string // where what was made is counted
		change, anewAs string
	}{
		{"/cohorts/new", cohort, "/cohorts", "Twice", "title", "Twice more"},
		{a + "/codes", code, a, "/revoke\"", "days", "7"},
		{"/teach/comments", kept, "/teach/answers/" + w.names["$TEXT"], "Say it once.", "text", "Say it once. Twice."},
	} {
		before := strings.Count(w.send(http.MethodGet, form.page, "instrA", nil).Body.String(), form.seen)
		told := w.atOnce(16, form.to, form.fields)
		if len(told) != 1 || !strings.HasPrefix(told[0], "303 ") {
			t.Errorf("%s: told %q, want one answer", form.to, told)
		}
		once := strings.Count(w.send(http.MethodGet, form.page, "instrA", nil).Body.String(), form.seen)
		form.fields.Set(form.change, form.anewAs)
		w.atOnce(2, form.to, form.fields)
		twice := strings.Count(w.send(http.MethodGet, form.page, "instrA", nil).Body.String(), form.seen)
		if one := once - before; one < 1 || twice-once != one {
			t.Errorf("%s: the page names it %d, then %d, then %d times", form.to, before, once, twice)
		}
	}
}

// atOnce sends a form n times at once as instructor A, and lists the different
// answers.
func (w *town) atOnce(n int, to string, fields url.Values) []string {
	var all sync.WaitGroup
	told := make([]string, n)
	for i := range told {
		all.Go(func() {
			got := w.send(http.MethodPost, to, "instrA", fields)
			told[i] = strconv.Itoa(got.Code) + " " + got.Header().Get("Location")
		})
	}
	all.Wait()
	slices.Sort(told)
	return slices.Compact(told)
}

// What is made by another person, of other words or without a key has an id of
// its own; the id is a UUIDv7 of the time at which the form was shown.
func TestOnceID(t *testing.T) {
	fields := url.Values{"key": {"01890a5d-ac96-774b-bcce-b302099a8057"}} // 2023-06-30T00:17:41.462Z
	id := onceID(fields, "ida", "Systems")
	if again := onceID(fields, "ida", "Systems"); again != id {
		t.Errorf("%s and %s", id, again)
	}
	if got := uuid.MustParse(id); got.Version() != 7 || got.Variant() != uuid.RFC4122 || !strings.HasPrefix(id, "01890a5d-ac96-7") {
		t.Errorf("%s is no UUIDv7 of the key's time", id)
	}
	for _, other := range []string{
		onceID(fields, "jon", "Systems"), onceID(fields, "ida", "System", "s"), onceID(url.Values{}, "ida", "Systems"),
		onceID(url.Values{"key": {"00000000-0000-0000-0000-000000000000"}}, "ida", "Systems"),
	} {
		if other == id {
			t.Errorf("%s twice", other)
		}
	}
	if a, b := onceID(url.Values{"key": {"x"}}), onceID(url.Values{"key": {"x"}}); a == b {
		t.Error("what is no key makes the same thing twice")
	}
	if a, b := onceCode(url.Values{}), onceCode(fields, "ida"); len(a) != codeChars || len(b) != codeChars || a == onceCode(url.Values{}) || b != onceCode(fields, "ida") {
		t.Errorf("codes %s and %s", a, b)
	}
}

// Everything that a learner sends carries a key. Sent eight times at once, and
// then once more, each form is one record in the file of what is stored about
// them; under another key it is another.
func TestAnAnswerThatIsSentAgainIsOneRecord(t *testing.T) {
	w := newTown(t)
	text := w.send(http.MethodPost, lessonPath+"/explanations", "self", url.Values{"key": {"first"}, "text": {goodText + " So it is."}}).Header().Get("Location")
	w.send(http.MethodPost, lessonPath+"/checks/self-fencing", "self", url.Values{"key": {"first"}, "option": {"service-blocks"}}) // which is then reviewed
	turn := regexp.MustCompile(`name="turn" value="(\d+)"`).FindStringSubmatch(w.send(http.MethodGet, "/review?more=1", "self", nil).Body.String())
	if text == "" || turn == nil {
		t.Fatal("there is nothing to object to or to review")
	}
	for _, form := range []struct {
		to     string
		fields url.Values
		anew   bool // the same under another key is another record
	}{
		{lessonPath + "/checks/self-fencing", url.Values{"option": {"stops-needlessly"}}, true},
		{lessonPath + "/predictions/what-storage-holds", url.Values{"option": {"a-stops"}}, false}, // one expects once
		{lessonPath + "/challenges/shortest-freeze", url.Values{"freeze": {"8.5s"}, "fencing": {"off"}}, true},
		{lessonPath + "/labs/late-owner", url.Values{"claim": {"SELECT 1"}, "complete": {"SELECT 1"}}, true},
		{lessonPath + "/explanations", url.Values{"text": {goodText}}, false}, // the same text as the last is that one
		{text + "/disputes", url.Values{"item": {"stale_owner"}, "claim": {didSay}, "reason": {"It is in the first half."}}, true},
		{"/review", url.Values{"lesson": {"leases-and-fencing-tokens"}, "kind": {"check"}, "item": {"self-fencing"}, "turn": {turn[1]}, "option": {"pause-after-check"}, "more": {"1"}}, false},
	} {
		before := w.records(t)
		form.fields.Set("key", "one-key")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { w.send(http.MethodPost, form.to, "self", form.fields) })
		}
		all.Wait()
		got := w.send(http.MethodPost, form.to, "self", form.fields)
		if once := w.records(t); got.Code != http.StatusSeeOther || once != before+1 {
			t.Errorf("%s nine times: %d more records, want 1; the last is answered %d", form.to, once-before, got.Code)
		}
		form.fields.Set("key", "another-key")
		w.send(http.MethodPost, form.to, "self", form.fields)
		if again := w.records(t); (again == before+2) != form.anew {
			t.Errorf("%s under another key: %d more records", form.to, again-before)
		}
	}
}

// records counts what is stored about the student "self", each with its time.
func (w *town) records(t *testing.T) int {
	t.Helper()
	var d struct {
		Answers, Labs []json.RawMessage
		Explanations  []struct{ Disputes []json.RawMessage }
		Recall        struct{ Events []json.RawMessage } `json:"spaced_review"`
	}
	if err := json.Unmarshal(w.send(http.MethodGet, "/account/data.json", "self", nil).Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	n := len(d.Answers) + len(d.Labs) + len(d.Explanations) + len(d.Recall.Events)
	for _, e := range d.Explanations {
		n += len(e.Disputes)
	}
	return n
}
