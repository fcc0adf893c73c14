package xapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"fencepost/store"
)

// The verbs, of ADL's vocabulary and of Activity Streams.
const (
	Answered  Verb = "http://adlnet.gov/expapi/verbs/answered"
	Submitted Verb = "http://activitystrea.ms/schema/1.0/submit"
	Scored    Verb = "http://adlnet.gov/expapi/verbs/scored"
)

// Verb is the IRI of what somebody did.
type Verb string

func (v Verb) word() string {
	switch v {
	case Answered:
		return "answered"
	case Submitted:
		return "submitted"
	}
	return "was scored on"
}

// The types of activity, of ADL's vocabulary.
const (
	typeInteraction = "http://adlnet.gov/expapi/activities/cmi.interaction"
	typeLesson      = "http://adlnet.gov/expapi/activities/lesson"
)

// The kinds of interaction that things here are (xAPI 1.0.3, part 2, 2.4.4.1).
const (
	Choice      = "choice"
	Numeric     = "numeric"
	Sequencing  = "sequencing"
	Matching    = "matching"
	Performance = "performance"
	LongText    = "long-fill-in"
)

// Event is something that happened with one learner's work.
type Event struct {
	Learner     string // id
	About       string // id of the record that is stored
	Explanation string // id of the explanation behind it; "" for none
	Verb        Verb
	Object      string // path of the thing below the site's address: "/concepts/leases/checks/expiry"
	Name        string // of the thing; "" for none
	Interaction string
	Lesson      string // slug
	Title       string // of the lesson
	Version     string // of the lesson
	Success     *bool
	Covered     int // key points
	Points      int // 0: there is no score
	Verdicts    map[string][]string
	Response    string // sent only where the operator wants answers sent
	Reviewer    string // learner id of the person who judged; "" for nobody
	Spaced      bool   // it was asked again, in spaced review
	AtMS        int64
}

// Pseudonyms name learners.
type Pseudonyms interface {
	Pseudonym(ctx context.Context, learner, fresh string) (string, error)
}

// Teller writes statements.
type Teller struct {
	base    string // the site's address, without a slash at its end
	names   Pseudonyms
	answers bool
}

// NewTeller makes a teller for a site at base. Only with answers is what
// learners chose or wrote part of a statement.
func NewTeller(base *url.URL, names Pseudonyms, answers bool) *Teller {
	return &Teller{base: strings.TrimSuffix(base.String(), "/"), names: names, answers: answers}
}

// Answers says whether what learners chose or wrote is part of statements; of a nil
// teller, which tells nothing, it is not.
func (t *Teller) Answers() bool { return t != nil && t.answers }

// Tell makes the next write under the context store the event's statement too.
// A learner whom the store does not know is not spoken of.
func (t *Teller) Tell(ctx context.Context, list ...Event) (context.Context, error) {
	var out []store.Statement
	for _, e := range list {
		s, err := t.statement(ctx, e)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return ctx, fmt.Errorf("write a statement: %w", err)
		default:
			out = append(out, s)
		}
	}
	return store.Telling(ctx, out...), nil
}

func (t *Teller) statement(ctx context.Context, e Event) (store.Statement, error) {
	id := uuid.Must(uuid.NewV7()).String()
	actor, err := t.agent(ctx, e.Learner)
	if err != nil {
		return store.Statement{}, err
	}
	context, err := t.context(ctx, e)
	if err != nil {
		return store.Statement{}, err
	}
	body, err := json.Marshal(statement{
		ID: id, Actor: actor, Verb: verb{string(e.Verb), words(e.Verb.word())}, Object: t.object(e), Result: t.result(e),
		Context: context, Timestamp: time.UnixMilli(e.AtMS).UTC().Format("2006-01-02T15:04:05.000Z"),
	})
	return store.Statement{ID: id, LearnerID: e.Learner, About: e.About, Explanation: e.Explanation, Body: body, AtMS: e.AtMS}, err
}

// agent is a learner under a name that says nothing.
func (t *Teller) agent(ctx context.Context, learner string) (agent, error) {
	name, err := t.names.Pseudonym(ctx, learner, uuid.NewString())
	return agent{"Agent", account{t.base, name}}, err
}

func (t *Teller) object(e Event) activity {
	a := activity{ObjectType: "Activity", ID: t.base + e.Object, Definition: definition{Type: typeInteraction, Interaction: e.Interaction}}
	if e.Name != "" {
		a.Definition.Name = words(e.Name)
	}
	return a
}

func (t *Teller) result(e Event) *result {
	r := result{Success: e.Success}
	if t.answers {
		r.Response = e.Response
	}
	if e.Points > 0 {
		r.Score = &score{Scaled: float64(e.Covered) / float64(e.Points), Raw: e.Covered, Max: e.Points}
	}
	if len(e.Verdicts) > 0 {
		r.Extensions = map[string]any{t.base + "/xapi/points": e.Verdicts}
	}
	if r.Success == nil && r.Response == "" && r.Score == nil && r.Extensions == nil {
		return nil
	}
	return &r
}

func (t *Teller) context(ctx context.Context, e Event) (situation, error) {
	s := situation{Platform: "Fencepost", Language: "en", Revision: e.Version}
	s.Activities.Parent = []activity{{
		ObjectType: "Activity", ID: t.base + "/concepts/" + e.Lesson, Definition: definition{Type: typeLesson, Name: words(e.Title)},
	}}
	if e.Spaced {
		s.Activities.Category = []reference{{"Activity", t.base + "/review"}}
	}
	if e.Reviewer != "" {
		by, err := t.agent(ctx, e.Reviewer)
		if err != nil {
			return s, err
		}
		s.Instructor = &by
	}
	return s, nil
}

func words(text string) map[string]string { return map[string]string{"en": text} }
