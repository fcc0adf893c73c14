// Package adopt tries a scorer on the explanations that are stored, says what
// would change, and gives them its scores once it was published. It knows no
// page and no Echo.
//
// A scorer is a rubric with its samples and people's marks up to a review. It
// is made again from these after a restart, and is the same as before, save for
// texts that were deleted meanwhile: those it forgets.
package adopt

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
)

// body is what is kept of a rubric.
type body struct {
	Rubric  *lessons.Rubric
	Samples []lessons.Sample
}

// Pack writes a rubric with its samples, to be kept in the store.
func Pack(r *lessons.Rubric, samples []lessons.Sample) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if err := json.NewEncoder(w).Encode(body{r, samples}); err != nil {
		return nil, fmt.Errorf("pack the rubric: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack the rubric: %w", err)
	}
	return b.Bytes(), nil
}

// maxBody bounds what is unpacked, in bytes.
const maxBody = 64 << 20

// Unpack reads what Pack wrote. A scorer trained on it has the version of one
// trained on what was packed.
func Unpack(packed []byte) (*lessons.Rubric, []lessons.Sample, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil, fmt.Errorf("unpack a rubric: %w", err)
	}
	var b body
	if err := json.NewDecoder(io.LimitReader(r, maxBody)).Decode(&b); err != nil {
		return nil, nil, fmt.Errorf("unpack a rubric: %w", err)
	}
	if b.Rubric == nil {
		return nil, nil, fmt.Errorf("unpack a rubric: there is none")
	}
	return b.Rubric, b.Samples, nil
}

const (
	// MostMarks is how many marked explanations a scorer learns from, the newest
	// first: training takes time in proportion.
	MostMarks = 2000
	// markWeight is what a mark counts for beside a sample. It is about the
	// answers that are scored here, but made in a hurry and with the scorer's own
	// verdict in view, so it gets no more than a labelled sample.
	markWeight = 1
	markID     = "mark:"
)

// Learnt are marks as samples: a label for each item that a person decided, and
// none for the others. An explanation never counts twice, so where its text is
// a sample of the author's too, both stand.
func Learnt(marks []store.Mark) []lessons.Sample {
	var out []lessons.Sample
	for _, m := range marks {
		s := lessons.Sample{
			ID: markID + m.ExplanationID, Style: "mark", Text: m.Text, Weight: markWeight,
			Points: map[string]int{}, Misconceptions: map[string]int{},
			// Nobody is asked about gates: what they said is taken as it was.
			Copied: has(m, grade.Copied), Gaming: has(m, grade.Gaming), OffTopic: has(m, grade.OffTopic),
		}
		for item, verdict := range m.Verdicts {
			switch verdict {
			case "covered":
				s.Points[item] = 1
			case "present":
				s.Misconceptions[item] = 1
			case "contradicted":
				s.Points[item] = 0
			case "missing": // of whichever it is; the other has no such item
				s.Points[item], s.Misconceptions[item] = 0, 0
			}
		}
		if len(s.Points)+len(s.Misconceptions) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func has(m store.Mark, f grade.Flag) int {
	if slices.Contains(m.Flags, string(f)) {
		return 1
	}
	return 0
}

// Authored are samples with the labels of marks taken out, as long as the rest
// and in their order: what is measured on them is measured on the author's own.
func Authored(samples []lessons.Sample) (list []lessons.Sample, n int) {
	for _, s := range samples {
		switch {
		case s.Style == "mark" && len(s.ID) > len(markID) && s.ID[:len(markID)] == markID:
			s.Points, s.Misconceptions = nil, nil
		case !s.TestOnly:
			n++
		}
		list = append(list, s)
	}
	return list, n
}
