package sqlite

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/store"
)

// term is a random course of events in one cohort.
type term struct {
	t       *testing.T
	db      *DB
	teacher store.Scope
	dice    *rand.Rand
	n       int // events so far
}

// pick is one of some explanations, some of which may not be there yet.
func (c *term) pick() string { return fmt.Sprint("e", c.dice.IntN(12)) }

func (c *term) event() {
	c.n++
	ctx, id, e := c.t.Context(), fmt.Sprint("id", c.n), c.pick()
	learner := []string{"l1", "l2", "anon"}[c.dice.IntN(3)]
	var err error
	switch c.dice.IntN(10) {
	case 0, 1:
		_, err = c.db.AddExplanation(ctx, store.Explanation{ID: e, LearnerID: learner, Key: e, Lesson: lesson, Text: e, AtMS: int64(c.dice.IntN(5))})
	case 2:
		err = c.db.AddScore(ctx, store.Score{ID: id, ExplanationID: e, Rubric: "r", Scorer: id, Result: c.result(), Wording: "w"})
	case 3:
		_, err = c.db.AddDispute(ctx, store.Dispute{ID: id, LearnerID: learner, Key: id, ExplanationID: e, Item: "p1", Claim: "said"})
	case 4:
		err = c.review(id, e)
	case 5:
		err = c.db.Withdraw(ctx, c.teacher, fmt.Sprint("id", c.dice.IntN(c.n+1)), 1)
	case 6:
		_, err = c.db.AddReply(ctx, store.Reply{ID: id, ReviewID: fmt.Sprint("id", c.dice.IntN(c.n+1)), LearnerID: learner, Text: id})
	case 7:
		state := []store.MemberState{store.MemberActive, store.MemberRemoved}[c.dice.IntN(2)]
		err = c.db.SetMember(ctx, c.teacher, store.Member{CohortID: "c", PersonID: "p" + learner[1:], Role: store.MemberStudent, State: state})
	case 9:
		err = c.adopt(e)
	case 8:
		err = c.db.Want(ctx, c.teacher, []string{e})
		if c.n > 150 {
			err = errors.Join(err, c.db.Claim(ctx, "anon", "p2", 1))
		}
	}
	allow(c.t, err, store.ErrNotFound, store.ErrConflict, store.ErrClaimed, store.ErrInvalid)
}

// result has random verdicts on three points.
func (c *term) result() json.RawMessage {
	verdicts := []string{"covered", "missing", "unsure", "contradicted", "of tomorrow"}
	list := ""
	for i := range 3 {
		list += fmt.Sprintf(`{"id":"p%d","verdict":%q},`, i, verdicts[c.dice.IntN(len(verdicts))])
	}
	return json.RawMessage(`{"points":[` + list[:len(list)-1] + `]}`)
}

// adopt puts one of two scorers in force and scores an explanation by it anew.
func (c *term) adopt(e string) error {
	which := fmt.Sprint("v", c.dice.IntN(2))
	err := c.db.KeepRubric(c.t.Context(), lesson, "r", nil)
	if _, unknown := c.db.Scorer(c.t.Context(), which); unknown != nil {
		err = errors.Join(err, c.db.AddScorer(c.t.Context(), store.Scorer{ID: which, Lesson: lesson, Rubric: "r", State: store.ScorerPublished}))
	}
	pubs, look := c.db.Publications(c.t.Context(), lesson, 1)
	p := store.Publication{ID: fmt.Sprint("p", c.n), Scorer: store.Scorer{ID: which}}
	err = errors.Join(err, look, c.db.Publish(c.t.Context(), p, append(pubs, store.Publication{})[0].ID))
	score := store.Score{ID: fmt.Sprint("adopted", c.n), ExplanationID: e, Rubric: "r", Scorer: which, Result: c.result(), Wording: "w"}
	return errors.Join(err, c.db.Adopt(c.t.Context(), p.ID, []store.Score{score}, int64(c.n), true))
}

func (c *term) review(id, e string) error {
	l, err := c.db.Acquire(c.t.Context(), c.teacher, e, int64(c.n), 1)
	if err != nil {
		return err
	}
	_, _, err = c.db.SaveReview(c.t.Context(), c.teacher, store.Review{
		ID: id, Key: id, ExplanationID: e, Verdicts: map[string]string{"p1": "covered", "p9": "missing"}, Shown: []byte("{}"), Token: l.Token,
	})
	return err
}

// TestTheDeskIsWhatItsSourcesSay lets things happen at random and then derives
// the desk anew: kept row by row, it must have been the same.
func TestTheDeskIsWhatItsSourcesSay(t *testing.T) {
	for seed := range uint64(6) {
		db, teacher, _ := peopled(t)
		check(t, db.AddLearner(t.Context(), store.Learner{ID: "anon", TokenHash: []byte("anon")}))
		c := term{t: t, db: db, teacher: teacher, dice: rand.New(rand.NewPCG(seed, 1))}
		for range 300 {
			c.event()
		}
		kept := deskRows(t, db)
		change(t, db.path, "DELETE FROM item_places", "DELETE FROM verdicts", "DELETE FROM places", "DELETE FROM desk",
			"INSERT INTO desk_due SELECT seq FROM explanations")
		check(t, db.Settle(t.Context()))
		if derived := deskRows(t, db); !slices.Equal(kept, derived) {
			t.Errorf("seed %d:\nkept\n%v\nderived\n%v", seed, kept, derived)
		}
		if len(kept) < 50 {
			t.Errorf("seed %d: only %d rows", seed, len(kept))
		}
	}
}

// deskRows are all rows of the desk as text.
func deskRows(t *testing.T, db *DB) (list []string) {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+db.path)
	check(t, err)
	defer other.Close()
	for _, q := range []string{
		"SELECT json_array(seq, owner_id, lesson, rank, at_ms, covered, points, group_key, score_seq, review_seq, reviewer_id, reasons, signature, wording) FROM desk ORDER BY seq",
		"SELECT json_array(cohort_no, seq, rank, at_ms, lesson, owner_id, group_key, reviewer_id) FROM places ORDER BY cohort_no, seq",
		"SELECT json_array(seq, item_no, verdict) FROM verdicts ORDER BY seq, item_no",
		"SELECT json_array(cohort_no, item_no, verdict, rank, at_ms, seq) FROM item_places ORDER BY seq, item_no, cohort_no",
	} {
		rows, err := other.QueryContext(t.Context(), q)
		check(t, err)
		for rows.Next() {
			var text string
			check(t, rows.Scan(&text))
			list = append(list, text)
		}
		check(t, errors.Join(rows.Err(), rows.Close()))
	}
	return list
}
