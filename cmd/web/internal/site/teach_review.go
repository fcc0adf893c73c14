package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// maxComment is the longest comment on an answer, in characters.
const maxComment = 2000

// saveReview stores a review and goes on to the next answer. A save whose
// token is not the newest stores nothing and loses nothing.
func (s *Site) saveReview(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	at, err := s.sit(c)
	if err != nil {
		return err
	}
	if at.typed = at.typedIn(fields); at.typed.no != "" {
		return s.showAnswer(c, http.StatusUnprocessableEntity, at)
	}
	following, err := s.following(c, at) // the order before this one leaves the queue
	if err != nil {
		return err
	}
	review := at.review(s, fields)
	ctx, err := s.tellingReviews(c, []sitting{at}, review)
	if err != nil {
		return err
	}
	_, stale, err := s.store.SaveReview(ctx, s.scope(c), review)
	switch {
	case errors.Is(err, store.ErrStale):
		return s.showStale(c, at, stale, tokenIn(fields))
	case err != nil:
		return s.keepReview(c, at, fmt.Errorf("save review: %w", err))
	}
	s.countUse(c, fields)
	return seeOther(c, s.goOn(c, at, following))
}

// notNow says why a review comes back to its form.
const notNow = "Your review could not be stored just now. It is still here; save it again in a moment."

// keepReview puts a review that the store could not take back into its form.
func (s *Site) keepReview(c echo.Context, at sitting, cause error) error {
	if statusOf(cause) != http.StatusServiceUnavailable {
		return cause
	}
	c.Response().Header().Set("Retry-After", retryAfter)
	at.typed.no = notNow
	return errors.Join(cause, s.showAnswer(c, http.StatusServiceUnavailable, at))
}

// typedIn reads the form of a review.
func (at sitting) typedIn(fields url.Values) typed {
	t := typed{verdicts: map[string]string{}, comment: plainText(fields.Get("comment"))}
	for _, i := range at.items() {
		v := fields.Get("v." + i.id)
		switch {
		case v == "":
		case slices.Contains(i.choices(), v):
			t.verdicts[i.id] = v
		default:
			t.no = "One of the verdicts is none that this point can have. Nothing was stored."
		}
	}
	switch {
	case t.no == "" && len(t.verdicts) == 0 && len(at.items()) > 0:
		t.no = "No verdict came along, so there is nothing to store."
	case cleanText(t.comment) != "":
		t.no, t.comment = "The comment holds characters that cannot be kept. They are left out below.", repaired(t.comment)
	case characters(t.comment) > maxComment:
		t.no = fmt.Sprintf("The comment has %s characters, and %s is the most.", digits(characters(t.comment)), digits(maxComment))
	}
	return t
}

// review is what is stored.
func (at sitting) review(s *Site, fields url.Values) store.Review {
	r := store.Review{
		ID: newID(), Key: keyOf(fields, at.file.Explanation.ID, at.typed.digest()), ExplanationID: at.file.Explanation.ID,
		Verdicts: at.typed.verdicts, Comment: at.typed.comment, Token: tokenIn(fields), Shown: at.shown(fields), AtMS: s.at(),
	}
	if at.rubric != nil {
		r.Rubric = at.rubric.Version
	}
	if at.result != nil {
		r.Rubric, r.Scorer = at.result.Rubric, at.result.Scorer
	}
	return r
}

// digest is the same for the same review.
func (t typed) digest() string {
	body, _ := json.Marshal(t.verdicts) // strings always can be; keys are in order
	return string(body) + "\n" + t.comment
}

// shown is what the reviewer had before them, for whoever asks later why they
// judged so.
func (at sitting) shown(fields url.Values) json.RawMessage {
	v := struct {
		Score       string            `json:"score,omitempty"`
		Machine     map[string]string `json:"machine"`
		InForce     string            `json:"in_force,omitempty"`
		NamesHidden bool              `json:"names_hidden"`
		Disputes    int               `json:"disputes"`
		Earlier     int               `json:"earlier"`
	}{
		Machine: map[string]string{}, InForce: fields.Get("seen"), NamesHidden: at.hidden,
		Disputes: len(at.file.Disputes), Earlier: len(at.file.Earlier),
	}
	if len(v.InForce) > 64 || cleanText(v.InForce) != "" {
		v.InForce = ""
	}
	if at.file.Score != nil {
		v.Score = at.file.Score.ID
	}
	for _, i := range at.items() {
		if i.machine != "" {
			v.Machine[i.id] = i.machine
		}
	}
	body, _ := json.Marshal(v) // nothing in it can fail
	return body
}

// following are the ids of the answers after this one in the queue as it is
// listed, then those before it.
func (s *Site) following(c echo.Context, at sitting) ([]string, error) {
	rows, err := s.deskPage(c, at.asking)
	if err != nil {
		return nil, err
	}
	var before, after []string
	seen := false
	for _, r := range rows.Rows {
		switch {
		case r.ExplanationID == at.file.Explanation.ID:
			seen = true
		case r.PersonID != "" && r.PersonID == at.me:
		case seen:
			after = append(after, r.ExplanationID)
		default:
			before = append(before, r.ExplanationID)
		}
	}
	return append(after, before...), nil
}

// goOn takes the next answer that nobody else has open, and is its address;
// else that of the queue.
func (s *Site) goOn(c echo.Context, at sitting, following []string) string {
	q := at.with("", "")
	if at.after != "" {
		q.Set("after", at.after)
	}
	q.Set("saved", at.file.Explanation.ID)
	for _, id := range following {
		_, err := s.store.Acquire(c.Request().Context(), s.scope(c), id, s.at(), s.ttl())
		if err == nil {
			return s.teachAnswer(id, q)
		}
		if !errors.Is(err, store.ErrHeld) && !isNotFound(err) {
			break // the queue can be shown without
		}
	}
	return s.teach(q)
}

// withdrawReview takes one of the reviewer's own reviews back.
func (s *Site) withdrawReview(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	f, err := s.reviewable(c)
	if err != nil {
		return err
	}
	own := func(j store.Judged) bool {
		return j.ID == fields.Get("review") && j.ReviewerID == s.scope(c).PersonID()
	}
	if !slices.ContainsFunc(f.Reviews, own) {
		return &unknown{what: "review", id: fields.Get("review")}
	}
	if err := s.store.Withdraw(c.Request().Context(), s.scope(c), fields.Get("review"), s.at()); err != nil {
		return fmt.Errorf("withdraw a review: %w", err)
	}
	q := deskQuery(c.QueryParams())
	q.Set("undone", f.Explanation.ID)
	return seeOther(c, s.teachAnswer(f.Explanation.ID, q))
}

// teachDone says what came of the request that led here.
func (s *Site) teachDone(c echo.Context, a asking) *views.TeachDone {
	q := c.QueryParams()
	switch {
	case q.Get("saved") != "":
		return s.savedWords(c, a, q.Get("saved"))
	case q.Get("undone") != "":
		return &views.TeachDone{Words: "Your review is taken back. What was in force before it is in force again."}
	case q.Get("batch") != "":
		return &views.TeachDone{
			Words: "The group is judged, each answer with a review of its own.",
			Undo:  withQuery(s.to("/teach/batches/"+url.PathEscape(q.Get("batch"))+"/withdrawal"), a.query),
		}
	case q.Get("parted") != "":
		return &views.TeachDone{Words: "The decision on the group is taken back, for every answer in it."}
	}
	return nil
}

// savedWords names what was saved. From now on the reviewer may know whose it
// is.
func (s *Site) savedWords(c echo.Context, a asking, id string) *views.TeachDone {
	f, err := s.store.File(c.Request().Context(), s.scope(c), id)
	if err != nil || f.InForce == nil || f.InForce.ReviewerID != s.scope(c).PersonID() {
		return nil // nothing of the reader's is in force there
	}
	return &views.TeachDone{
		Words: "Saved: " + nameOf(false, id, f.Owner.Name) + ", " + s.lessonTitle(s.edition(c), f.Explanation.Lesson) + ".",
		Href:  s.teachAnswer(id, a.query), ID: f.InForce.ID,
		Undo: withQuery(s.teachAct(id, "withdrawal"), a.query),
	}
}
