package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/store"
)

// saveGroup stores one review for each member that was shown and not taken
// out, all or none.
func (s *Site) saveGroup(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	a, err := s.asking(c)
	if err != nil {
		return err
	}
	batch := batchOf(fields)
	switch again, err := s.decided(c, a, batch, fields); {
	case err != nil:
		return err
	case again:
		return s.toBatch(c, a, batch)
	}
	members, _, err := s.members(c, a, groupIn(c.QueryParams()))
	if err != nil {
		return err
	}
	members, gone := chosen(members, fields)
	if gone {
		return s.showGroup(c, http.StatusConflict, fields, "The group has changed since this page was made: somebody judged one of its answers. Look through it again.")
	}
	if len(members) == 0 {
		return s.showGroup(c, http.StatusConflict, fields, "No answer is chosen, so nothing was stored.")
	}
	members[0].typed = members[0].typedIn(fields)
	if no := members[0].typed.no; no != "" {
		return s.showGroup(c, http.StatusConflict, fields, no)
	}
	return s.storeGroup(c, a, batch, members, fields)
}

// batchOf is the id of the decision that a form holds. The same form sent again
// is the same decision; one that was changed is another.
func batchOf(fields url.Values) string {
	said := url.Values{}
	for name, values := range fields {
		if name == "comment" || name == "member" || strings.HasPrefix(name, "v.") {
			said[name] = values
		}
	}
	return keyOf(fields, "group", said.Encode())
}

// decided says whether this very decision is stored already: its answers may
// have left the group with it.
func (s *Site) decided(c echo.Context, a asking, batch string, fields url.Values) (bool, error) {
	in, err := s.answersOf(c, a, groupIn(c.QueryParams()).Lesson, firstOnes(fields["member"], 1))
	if err != nil || len(in) == 0 {
		return false, err
	}
	return slices.ContainsFunc(in[0].file.Reviews, func(j store.Judged) bool {
		return j.Batch == batch && j.ReviewerID == in[0].me
	}), nil
}

// toBatch leads on from a decision that is stored.
func (s *Site) toBatch(c echo.Context, a asking, batch string) error {
	q := a.with("", "")
	q.Set("batch", batch)
	return seeOther(c, s.teach(q))
}

// firstOnes are the first n ids, or all where there are fewer.
func firstOnes(ids []string, n int) []string { return ids[:min(len(ids), n)] }

func (s *Site) storeGroup(c echo.Context, a asking, batch string, members []sitting, fields url.Values) error {
	var list []store.Review
	var seen []string
	for _, m := range members {
		m.typed = members[0].typed
		r := m.review(s, fields)
		r.Batch, r.Token = batch, 0
		r.Key = batch + "-" + shortHash(r.ExplanationID)
		list, seen = append(list, r), append(seen, fields.Get("seen."+r.ExplanationID))
	}
	ctx, err := s.tellingReviews(c, members, list...)
	if err != nil {
		return err
	}
	err = s.store.SaveGroup(ctx, s.scope(c), list, seen)
	switch {
	case errors.Is(err, store.ErrStale):
		return s.showGroup(c, http.StatusConflict, fields, "Somebody has one of these answers open or judged it meanwhile. Nothing was stored; look through the group again.")
	case err != nil:
		return s.keepGroup(c, fields, fmt.Errorf("save a group: %w", err))
	}
	s.countUse(c, fields)
	return s.toBatch(c, a, batch)
}

// keepGroup puts a decision that the store could not take back into its form.
func (s *Site) keepGroup(c echo.Context, fields url.Values, cause error) error {
	if statusOf(cause) != http.StatusServiceUnavailable {
		return cause
	}
	c.Response().Header().Set("Retry-After", retryAfter)
	return errors.Join(cause, s.showGroup(c, http.StatusServiceUnavailable, fields, notNow))
}

// chosen are the members that the form has a tick for; gone says that one with
// a tick is no longer among them.
func chosen(members []sitting, fields url.Values) (in []sitting, gone bool) {
	want := fields["member"]
	for _, m := range members {
		if slices.Contains(want, m.file.Explanation.ID) {
			in = append(in, m)
		}
	}
	return in, len(in) != len(slices.Compact(slices.Sorted(slices.Values(want))))
}

// withdrawBatch takes the decision on a group back as one.
func (s *Site) withdrawBatch(c echo.Context) error {
	if _, err := s.teachForm(c); err != nil {
		return err
	}
	if _, err := s.store.WithdrawBatch(c.Request().Context(), s.scope(c), c.Param("id"), s.at()); err != nil {
		return fmt.Errorf("withdraw the reviews of a group: %w", err)
	}
	q := deskQuery(c.QueryParams())
	q.Set("parted", "yes")
	return seeOther(c, s.teach(q))
}
