package xapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// told is the body of the event's statement, with the names that chance made
// replaced.
func told(t *testing.T, c *campus, e Event) any {
	t.Helper()
	ctx, err := c.teller.Tell(t.Context(), e)
	c.must(err)
	list := store.ToldOf(ctx, e.About)
	if len(list) != 1 || list[0].LearnerID != e.Learner || list[0].Explanation != e.Explanation {
		t.Fatalf("told %+v", list)
	}
	text := strings.ReplaceAll(string(list[0].Body), list[0].ID, "ID")
	for _, who := range []string{"ann", "ida"} {
		name, err := c.db.Pseudonym(t.Context(), who, "unused "+who)
		c.must(err)
		text = strings.ReplaceAll(text, name, "NAME OF "+who)
	}
	return parsed(t, text)
}

func parsed(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func TestWhatAStatementSays(t *testing.T) {
	yes := true
	for name, tt := range map[string]struct {
		answers bool
		event   Event
		want    string
	}{
		"a check": {false, Event{
			Learner: "ann", About: "a1", Verb: Answered, Object: "/concepts/leases/checks/expiry", Interaction: Choice,
			Lesson: "leases", Title: "Leases", Version: "v1", Success: &yes, Response: "ten-seconds", AtMS: 1_796_000_000_123,
		}, `{"id": "ID",
			"actor": {"objectType": "Agent", "account": {"homePage": "https://learn.example", "name": "NAME OF ann"}},
			"verb": {"id": "http://adlnet.gov/expapi/verbs/answered", "display": {"en": "answered"}},
			"object": {"objectType": "Activity", "id": "https://learn.example/concepts/leases/checks/expiry",
				"definition": {"type": "http://adlnet.gov/expapi/activities/cmi.interaction", "interactionType": "choice"}},
			"result": {"success": true},
			"context": {"contextActivities": {"parent": [{"objectType": "Activity", "id": "https://learn.example/concepts/leases",
				"definition": {"type": "http://adlnet.gov/expapi/activities/lesson", "name": {"en": "Leases"}}}]},
				"revision": "v1", "platform": "Fencepost", "language": "en"},
			"timestamp": "2026-11-30T00:53:20.123Z"}`},
		"a review of an explanation": {true, Event{
			Learner: "ann", About: "r1", Explanation: "e1", Verb: Scored, Object: "/concepts/leases/explanations", Interaction: LongText,
			Lesson: "leases", Title: "Leases", Covered: 3, Points: 4, Verdicts: map[string][]string{"covered": {"a", "b", "c"}, "missing": {"d"}},
			Reviewer: "ida", AtMS: 1_796_000_000_000,
		}, `{"id": "ID",
			"actor": {"objectType": "Agent", "account": {"homePage": "https://learn.example", "name": "NAME OF ann"}},
			"verb": {"id": "http://adlnet.gov/expapi/verbs/scored", "display": {"en": "was scored on"}},
			"object": {"objectType": "Activity", "id": "https://learn.example/concepts/leases/explanations",
				"definition": {"type": "http://adlnet.gov/expapi/activities/cmi.interaction", "interactionType": "long-fill-in"}},
			"result": {"score": {"scaled": 0.75, "raw": 3, "min": 0, "max": 4},
				"extensions": {"https://learn.example/xapi/points": {"covered": ["a", "b", "c"], "missing": ["d"]}}},
			"context": {"instructor": {"objectType": "Agent", "account": {"homePage": "https://learn.example", "name": "NAME OF ida"}},
				"contextActivities": {"parent": [{"objectType": "Activity", "id": "https://learn.example/concepts/leases",
				"definition": {"type": "http://adlnet.gov/expapi/activities/lesson", "name": {"en": "Leases"}}}]},
				"platform": "Fencepost", "language": "en"},
			"timestamp": "2026-11-30T00:53:20.000Z"}`},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCampus(t, "ann", "ida")
			c.teller.answers = tt.answers
			if d := cmp.Diff(parsed(t, tt.want), told(t, c, tt.event)); d != "" {
				t.Errorf("- want, + got:\n%s", d)
			}
		})
	}
}

func TestAnswersAreSentOnlyWhereThatIsWanted(t *testing.T) {
	c := newCampus(t, "ann", "ida")
	e := Event{Learner: "ann", About: "e1", Verb: Submitted, Object: "/x", Interaction: LongText, Lesson: "leases", Title: "Leases", Response: "A lease runs out."}
	for _, want := range []bool{false, true} {
		c.teller.answers = want
		text, err := json.Marshal(told(t, c, e))
		c.must(err)
		if got := strings.Contains(string(text), "A lease runs out."); got != want {
			t.Errorf("wanted %v: %s", want, text)
		}
	}
}

func TestALearnerWhoIsGoneIsNotSpokenOf(t *testing.T) {
	c := newCampus(t)
	ctx, err := c.teller.Tell(t.Context(), Event{Learner: "nobody", About: "a"})
	if err != nil || len(store.ToldOf(ctx, "a")) != 0 {
		t.Errorf("told %v, error %v", store.ToldOf(ctx, "a"), err)
	}
}

func TestWhereStatementsMayGo(t *testing.T) {
	for endpoint, want := range map[string]bool{
		"https://lrs.example/xapi": true, "http://localhost:8081/xapi": true, "http://127.0.0.1/x": true, "http://[::1]/x": true,
		"http://lrs.example/xapi": false, "ftp://lrs.example": false, "lrs.example": false, "": false,
		"https://key:secret@lrs.example/xapi": false, "https://lrs.example/?a=b": false,
	} {
		_, err := NewClient(Settings{Endpoint: endpoint})
		if (err == nil) != want {
			t.Errorf("%q: %v", endpoint, err)
		}
	}
	if _, err := NewClient(Settings{Endpoint: "http://lrs.example/xapi", Plain: true}); err != nil {
		t.Error(err)
	}
}
