package site

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fencepost/cmd/web/internal/xapi"
)

// What a class does is told once each, with its outcome, under names that say
// nothing; a form that is sent twice is told once.
func TestWhatAClassDoesIsTold(t *testing.T) {
	c := newClass(t, nil)
	c.answers()
	c.site.teller = xapi.NewTeller(mustURL(t, testBase), c.db, false)
	c.run("script", `
as sam
POST /concepts/leases-and-fencing-tokens/checks/self-fencing
= option=stops-needlessly
= key=k1
code == 303
POST /concepts/leases-and-fencing-tokens/checks/self-fencing
= option=stops-needlessly
= key=k1
code == 303
POST /concepts/leases-and-fencing-tokens/predictions/what-storage-holds
= option=a-overwrites
code == 303
POST /concepts/leases-and-fencing-tokens/explanations
= text=A lease ends on its own unless its owner renews it in time, says the one whom nobody knows.
code == 303
as ida
POST /teach/answers/sam1/lease
code == 303
POST /teach/answers/sam1/reviews
= key=k
= token=1
= v.stale_owner=covered
code == 303
POST /teach/answers/sam1/reviews
= key=k
= token=1
= v.stale_owner=covered
code == 303
as sam
later 25h
GET /review?lesson=leases-and-fencing-tokens&kind=check&item=self-fencing
keep TURN name="turn" value="(\d+)"
POST /review
= lesson=leases-and-fencing-tokens
= kind=check
= item=self-fencing
= turn=$TURN
= give=1
code == 303
`)
	want := []string{
		"answered checks/self-fencing false",
		"answered predictions/what-storage-holds true",
		"submitted explanations",
		"was scored on explanations of 7",
		"was scored on explanations 2 of 7 by a person",
		"answered checks/self-fencing false, asked again",
	}
	got, bodies := c.said("l-sam")
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, private := range []string{"Sam", "Ida", "Lovelace", "example.org", "l-sam", "l-ida", "stops-needlessly", "nobody knows"} {
		if strings.Contains(bodies, private) {
			t.Errorf("%q is in %s", private, bodies)
		}
	}
}

// said are the statements of a learner's lane in short, and all they hold.
func (c *class) said(learner string) (list []string, bodies string) {
	c.t.Helper()
	lanes, err := c.db.ClaimLanes(c.t.Context(), c.clock.Load(), 1000, 10, 50)
	c.must(err)
	for _, l := range lanes {
		if l.LearnerID != learner {
			continue
		}
		for _, w := range l.Waiting {
			list, bodies = append(list, c.inShort(w.Body)), bodies+string(w.Body)
		}
	}
	return list, bodies
}

func (c *class) inShort(body json.RawMessage) string {
	c.t.Helper()
	var s struct {
		Verb   struct{ Display struct{ En string } }
		Object struct{ ID string }
		Result struct {
			Success *bool
			Score   *struct{ Raw, Max int }
		}
		Context struct {
			Instructor        *struct{}
			ContextActivities struct{ Category []struct{} }
		}
	}
	c.must(json.Unmarshal(body, &s))
	said := s.Verb.Display.En + strings.TrimPrefix(s.Object.ID, testBase+"/concepts/"+deskLesson+"/")
	said = strings.Replace(said, s.Verb.Display.En, s.Verb.Display.En+" ", 1)
	if s.Result.Success != nil {
		said += fmt.Sprint(" ", *s.Result.Success)
	}
	if s.Context.Instructor != nil {
		return said + fmt.Sprintf(" %d of %d by a person", s.Result.Score.Raw, s.Result.Score.Max)
	}
	if s.Result.Score != nil { // how many is for the scorer to say
		said += fmt.Sprintf(" of %d", s.Result.Score.Max)
	}
	if len(s.Context.ContextActivities.Category) > 0 {
		said += ", asked again"
	}
	return said
}

// Who is told what stands on the page that students read about it.
func TestThePrivacyPageSaysWhatIsTold(t *testing.T) {
	c := newClass(t, nil)
	for _, row := range []struct {
		teller *xapi.Teller
		says   []string
		not    []string
	}{
		{nil, []string{"Nothing is sent to anybody else."}, []string{"record store", "is not sent.", "in full"}},
		{xapi.NewTeller(mustURL(t, testBase), c.db, false), []string{"challenges", "What you chose or wrote is not sent."}, []string{"in full"}},
		{xapi.NewTeller(mustURL(t, testBase), c.db, true), []string{"your explanations in full"}, []string{"is not sent."}},
	} {
		c.site.teller = row.teller
		page := see(c.site, "/privacy", "").Body.String()
		for _, words := range row.says {
			if !strings.Contains(page, words) {
				t.Errorf("told answers %v: the page does not say %q", row.teller.Answers(), words)
			}
		}
		for _, words := range row.not {
			if strings.Contains(page, words) {
				t.Errorf("told answers %v: the page says %q", row.teller.Answers(), words)
			}
		}
	}
}
