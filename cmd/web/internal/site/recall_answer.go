package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/recall"
	"fencepost/store"
)

// answerRecall records an answer in review, and when the thing is asked again.
func (s *Site) answerRecall(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, q, card, err := s.askedOf(c, fields)
	if err != nil {
		return err
	}
	d, fault, err := s.judged(c.Request().Context(), q, fields)
	if err != nil {
		return err
	}
	if fault != "" {
		return s.showRecall(c, http.StatusUnprocessableEntity, modeOf(fields.Get), q.RecallItem, refused{answer: d.Answer, message: fault})
	}
	kept, err := s.recordRecall(c.Request().Context(), *who, q, card, d, fields)
	if errors.Is(err, store.ErrStale) {
		return seeOther(c, s.review()+"?done=moved")
	}
	if err != nil {
		return err
	}
	return seeOther(c, s.recallAnswer(kept.ID)+modeOf(fields.Get).query())
}

// askedOf finds what a form is about: a card of the request's learner.
func (s *Site) askedOf(c echo.Context, fields url.Values) (*store.Learner, recalled, store.RecallCard, error) {
	item := cardItem(fields.Get)
	gone := &unknown{what: "review", id: item.Item}
	turn, err := strconv.ParseInt(fields.Get("turn"), 10, 64)
	who, lookup := s.visitor(c)
	if lookup != nil {
		return nil, recalled{}, store.RecallCard{}, lookup
	}
	if err != nil || who == nil {
		return nil, recalled{}, store.RecallCard{}, gone
	}
	card, err := s.store.RecallCard(c.Request().Context(), who.ID, item)
	if errors.Is(err, store.ErrNotFound) {
		return nil, recalled{}, card, gone
	}
	if err != nil {
		return nil, recalled{}, card, fmt.Errorf("read a card: %w", err)
	}
	q, ok := s.edition(c).recalled(item, turn)
	if !ok {
		return nil, q, card, gone
	}
	return who, q, card, nil
}

// judged takes an answer from a form, or that the learner gave up, and says what
// came of it.
func (s *Site) judged(ctx context.Context, q recalled, fields url.Values) (recallDetail, string, error) {
	if fields.Get("give") != "" {
		return recallDetail{GaveUp: true, Outcome: outcomeWrong}, "", nil
	}
	given, fault := q.take(lessons.Fields(fields))
	if fault != "" {
		return recallDetail{Answer: given}, fault, nil
	}
	d, fault, err := s.judge(ctx, q, given)
	if fault != "" {
		d.Answer = given
	}
	return d, fault, err
}

// recordRecall stores the answer with the card that follows from it. Giving up
// on what has a run still says what came of it.
func (s *Site) recordRecall(ctx context.Context, who store.Learner, q recalled, card store.RecallCard, d recallDetail, fields url.Values) (store.RecallEvent, error) {
	if d.GaveUp && q.predict != nil {
		came, err := q.came(d.Answer)
		if err != nil {
			return store.RecallEvent{}, err
		}
		d.Set, d.Came = came.Set, came.Came
	}
	body, err := json.Marshal(d)
	if err != nil {
		return store.RecallEvent{}, fmt.Errorf("encode an answer: %w", err)
	}
	e := store.RecallEvent{
		ID: newID(), LearnerID: who.ID, RecallItem: q.RecallItem, Act: store.RecallAnswered, Rating: int(d.rating()),
		Detail: body, Content: q.lesson.Version, Turn: q.turn, AtMS: s.at(),
		Key: keyOf(fields, q.Lesson, q.Kind, q.Item, fmt.Sprint(d.Answer.Options, d.Answer.Pairs, d.Answer.Text, d.GaveUp)),
	}
	return s.addRecall(ctx, e, card)
}

// addRecall stores an event with the card that all events of its item lead to.
func (s *Site) addRecall(ctx context.Context, e store.RecallEvent, card store.RecallCard) (store.RecallEvent, error) {
	events, err := s.store.RecallEvents(ctx, e.LearnerID, e.RecallItem)
	if err != nil {
		return e, fmt.Errorf("read what was reviewed: %w", err)
	}
	l, _ := s.shelf.Edition().library.Lesson(e.Lesson)
	if ctx, err = s.telling(ctx, recalledSo(l, e)...); err != nil {
		return e, err
	}
	kept, err := s.store.AddRecall(ctx, e, remembered(card, s.replay(card, append(events, e))))
	if err != nil {
		return kept, fmt.Errorf("record a review of %s/%s: %w", e.Lesson, e.Item, err)
	}
	return kept, nil
}

// replay is the memory that the events of an item lead to.
func (s *Site) replay(card store.RecallCard, events []store.RecallEvent) recall.Card {
	return s.recall.Replay(card.EnteredMS+store.RecallAfterMS, reviewsIn(events))
}

// ownRecall finds an answer of the request's learner, with its card.
func (s *Site) ownRecall(c echo.Context) (*store.Learner, store.RecallEvent, store.RecallCard, error) {
	gone := &unknown{what: "review", id: c.Param("id")}
	who, err := s.visitor(c)
	if err != nil || who == nil {
		return nil, store.RecallEvent{}, store.RecallCard{}, errors.Join(err, gone)
	}
	ctx := c.Request().Context()
	e, err := s.store.RecallEvent(ctx, who.ID, c.Param("id"))
	if errors.Is(err, store.ErrNotFound) || err == nil && e.Act != store.RecallAnswered {
		return nil, e, store.RecallCard{}, gone
	}
	if err != nil {
		return nil, e, store.RecallCard{}, fmt.Errorf("read a review: %w", err)
	}
	card, err := s.store.RecallCard(ctx, who.ID, e.RecallItem)
	if err != nil {
		return nil, e, card, fmt.Errorf("read a card: %w", err)
	}
	return who, e, card, nil
}

// rateRecall records how an answer went in the learner's own word.
func (s *Site) rateRecall(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, e, card, err := s.ownRecall(c)
	if err != nil {
		return err
	}
	rating, _ := strconv.Atoi(fields.Get("rating"))
	if !mayRate(e, rating) {
		return &refusal422{message: "Choose how it went.", back: s.recallAnswer(e.ID)}
	}
	return s.about(c, *who, e, card, store.RecallRated, rating, fields, s.review()+modeOf(fields.Get).query())
}

// undoRecall takes an answer back and asks again.
func (s *Site) undoRecall(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, e, card, err := s.ownRecall(c)
	if err != nil {
		return err
	}
	again := url.Values{"done": {"undone"}, "lesson": {e.Lesson}, "kind": {e.Kind}, "item": {e.Item}}
	if modeOf(fields.Get).more {
		again.Set("more", "1")
	}
	return s.about(c, *who, e, card, store.RecallUndone, 0, fields, s.review()+"?"+again.Encode())
}

// about records an event about an answer and goes on.
func (s *Site) about(c echo.Context, who store.Learner, answer store.RecallEvent, card store.RecallCard, act string, rating int, fields url.Values, to string) error {
	turn, err := strconv.ParseInt(fields.Get("turn"), 10, 64)
	if err != nil {
		return &refusal422{message: "The form was incomplete. Nothing was recorded.", back: s.recallAnswer(answer.ID)}
	}
	_, err = s.addRecall(c.Request().Context(), store.RecallEvent{
		ID: newID(), LearnerID: who.ID, RecallItem: answer.RecallItem, Act: act, Of: answer.ID, Rating: rating,
		Detail: json.RawMessage("{}"), Content: answer.Content, Turn: turn, AtMS: s.at(),
		Key: keyOf(fields, act, answer.ID, strconv.Itoa(rating)),
	}, card)
	if errors.Is(err, store.ErrStale) {
		to = s.review() + "?done=moved"
	} else if err != nil {
		return err
	}
	return seeOther(c, to)
}

func (s *Site) backToRecall(c echo.Context) error { return seeOther(c, s.recallAnswer(c.Param("id"))) }

// detailOf is what an answer holds.
func detailOf(e store.RecallEvent) recallDetail {
	var d recallDetail
	if json.Unmarshal(e.Detail, &d) != nil {
		return recallDetail{Outcome: outcomeWrong} // of another version of the program
	}
	return d
}

// mayRate says whether a learner may rate an answer so. Of a key point they may
// say anything: the scorer can be wrong. What was answered right was hard, good
// or easy; what was answered wrong is not a matter of opinion.
func mayRate(e store.RecallEvent, rating int) bool {
	switch {
	case !recall.Rating(rating).Valid():
		return false
	case e.Kind == store.RecallPoint, detailOf(e).Outcome == outcomeDoubt:
		return true
	}
	return detailOf(e).Outcome == outcomeRight && recall.Rating(rating) != recall.Again
}
