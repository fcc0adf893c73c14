package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// findingClass is the class of a verdict: the style of its line and its tag.
func findingClass(verdict string) string {
	switch verdict {
	case "covered", "unsure":
		return verdict
	case "contradicted", "present":
		return "opposite"
	default:
		return "none"
	}
}

// findingGlyph is the shape of a verdict.
func findingGlyph(verdict string) string {
	switch findingClass(verdict) {
	case "covered":
		return "g-ok"
	case "unsure":
		return "g-unsure"
	case "opposite":
		return "g-opp"
	default:
		return "g-none"
	}
}

// findingWord is a verdict on a point in words.
func findingWord(verdict string) string {
	switch findingClass(verdict) {
	case "covered":
		return "Covered"
	case "unsure":
		return "Not sure"
	case "opposite":
		return "The opposite"
	default:
		return "Not yet"
	}
}

// mixupWord is a verdict on a misconception in words.
func mixupWord(verdict string) string {
	if verdict == "unsure" {
		return "Perhaps a mix-up"
	}
	return "A common mix-up"
}

// tallyWords is "1 not sure".
func tallyWords(t Tally) string {
	word := map[string]string{"covered": "covered", "unsure": "not sure", "none": "not yet", "opposite": "the opposite"}
	return strconv.Itoa(t.N) + " " + word[findingClass(t.Verdict)]
}

// claim is what a learner may hold against a verdict.
type claim struct{ Value, Words, Ask string }

var (
	didSay  = claim{"said", "I did say this", "Where do you say it?"}
	notThat = claim{"not_meant", "That is not what I meant", "What did you mean?"}
)

// claimOn is the claim that goes against a verdict.
func claimOn(verdict string) claim {
	switch findingClass(verdict) {
	case "covered", "opposite":
		return notThat
	default:
		return didSay
	}
}

// marked says whether any word of the text counts for something.
func marked(pieces []Piece) bool {
	return slices.ContainsFunc(pieces, func(p Piece) bool { return len(p.Marks) > 0 })
}

// overlap says whether two marks share words.
func overlap(pieces []Piece) bool {
	return slices.ContainsFunc(pieces, func(p Piece) bool { return len(p.Marks) > 1 })
}

// newestFirst turns the history round.
func newestFirst(rows []AttemptRow) []AttemptRow {
	out := slices.Clone(rows)
	slices.Reverse(out)
	return out
}

// attemptWords is "3, this one".
func attemptWords(r AttemptRow) string {
	if r.Href == "" {
		return fmt.Sprintf("%d, this one", r.N)
	}
	return strconv.Itoa(r.N)
}

// coveredWords is "4 of 7".
func coveredWords(r AttemptRow) string {
	if r.Pending {
		return "not scored yet"
	}
	return fmt.Sprintf("%d of %d", r.Covered, r.Of)
}

// changedWords says what is new against the attempt before.
func changedWords(r AttemptRow) string {
	if !r.AfterReveal {
		return r.Changed
	}
	if r.Changed == "" {
		return "Written after the points were shown."
	}
	return r.Changed + " Written after the points were shown."
}

// markWords are the verdicts that the text uses, for the key below it.
func markWords(pieces []Piece) []Mark {
	var out []Mark
	for _, verdict := range []string{"covered", "unsure", "contradicted"} {
		used := slices.ContainsFunc(pieces, func(p Piece) bool {
			return slices.ContainsFunc(p.Marks, func(m Mark) bool { return findingClass(m.Verdict) == findingClass(verdict) })
		})
		if used {
			out = append(out, Mark{Verdict: verdict, Level: 1})
		}
	}
	return out
}

// coveredClass is the tag of a point in the row of an attempt.
func coveredClass(r AttemptRow, id string) string {
	if slices.Contains(r.CoveredIDs, id) {
		return "covered"
	}
	return "none"
}

// pointRowWords is what the row of tags says: "Covers points 1, 3".
func pointRowWords(r AttemptRow, points []Point) string {
	var covered []string
	for _, p := range points {
		if slices.Contains(r.CoveredIDs, p.ID) {
			covered = append(covered, strconv.Itoa(p.N))
		}
	}
	if len(covered) == 0 {
		return "Covers no point yet"
	}
	return "Covers points " + strings.Join(covered, ", ")
}
