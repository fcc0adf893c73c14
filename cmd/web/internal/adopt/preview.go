package adopt

import (
	"encoding/json"
	"fmt"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// Preview is what trying a scorer found, over everybody's explanations.
type Preview struct {
	Of     int      `json:"of"`     // explanations stored when it began
	Tried  int      `json:"tried"`  // of these, and of those that came since
	Moving int      `json:"moving"` // of these, with a verdict that changes
	Listed int      `json:"listed"` // moves that are kept to be looked at
	Items  []Change `json:"items"`  // in the rubric's order, misconceptions last
}

// Change is what would become of one key point or misconception.
type Change struct {
	Item          string `json:"item"`
	Misconception bool   `json:"misconception,omitempty"`
	Up            int    `json:"up"`    // verdicts that move in the student's favour
	Down          int    `json:"down"`  // against it
	Other         int    `json:"other"` // neither
	// People's marks against the scorer in force and the one that is tried.
	// Neither is asked about a text that it learnt from: a model that was fitted
	// without it answers instead.
	Before grade.Table `json:"before"`
	After  grade.Table `json:"after"`
}

// ReadPreview reads one as it was stored.
func ReadPreview(raw json.RawMessage) (p Preview, err error) {
	if len(raw) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("read a preview: %w", err)
	}
	return p, nil
}

// Agreement sums the tables over key points and misconceptions.
func (p Preview) Agreement() (before, after grade.Table) {
	for _, c := range p.Items {
		for i := range 2 {
			for j := range 2 {
				before[i][j] += c.Before[i][j]
				after[i][j] += c.After[i][j]
			}
		}
	}
	return before, after
}

// Unseen answers for texts that a scorer learnt from, by explanation and item.
type Unseen map[string]map[string]grade.Finding

// UnseenBy are the marked explanations among a scorer's samples.
func UnseenBy(l Scorer) Unseen {
	out := Unseen{}
	for id, said := range l.Scorer.Unseen(l.Samples) {
		if len(id) > len(markID) && id[:len(markID)] == markID {
			out[id[len(markID):]] = said
		}
	}
	return out
}

// compare counts what changes for one explanation and returns its moves.
func (p *Preview) compare(e store.Stored, now grade.Result, before, after Unseen) ([]store.Move, error) {
	var was grade.Result
	if e.Result != nil {
		if err := json.Unmarshal(e.Result, &was); err != nil {
			return nil, fmt.Errorf("read the score of %s: %w", e.ExplanationID, err)
		}
	}
	p.Tried++
	known := byID(was)
	var moves []store.Move
	for i, f := range append(append([]grade.Finding{}, now.Points...), now.Misconceptions...) {
		c := p.item(f.ID, i >= len(now.Points))
		old, spoken := known[f.ID]
		if mark, marked := e.Verdicts[f.ID]; marked {
			if mark != string(grade.Unsure) && spoken {
				c.mark(mark, before.of(e, old), after.of(e, f))
			}
			continue // what a person decided stays
		}
		if !spoken {
			continue // the score in force says nothing that could change
		}
		if m, moved := c.move(e, old, f); moved {
			moves = append(moves, m)
		}
	}
	if len(moves) > 0 {
		p.Moving++
	}
	return moves, nil
}

func byID(r grade.Result) map[string]grade.Finding {
	out := map[string]grade.Finding{}
	for _, f := range r.Points {
		out[f.ID] = f
	}
	for _, f := range r.Misconceptions {
		out[f.ID] = f
	}
	return out
}

// of is what is said of an item by a model that did not learn from the text.
func (u Unseen) of(e store.Stored, f grade.Finding) grade.Finding {
	if said, ok := u[e.ExplanationID][f.ID]; ok {
		return said
	}
	return f
}

// item is the count of an item, which is added where it is new.
func (p *Preview) item(id string, misconception bool) *Change {
	for i := range p.Items {
		if p.Items[i].Item == id {
			return &p.Items[i]
		}
	}
	p.Items = append(p.Items, Change{Item: id, Misconception: misconception})
	return &p.Items[len(p.Items)-1]
}

func (c *Change) mark(mark string, before, after grade.Finding) {
	said := mark == string(grade.Covered) || mark == string(grade.Present)
	c.Before.Add(said, before.Says())
	c.After.Add(said, after.Says())
}

// move counts a verdict that changes.
func (c *Change) move(e store.Stored, old, now grade.Finding) (m store.Move, moved bool) {
	if old.Verdict == now.Verdict {
		return m, false
	}
	way := grade.Way
	if c.Misconception {
		way = grade.WayOfMisconception
	}
	m = store.Move{Place: e.Place, Item: c.Item, Way: way(old.Verdict, now.Verdict), Was: string(old.Verdict), Will: string(now.Verdict)}
	switch m.Way {
	case 1:
		c.Up++
	case -1:
		c.Down++
	default:
		c.Other++
	}
	m.Quotes, _ = json.Marshal(append([]grade.Range{}, now.Evidence...)) // numbers alone: nothing can fail
	return m, true
}
