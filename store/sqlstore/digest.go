package sqlstore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"fencepost/store"
)

// The ranks of the desk, most pressing first. They are stored.
const (
	rankReviewed = 8
	rankQuiet    = 9
)

// waitingFor is the reason of each rank that waits for a person.
var waitingFor = []store.Reason{
	store.ReasonDispute, store.ReasonReply, store.ReasonUnsure, store.ReasonContradicted,
	store.ReasonGate, store.ReasonWanted, store.ReasonAudit,
}

// placeOf says state and reason of a rank.
func placeOf(rank int64) (store.State, store.Reason) {
	switch {
	case rank >= 0 && rank < int64(len(waitingFor)):
		return store.StateWaiting, waitingFor[rank]
	case rank == rankReviewed:
		return store.StateReviewed, store.ReasonNone
	}
	return store.StateQuiet, store.ReasonNone
}

// verdictNames are the verdicts by the number that is stored, from 1.
var verdictNames = []string{"covered", "unsure", "missing", "contradicted", "present"}

// verdictNo is the number of a verdict, or 0 for an unknown one.
func verdictNo(name string) int64 { return int64(slices.Index(verdictNames, name) + 1) }

// verdictName is the verdict of a number, "" for an unknown one.
func verdictName(no int64) string {
	if no < 1 || no > int64(len(verdictNames)) {
		return ""
	}
	return verdictNames[no-1]
}

// spoken is the part of a scorer's result that the desk is derived from.
type spoken struct {
	Points         []finding `json:"points"`
	Misconceptions []finding `json:"misconceptions"`
	Flags          []string  `json:"flags"`
}

type finding struct {
	ID          string   `json:"id"`
	Verdict     string   `json:"verdict"`
	Probability *float64 `json:"probability"` // nil where the scorer gave none
}

// read takes what it knows from a result; one of another shape says nothing.
func read(result string) (s spoken) {
	if json.Unmarshal([]byte(result), &s) != nil {
		return spoken{}
	}
	return s
}

// verdicts are what the scorer says of each item.
func (s spoken) verdicts() map[string]string {
	m := make(map[string]string)
	for _, f := range slices.Concat(s.Points, s.Misconceptions) {
		m[f.ID] = f.Verdict
	}
	return m
}

// with are the items that have this verdict.
func (s spoken) with(verdict string) (ids []string) {
	for _, f := range slices.Concat(s.Points, s.Misconceptions) {
		if f.Verdict == verdict {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// inForce are the verdicts of a person over those of the scorer: points in the
// scorer's order, then what the person alone speaks of, then misconceptions
// that are not simply missing.
func (s spoken) inForce(person map[string]string) (points, others []finding) {
	known := s.verdicts()
	for _, f := range s.Points {
		points = append(points, finding{ID: f.ID, Verdict: over(person, f)})
	}
	for _, id := range slices.Sorted(maps.Keys(person)) {
		switch _, ok := known[id]; {
		case ok:
		case person[id] == "present":
			others = append(others, finding{ID: id, Verdict: person[id]})
		default:
			points = append(points, finding{ID: id, Verdict: person[id]})
		}
	}
	for _, f := range s.Misconceptions {
		if v := over(person, f); v != "missing" {
			others = append(others, finding{ID: f.ID, Verdict: v})
		}
	}
	return points, others
}

// over is what the person says of an item, else what the scorer says.
func over(person map[string]string, f finding) string {
	if v, ok := person[f.ID]; ok {
		return v
	}
	return f.Verdict
}

// signature are the points covered.
func signature(points []finding) (text string, covered int) {
	var ids []string
	for _, p := range points {
		if p.Verdict == "covered" {
			ids = append(ids, p.ID)
		}
	}
	return strings.Join(ids, " "), len(ids)
}

// groupKey is the same for answers that may be judged together, 0 for one that
// stands alone. Sixty-three bits of a hash do for an index.
func groupKey(lesson, signature, wording string) int64 {
	if wording == "" {
		return 0
	}
	key := hash63(lesson + "\x00" + signature + "\x00" + wording)
	return max(key, 1)
}

// audited says whether an explanation is in the sample of one in twenty that a
// person looks at whatever the scorer says. It depends on nothing but the id.
func audited(id string) bool { return hash63("audit "+id)%20 == 0 }

func hash63(s string) int64 {
	sum := sha256.Sum256([]byte(s))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}
