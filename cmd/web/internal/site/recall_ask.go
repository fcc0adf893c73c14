package site

import (
	"context"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/lessons/recall"
	"fencepost/store"
	"fencepost/views"
)

// The outcomes of an answer.
const (
	outcomeRight = "right"
	outcomeWrong = "wrong"
	outcomeDoubt = "doubt" // the scorer cannot tell: the learner says
)

// recallDetail is what an answer in review holds.
type recallDetail struct {
	Answer  answer            `json:"answer"`
	GaveUp  bool              `json:"gave_up,omitempty"`
	Outcome string            `json:"outcome"`
	Set     map[string]string `json:"set,omitempty"`  // of a prediction: how its run was set
	Came    string            `json:"came,omitempty"` // of a prediction: the verdict or option that came
}

// surelySaid is the probability from which on a sentence makes its key point and
// nobody is asked. In an explanation the scorer's word can be objected to and a
// person looks it over; here the learner compares, so less is left to it.
const surelySaid = 0.9

// rating is what follows from the outcome; 0 where it is in doubt.
func (d recallDetail) rating() recall.Rating {
	switch d.Outcome {
	case outcomeRight:
		return recall.Good
	case outcomeWrong:
		return recall.Again
	}
	return 0
}

// sentence is the check that asks for a key point.
func (q recalled) sentence() *lessons.Check {
	return &lessons.Check{ID: "recall", Type: lessons.Short, Body: &lessons.Sentence{Point: q.point.ID}}
}

// asked is the check that is asked: the lesson's own, or one that asks for a key
// point. nil for a prediction.
func (q recalled) asked() *lessons.Check {
	switch {
	case q.point != nil:
		return q.sentence()
	case q.check != nil:
		return q.check.Again(q.turn)
	}
	return nil
}

// aids shuffle anew at each turn.
func (q recalled) aids(shuffle func(salt string, n int) []int) lessons.Aids {
	a := aidsOf(q.lesson)
	a.Shuffle = func(salt string, n int) []int { return shuffle(salt+"/"+strconv.FormatInt(q.turn, 10), n) }
	return a
}

// take reads an answer from a form. fault says why it is none.
func (q recalled) take(f lessons.Fields) (a answer, fault string) {
	if q.predict == nil {
		return q.asked().Take(f, aidsOf(q.lesson))
	}
	chosen := distinct(f["option"])
	ids := q.expectations()
	switch {
	case len(chosen) != 1:
		return answer{}, "Say first what you expect."
	case !slices.ContainsFunc(ids, func(o views.Option) bool { return o.ID == chosen[0] }):
		return answer{}, "The answer sent is not among these. The lesson may have been edited; choose again."
	}
	return answer{Options: chosen}, ""
}

// expectations are what can be expected of the run that is asked about: of one
// with other numbers, the simulator's verdicts; of the prediction's own, where
// no other numbers make a difference, the author's options.
func (q recalled) expectations() []views.Option {
	var out []views.Option
	if v, ok := trial.Vary(q.lesson, q.predict, q.turn); ok {
		for _, w := range v.Words {
			out = append(out, views.Option{ID: w.Kind, HTML: plainHTML(w.Word + ": " + w.Meaning), Text: w.Word})
		}
		return out
	}
	for _, o := range q.predict.Options {
		out = append(out, views.Option{ID: o.ID, HTML: o.HTML, Text: o.Text})
	}
	return out
}

// judge says what came of an answer. Of a sentence the lesson's scorer says it.
func (s *Site) judge(ctx context.Context, q recalled, a answer) (d recallDetail, fault string, err error) {
	if q.predict != nil {
		d, err = q.came(a)
		return d, "", err
	}
	check := q.asked()
	probability, fault := s.hearSurely(ctx, q.edition, q.lesson, check, &a)
	if fault != "" {
		return d, fault, nil
	}
	d = recallDetail{Answer: a, Outcome: outcomeWrong}
	switch m := check.Mark(a); {
	case m.Right && q.point != nil && probability < surelySaid:
		d.Outcome = outcomeDoubt
	case m.Right:
		d.Outcome = outcomeRight
	case m.Whole != nil && m.Whole.Close:
		d.Outcome = outcomeDoubt
	}
	return d, "", nil
}

// came runs what the prediction is about.
func (q recalled) came(a answer) (recallDetail, error) {
	d := recallDetail{Answer: a, Outcome: outcomeWrong}
	if v, ok := trial.Vary(q.lesson, q.predict, q.turn); ok {
		d.Set, d.Came = v.Set, v.Run.Verdict.Kind
	} else {
		own, err := trial.Of(q.lesson, q.predict.Run)
		if err != nil {
			return d, fmt.Errorf("run %s/%s: %w", q.Lesson, q.Item, err)
		}
		run := own.Run()
		if i := trial.Right(q.predict, &run); i >= 0 {
			d.Came = q.predict.Options[i].ID
		}
		d.Set = q.predict.Run.Set
	}
	if len(a.Options) == 1 && a.Options[0] == d.Came {
		d.Outcome = outcomeRight
	}
	return d, nil
}

// view is the question as a page has it, with an answer filled in and what is
// said of it.
func (q recalled) view(shuffle func(salt string, n int) []int, given answer, said lessons.Marking) views.Check {
	v := views.Check{Lesson: q.Lesson, ID: "recall", Key: newKey()}
	if q.predict != nil {
		v.Kind, v.Ask, v.Options = string(lessons.Choice), q.predict.Ask, q.expectations()
		for i := range v.Options {
			v.Options[i].Chosen = slices.Contains(given.Options, v.Options[i].ID)
		}
		return v
	}
	check := q.asked()
	v.Kind, v.Ask = string(check.Type), check.Ask
	if q.point != nil {
		v.Ask = plainHTML(q.prompt())
	}
	fillIn(&v, check.Lay(given, q.aids(shuffle)), said)
	return v
}

// aim makes links that an author wrote from within the lesson, to a step of it or
// to a run of its figure, lead there from another page.
func aim(v *views.Check, lesson string) {
	to := strings.NewReplacer(`href="?`, `href="`+lesson+`?`, `href="#`, `href="`+lesson+`#`)
	v.Ask = to.Replace(v.Ask)
	for i := range v.Options {
		o := &v.Options[i]
		o.HTML, o.Feedback = to.Replace(o.HTML), to.Replace(o.Feedback)
	}
	if v.Said != nil {
		v.Said.HTML = to.Replace(v.Said.HTML)
	}
}

// setting is the run that an answer was about.
func (q recalled) setting(d recallDetail) (trial.Setting, bool) {
	r := q.predict.Run
	r.Set = d.Set
	set, err := trial.Of(q.lesson, r)
	return set, err == nil
}

// marking is what is said of an answer to a check.
func (q recalled) marking(d recallDetail) lessons.Marking {
	if q.check == nil || d.GaveUp {
		return lessons.Marking{}
	}
	return q.asked().Mark(d.Answer)
}

// prompt asks for a key point without giving it away.
func (q recalled) prompt() string {
	if q.point.Hint != "" {
		return q.point.Hint
	}
	return q.lesson.Rubric.Prompt
}

// changed says what is other than in the lesson, in words.
func (q recalled) changed() string {
	if q.predict == nil {
		return ""
	}
	v, ok := trial.Vary(q.lesson, q.predict, q.turn)
	if !ok {
		return ""
	}
	return fmt.Sprintf("This time, %s: %s, instead of %s. Nothing else is changed. What comes of it?", v.Param, v.Value, v.Was)
}

// sort names what is asked for.
func (q recalled) sort() string {
	switch {
	case q.point != nil:
		return "A key point, in a sentence or two"
	case q.predict != nil:
		return "A prediction"
	}
	return "A check"
}

// place is where the lesson treats it.
func (q recalled) place(to links) string {
	href := to.lesson(q.Lesson)
	if q.point != nil {
		return href
	}
	return href + "#check-" + q.Item
}

// cardItem reads the item that a form is about.
func cardItem(get func(string) string) store.RecallItem {
	return store.RecallItem{Lesson: get("lesson"), Kind: get("kind"), Item: get("item")}
}

// plainHTML is a text of ours as HTML.
func plainHTML(text string) string { return "<p>" + html.EscapeString(text) + "</p>" }
