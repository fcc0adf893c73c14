package site

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// maxReason is the longest reason of a dispute, in characters.
const maxReason = 1000

// dispute records a learner's word against one finding.
func (s *Site) dispute(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, e, err := s.own(c)
	if err != nil {
		return err
	}
	a, err := s.withScore(c.Request().Context(), e)
	if err != nil {
		return err
	}
	item, claim, reason := fields.Get("item"), fields.Get("claim"), plainText(fields.Get("reason"))
	run, err := s.edition(c).runIn(e.Lesson, fields.Get(runKey))
	if err != nil {
		return &refusal422{message: "That link does not lead to a run of this lesson’s simulator. Copy it below the figure, or leave the field empty.", back: s.explanation(e.ID)}
	}
	if no := unfitDispute(a.result, item, claim, reason); no != "" {
		return &refusal422{message: no, back: s.explanation(e.ID)}
	}
	_, err = s.store.AddDispute(c.Request().Context(), store.Dispute{
		ID: newID(), LearnerID: who.ID, Key: keyOf(fields, e.ID, item, claim, reason, run),
		ExplanationID: e.ID, Item: item, Claim: claim, Reason: reason, Run: run, AtMS: s.at(),
	})
	if err != nil {
		return fmt.Errorf("record dispute of %s: %w", e.ID, err)
	}
	return seeOther(c, s.explanation(e.ID)+"#"+anchorOf(a.result, item))
}

// unfitDispute says why a dispute cannot be recorded, or "".
func unfitDispute(r *grade.Result, item, claim, reason string) string {
	is := func(f grade.Finding) bool { return f.ID == item }
	switch {
	case r == nil:
		return "This explanation has not been compared yet, so there is nothing to disagree with."
	case !slices.ContainsFunc(r.Points, is) && !slices.ContainsFunc(r.Misconceptions, is):
		return "That point is not among the ones that your explanation was compared with."
	case claim != didSay && claim != notMeant:
		return "Say whether you did say this or did not mean it."
	case cleanText(reason) != "":
		return cleanText(reason)
	case characters(reason) > maxReason:
		return fmt.Sprintf("Your reason has %s characters, and %s is the most.", digits(characters(reason)), digits(maxReason))
	}
	return ""
}

// anchorOf is where the page shows a finding.
func anchorOf(r *grade.Result, item string) string {
	if slices.ContainsFunc(r.Points, func(f grade.Finding) bool { return f.ID == item }) {
		return "point-" + item
	}
	return "mixup-" + item
}
