package site

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
)

func reasonWord(r store.Reason) string {
	switch r {
	case store.ReasonDispute:
		return "Dispute"
	case store.ReasonReply:
		return "Reply"
	case store.ReasonUnsure:
		return "Unsure"
	case store.ReasonContradicted:
		return "Opposite"
	case store.ReasonGate:
		return "Gate"
	case store.ReasonWanted:
		return "Covers the class best"
	case store.ReasonAudit:
		return "Audit"
	}
	return ""
}

// reasonGlyph is the symbol of why an answer is on the desk.
func reasonGlyph(r store.Answer) string {
	switch r.Reason {
	case store.ReasonDispute:
		return "g-dispute"
	case store.ReasonReply:
		return "g-reply"
	case store.ReasonUnsure:
		return "g-unsureq"
	case store.ReasonContradicted:
		return "g-oppq"
	case store.ReasonGate:
		return "g-gate"
	case store.ReasonWanted:
		return "g-wanted"
	case store.ReasonAudit:
		return "g-audit"
	}
	if r.State == store.StateReviewed {
		return "g-person"
	}
	return "g-quiet"
}

// whyWords says why an answer is on the desk: "Dispute: points 5 and 6".
func (s *Site) whyWords(e *Edition, r store.Answer) string {
	about := itemWords(rubricOf(e, r.Lesson), r.Items)
	switch r.Reason {
	case store.ReasonDispute:
		return "Dispute: " + about
	case store.ReasonReply:
		return "The student answered a review"
	case store.ReasonUnsure:
		return "Unsure: " + about
	case store.ReasonContradicted:
		return "The opposite: " + about
	case store.ReasonGate:
		return "Gate: " + flagWords(r.Items)
	case store.ReasonWanted:
		return "Wanted: among the first 30 of a lesson, it stands for many answers like it"
	case store.ReasonAudit:
		return "Audit: picked at random, one in twenty"
	}
	if r.State == store.StateReviewed {
		return "Reviewed"
	}
	return "Nothing asks for a person"
}

// itemWords names points by number and misconceptions by name.
func itemWords(r *lessons.Rubric, items []string) string {
	var numbers, names []string
	for _, id := range items {
		switch n, name := placeIn(r, id); {
		case n > 0:
			numbers = append(numbers, strconv.Itoa(n))
		case name != "":
			names = append(names, "“"+name+"”")
		default:
			names = append(names, id)
		}
	}
	if len(numbers) > 0 {
		slices.Sort(numbers)
		names = append([]string{plural(len(numbers), "point ", "points ") + series(numbers)}, names...)
	}
	return series(names)
}

// placeIn is the number of a point, or the name of a misconception.
func placeIn(r *lessons.Rubric, id string) (n int, name string) {
	if r == nil {
		return 0, ""
	}
	for i, p := range r.Points {
		if p.ID == id {
			return i + 1, p.Name
		}
	}
	for _, m := range r.Misconceptions {
		if m.ID == id {
			return 0, m.Name
		}
	}
	return 0, ""
}

// flagWords names gates that fired.
func flagWords(flags []string) string {
	words := map[grade.Flag]string{
		grade.TooShort: "too short", grade.Copied: "copied from the lesson", grade.KeywordList: "a list of terms",
		grade.Repetition: "repeats itself", grade.Addressed: "speaks to the grader", grade.OffTopic: "about something else",
	}
	var out []string
	for _, f := range flags {
		if w, ok := words[grade.Flag(f)]; ok {
			out = append(out, w)
		} else if f != string(grade.Gaming) {
			out = append(out, strings.ReplaceAll(f, "_", " "))
		}
	}
	return series(out)
}

// ageWords is a length of time as the queue gives it: "6 min", "2 h", "3 d".
func ageWords(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d\u00a0min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d\u00a0h", int(d.Hours()))
	}
	return fmt.Sprintf("%d\u00a0d", int(d.Hours()/24))
}

// trees are names that say nothing about whose they are.
var trees = strings.Fields(`Alder Apple Ash Aspen Beech Birch Box Cedar Cherry Cypress Elder Elm Fir Hazel Holly
	Hornbeam Juniper Larch Laurel Lime Maple Medlar Mulberry Oak Olive Pear Pine Plane Plum Poplar Quince Rowan
	Spruce Sycamore Walnut Willow Yew`)

// nameOf is whose answer it is, or a name made of the answer's id where names
// are hidden: the same each time, and of no use to find the student by.
func nameOf(hidden bool, explanation, name string) string {
	if !hidden {
		if name == "" {
			return "Somebody without an account"
		}
		return name
	}
	sum := sha256.Sum256([]byte("name " + explanation))
	return fmt.Sprintf("%s %02d", trees[int(sum[0])%len(trees)], int(sum[1])%100)
}

// verdictWord is a verdict as the desk names it.
func verdictWord(v string) string {
	switch v {
	case "covered":
		return "Covered"
	case "unsure":
		return "Not sure"
	case "missing":
		return "Not yet"
	case "contradicted":
		return "The opposite"
	case "present":
		return "Says it"
	}
	return "No verdict"
}

// mixupSaid is a verdict on a misconception.
func mixupSaid(v string) string {
	switch v {
	case "present":
		return "Says it"
	case "missing":
		return "Does not"
	}
	return verdictWord(v)
}

// verdictIs is a verdict in the middle of a sentence.
func verdictIs(mixup bool, v string) string {
	switch {
	case mixup && v == "present":
		return "said"
	case mixup && v == "missing":
		return "not said"
	}
	return lower(verdictWord(v))
}

// whyUnsure is the scorer's reason for not deciding, in words.
func whyUnsure(code string) string {
	switch code {
	case "":
		return ""
	case "doubt":
		return "Too close to call."
	case "conflict":
		return "The text says it and its opposite."
	case "gate":
		return "A gate fired, so the words may not be the student's."
	}
	return "The scorer gives no verdict (" + code + ")."
}

func words(text string) int { return len(strings.Fields(text)) }
