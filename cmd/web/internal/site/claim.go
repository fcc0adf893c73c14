package site

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// welcome leads somebody who just signed in on to where they were. Work that
// this browser did without an account becomes theirs on the way, at once where
// their account has none, after a question where both sides have some.
func (s *Site) welcome(c echo.Context, next string) error {
	w, err := s.in(c)
	if err != nil {
		return err
	}
	left, err := s.unclaimed(c)
	if err != nil {
		return err
	}
	if left == nil {
		return seeOther(c, s.to(next))
	}
	theirs, err := s.store.Work(c.Request().Context(), w.Person.LearnerID)
	switch {
	case err != nil:
		return fmt.Errorf("count a person's work: %w", err)
	case !theirs.None():
		return seeOther(c, s.withNext("/claim", next))
	}
	if err := s.claim(c, w, left.Learner); err != nil {
		return err
	}
	return seeOther(c, s.to(next))
}

// leftover is work that was done in this browser without an account.
type leftover struct {
	store.Learner
	store.Work
}

// unclaimed is what the browser's own cookie names, or nil where that is
// nothing or belongs to an account already; then the cookie goes.
func (s *Site) unclaimed(c echo.Context) (*leftover, error) {
	secret, _, ok := s.cookie.open(s.cookie.value(c))
	if !ok {
		return nil, nil
	}
	ctx := c.Request().Context()
	l, err := s.store.LearnerByToken(ctx, hashOf(secret))
	if errors.Is(err, store.ErrNotFound) || err == nil && l.Claimed {
		s.cookie.drop(c)
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find the learner: %w", err)
	}
	work, err := s.store.Work(ctx, l.ID)
	switch {
	case err != nil:
		return nil, fmt.Errorf("count a browser's work: %w", err)
	case work.None():
		s.cookie.drop(c)
		return nil, nil
	}
	return &leftover{l, work}, nil
}

// claim gives a browser's work to the person. Somebody else's claim of a moment
// ago stands.
func (s *Site) claim(c echo.Context, w auth.Who, l store.Learner) error {
	ctx := c.Request().Context()
	if err := s.joinDrafts(c, l.ID, w.Person.LearnerID); err != nil {
		return err
	}
	ctx = store.Audited(ctx, s.entry(c, "work.claim", w.Person.ID, nil))
	if err := s.store.Claim(ctx, l.ID, w.Person.ID, s.at()); err != nil && !errors.Is(err, store.ErrClaimed) {
		return fmt.Errorf("claim the work of a browser: %w", err)
	}
	s.cookie.drop(c)
	return nil
}

// joinDrafts spares a person the same words twice: a draft of the browser that
// only goes on from the person's own takes its place. Any other stays for the
// claim, which puts it below.
func (s *Site) joinDrafts(c echo.Context, browser, person string) error {
	ctx := c.Request().Context()
	for _, l := range s.edition(c).library.Lessons() {
		theirs, err := s.store.Draft(ctx, person, l.Slug)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		left, other := s.store.Draft(ctx, browser, l.Slug)
		if errors.Is(other, store.ErrNotFound) || err == nil && other == nil && !goesOn(theirs.Text, left.Text) {
			continue
		}
		if err := errors.Join(err, other); err != nil {
			return fmt.Errorf("compare drafts of %s: %w", l.Slug, err)
		}
		_, err = s.store.SaveDraft(ctx, person, l.Slug, left.Text, theirs.Revision, s.at())
		if err == nil {
			_, err = s.store.SaveDraft(ctx, browser, l.Slug, "", left.Revision, s.at())
		}
		if err != nil && !errors.Is(err, store.ErrStale) {
			return fmt.Errorf("join drafts of %s: %w", l.Slug, err)
		}
	}
	return nil
}

// goesOn says whether later holds all of earlier.
func goesOn(earlier, later string) bool {
	return strings.Contains(later, strings.TrimSpace(earlier))
}

// claimPage asks whose the work in this browser is.
func (s *Site) claimPage(c echo.Context) error {
	if _, err := s.in(c); err != nil {
		return err
	}
	left, err := s.unclaimed(c)
	if err != nil {
		return err
	}
	on := next(c.QueryParams())
	if left == nil {
		return seeOther(c, s.to(on))
	}
	answer := func(choice, submit string, plain, danger bool) views.Form {
		return views.Form{
			Action: s.to("/claim"), Submit: submit, Plain: plain, Danger: danger,
			Hidden: []views.Hidden{hidden("next", on), hidden("choice", choice)},
		}
	}
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "Is this work yours?",
		Lede:    "In this browser somebody did " + workWords(left.Work) + " without signing in, the last of it at " + utc(left.LastMS) + ".",
		Notes: []string{
			"If it was you, it can join what is in your account. Nothing is overwritten: answers stand in the order in which they were given, and a draft is put below the one that you have. This cannot be taken back.",
			"If it was somebody else, leave it: it stays in this browser for them.",
		},
		Forms: []views.Form{
			answer("mine", "It is mine: put it into my account", false, false),
			answer("leave", "It is not mine: leave it", true, false),
		},
	})
}

// claimWork does as was answered.
func (s *Site) claimWork(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.in(c)
	if err != nil {
		return err
	}
	word := "kept-apart"
	if fields.Get("choice") == "mine" {
		word = "claimed"
		left, err := s.unclaimed(c)
		if err != nil {
			return err
		}
		if left != nil {
			if err := s.claim(c, w, left.Learner); err != nil {
				return err
			}
		}
	}
	if on := next(fields); on != "/account" {
		return seeOther(c, s.to(on))
	}
	return s.seeDone(c, "/account", word)
}

// workWords says how much there is: "3 answers to checks and one explanation".
func workWords(w store.Work) string {
	var parts []string
	add := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, spell(n)+" "+plural(n, one, many))
		}
	}
	add(w.Explanations, "explanation", "explanations")
	add(w.Attempts, "answer to a check", "answers to checks")
	add(w.Labs, "run of a lab", "runs of labs")
	add(w.Drafts, "draft", "drafts")
	add(w.Steps, "step of reading", "steps of reading")
	return series(parts)
}
