package site

import (
	"encoding/json"
	"time"

	"fencepost/store"
)

// The file that a person takes along: the names are ours, so that a record
// that gains a field does not carry it out unseen.

type dossier struct {
	Account      accountData            `json:"account"`
	Cohorts      []cohortData           `json:"cohorts"`
	Providers    []string               `json:"sign_in_providers"`
	Sessions     []sessionData          `json:"sessions"`
	Progress     map[string]progressing `json:"progress"`
	Answers      []answerData           `json:"answers"`
	Explanations []explanationData      `json:"explanations"`
	Labs         []labData              `json:"labs"`
	LabHelp      []labHelpData          `json:"lab_help"`
	Drafts       []draftData            `json:"drafts"`
	SpokenOf     []string               `json:"record_store_names"`
	Recall       recallData             `json:"spaced_review"`
	Written      []reviewData           `json:"reviews_written"`
	Comments     []string               `json:"comment_bank"`
	Log          []logData              `json:"log"`
}

type accountData struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Email     string  `json:"email"`
	Role      string  `json:"role"`
	Made      instant `json:"made"`
	Suspended instant `json:"suspended,omitzero"`
}

type cohortData struct {
	Name  string `json:"name"`
	Term  string `json:"term"`
	Role  string `json:"role"`
	State string `json:"state"`
}

type sessionData struct {
	Began   instant `json:"began"`
	Seen    instant `json:"last_seen"`
	Browser string  `json:"browser"`
	Address string  `json:"address"`
}

type progressing struct {
	Read     []string `json:"steps_read"`
	Tried    []string `json:"checks_tried"`
	Right    []string `json:"checks_right"`
	Revealed instant  `json:"model_points_shown,omitzero"`
}

type labData struct {
	Lesson        string          `json:"lesson"`
	Lab           string          `json:"lab"`
	Answer        json.RawMessage `json:"answer"`
	Passed        bool            `json:"passed"`
	AfterSolution bool            `json:"after_solution"`
	Said          string          `json:"said"`
	At            instant         `json:"at"`
}

type labHelpData struct {
	Lesson string  `json:"lesson"`
	Lab    string  `json:"lab"`
	Help   string  `json:"help"`
	At     instant `json:"at"`
}

type answerData struct {
	Lesson string          `json:"lesson"`
	Item   string          `json:"item"`
	Answer json.RawMessage `json:"answer"`
	Right  bool            `json:"right"`
	At     instant         `json:"at"`
}

type explanationData struct {
	ID       string        `json:"id"`
	Lesson   string        `json:"lesson"`
	Text     string        `json:"text"`
	At       instant       `json:"at"`
	Findings []findingData `json:"findings"`
	Disputes []disputeData `json:"disputes"`
	Reviews  []reviewData  `json:"reviews"`
}

type findingData struct {
	Rubric string          `json:"rubric"`
	Scorer string          `json:"scorer"`
	Result json.RawMessage `json:"result"`
	At     instant         `json:"at"`
}

type disputeData struct {
	Item   string  `json:"item"`
	Claim  string  `json:"claim"`
	Reason string  `json:"reason"`
	At     instant `json:"at"`
}

type reviewData struct {
	Explanation string            `json:"explanation"`
	Reviewer    string            `json:"reviewer,omitempty"`
	Verdicts    map[string]string `json:"verdicts"`
	Comment     string            `json:"comment"`
	Reply       string            `json:"your_reply,omitempty"`
	At          instant           `json:"at"`
}

type draftData struct {
	Lesson string  `json:"lesson"`
	Text   string  `json:"text"`
	At     instant `json:"at"`
}

// recallData is what somebody did in spaced review, and how they want it.
type recallData struct {
	Daily    int               `json:"reviews_a_day,omitempty"`
	Letters  bool              `json:"letters"`
	NotUntil int               `json:"letters_not_before_hour_utc"`
	Events   []recallEventData `json:"events"`
}

type recallEventData struct {
	ID     string          `json:"id"`
	Lesson string          `json:"lesson"`
	Kind   string          `json:"kind"`
	Item   string          `json:"item"`
	Act    string          `json:"act"`
	Of     string          `json:"of,omitempty"`
	Rating int             `json:"rating,omitempty"`
	Detail json.RawMessage `json:"detail"`
	At     instant         `json:"at"`
}

// recallOf writes spaced review under our own names.
func recallOf(d store.Dossier) recallData {
	set := d.Recalling
	out := recallData{set.Daily, set.Remind, set.Hour, []recallEventData{}}
	for _, e := range d.Recall {
		out.Events = append(out.Events, recallEventData{e.ID, e.Lesson, e.Kind, e.Item, e.Act, e.Of, e.Rating, e.Detail, instant(e.AtMS)})
	}
	return out
}

type logData struct {
	Action string          `json:"action"`
	By     string          `json:"by"`
	Object string          `json:"object"`
	Detail json.RawMessage `json:"detail,omitempty"`
	At     instant         `json:"at"`
}

// instant is a time in milliseconds that is written as RFC 3339; 0 is nothing.
type instant int64

// MarshalJSON implements json.Marshaler.
func (i instant) MarshalJSON() ([]byte, error) {
	if i == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(time.UnixMilli(int64(i)).UTC().Format(time.RFC3339Nano))
}

// dossierOf writes everything about a person under our own names.
func dossierOf(d store.Dossier) dossier {
	p := d.Person
	out := dossier{
		Account: accountData{p.ID, p.Name, p.Email, string(p.Role), instant(p.CreatedMS), instant(p.SuspendedMS)},
		Cohorts: []cohortData{}, Providers: []string{}, Sessions: []sessionData{}, Progress: map[string]progressing{},
		Answers: []answerData{}, Drafts: []draftData{}, Labs: []labData{}, LabHelp: []labHelpData{}, Written: []reviewData{}, Comments: []string{}, Log: []logData{},
	}
	for _, m := range d.Memberships {
		out.Cohorts = append(out.Cohorts, cohortData{m.Name, m.Term, string(m.Role), string(m.State)})
	}
	for _, i := range d.Identities {
		out.Providers = append(out.Providers, i.Issuer)
	}
	for _, s := range d.Sessions {
		out.Sessions = append(out.Sessions, sessionData{instant(s.CreatedMS), instant(s.SeenMS), s.UserAgent, s.Address})
	}
	for slug, at := range d.Progress {
		out.Progress[slug] = progressing{listed(at.Read), listed(at.Tried), listed(at.Right), instant(at.RevealedMS)}
	}
	for _, a := range d.Attempts {
		out.Answers = append(out.Answers, answerData{a.Lesson, a.Item, a.Answer, a.Right, instant(a.AtMS)})
	}
	for _, one := range d.Drafts {
		out.Drafts = append(out.Drafts, draftData{one.Lesson, one.Text, instant(one.AtMS)})
	}
	out.addLabs(d)
	out.SpokenOf = listed(d.SpokenOf)
	for _, r := range d.Written {
		out.Written = append(out.Written, reviewData{r.ExplanationID, "", r.Verdicts, r.Comment, "", instant(r.AtMS)})
	}
	for _, one := range d.Comments {
		out.Comments = append(out.Comments, one.Text)
	}
	for _, e := range d.Audit {
		out.Log = append(out.Log, logData{e.Action, e.ActorID, e.Object, e.Detail, instant(e.AtMS)})
	}
	out.Explanations, out.Recall = explainedOf(d), recallOf(d)
	return out
}

// addLabs adds what was done in labs; a draft stands among the drafts.
func (out *dossier) addLabs(d store.Dossier) {
	for _, t := range d.Labs {
		out.Labs = append(out.Labs, labData{t.Lesson, t.Lab, t.Answer, t.Passed, t.Revealed, t.Said, instant(t.AtMS)})
	}
	for _, a := range d.LabAids {
		out.LabHelp = append(out.LabHelp, labHelpData{a.Lesson, a.Lab, a.Aid, instant(a.AtMS)})
	}
	for _, one := range d.LabDrafts {
		out.Drafts = append(out.Drafts, draftData{one.Lesson + "/" + one.Lab, one.Text, instant(one.AtMS)})
	}
}

// explainedOf puts what belongs to an explanation below it.
func explainedOf(d store.Dossier) []explanationData {
	out, at := make([]explanationData, len(d.Explanations)), map[string]*explanationData{}
	for i, e := range d.Explanations {
		out[i] = explanationData{
			ID: e.ID, Lesson: e.Lesson, Text: e.Text, At: instant(e.AtMS),
			Findings: []findingData{}, Disputes: []disputeData{}, Reviews: []reviewData{},
		}
		at[e.ID] = &out[i]
	}
	for _, s := range d.Scores {
		if e := at[s.ExplanationID]; e != nil {
			e.Findings = append(e.Findings, findingData{s.Rubric, s.Scorer, s.Result, instant(s.AtMS)})
		}
	}
	for _, one := range d.Disputes {
		if e := at[one.ExplanationID]; e != nil {
			e.Disputes = append(e.Disputes, disputeData{one.Item, one.Claim, one.Reason, instant(one.AtMS)})
		}
	}
	replies := map[string]string{}
	for _, r := range d.Replies {
		replies[r.ReviewID] = r.Text
	}
	for _, r := range d.Reviews {
		if e := at[r.ExplanationID]; e != nil {
			e.Reviews = append(e.Reviews, reviewData{r.ExplanationID, r.Reviewer, r.Verdicts, r.Comment, replies[r.ID], instant(r.AtMS)})
		}
	}
	return out
}

// listed writes no list as an empty one.
func listed(in []string) []string {
	if in == nil {
		return []string{}
	}
	return in
}
