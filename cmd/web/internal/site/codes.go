package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// codeChars are the characters of a join code: ten of 32 kinds are 50 bits,
// beyond guessing over the network, and short enough for a blackboard.
const codeChars = 10

// codeAges are for how many days a join link may be open.
var codeAges = []views.Choice{
	{Value: "7", Text: "a week"},
	{Value: "30", Text: "30 days"},
	{Value: "120", Text: "120 days"},
	{Value: "0", Text: "until it is revoked"},
}

// addCodes adds the join links of a cohort.
func (s *Site) addCodes(c echo.Context, m store.Membership, no refusedPart, v *views.Cohort) error {
	list, err := s.store.Codes(c.Request().Context(), s.scope(c), m.ID)
	if err != nil {
		return fmt.Errorf("list join codes: %w", err)
	}
	for _, k := range list {
		v.Codes = append(v.Codes, s.codeRow(m, k))
	}
	v.NewCode = no.fill(views.Form{
		ID: "code", Action: s.cohortPath(m.ID) + "/codes", Submit: "Make a join link", Plain: true, Hidden: []views.Hidden{onceKey()},
		Fields: []views.Entry{
			askChoice("days", "Open for", "30", codeAges...),
			{Name: "approval", Label: "I want to let each one in myself", Kind: "checkbox"},
		},
	})
	return nil
}

func (s *Site) codeRow(m store.Membership, k store.Code) views.CodeRow {
	row := views.CodeRow{
		Code: spelled(k.Code), Link: s.whole(s.to("/join/" + k.Code)), Approval: k.Approval,
		Revoke: views.Form{Action: s.cohortPath(m.ID) + "/codes/" + url.PathEscape(k.Code) + "/revoke", Submit: "Revoke this link"},
	}
	zone := zoneOr(m.Zone)
	on := func(ms int64) string { return time.UnixMilli(ms).In(zone).Format("2 January 2006, 15:04 MST") }
	switch {
	case k.RevokedMS != 0:
		row.State = "revoked " + on(k.RevokedMS)
	case k.ExpiresMS != 0 && k.ExpiresMS <= s.at():
		row.State = "closed since " + on(k.ExpiresMS)
	case m.ArchivedMS != 0:
		row.State = "closed while the cohort is archived"
	case k.ExpiresMS == 0:
		row.State, row.Open = "open until it is revoked", true
	default:
		row.State, row.Open = "open until "+on(k.ExpiresMS), true
	}
	return row
}

// makeCode makes a join link.
func (s *Site) makeCode(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	days, err := strconv.Atoi(fields.Get("days"))
	if err != nil || days < 0 || days > 366 {
		return s.showCohort(c, http.StatusUnprocessableEntity, refusedPart{"code", fields, faults{"days": "Choose one of these."}})
	}
	k := store.Code{
		Code: onceCode(fields, s.scope(c).PersonID(), m.ID, fields.Get("days"), fields.Get("approval")), CohortID: m.ID, Approval: fields.Get("approval") != "",
		MadeBy: s.scope(c).PersonID(), CreatedMS: s.at(),
	}
	if days > 0 {
		k.ExpiresMS = s.now().AddDate(0, 0, days).UnixMilli()
	}
	ctx := s.noted(c, "cohort.code", m.ID, nil)
	if err := s.store.AddCode(ctx, s.scope(c), k); err != nil && !s.hasCode(c, k) {
		return fmt.Errorf("add a join code: %w", err)
	}
	return s.seeDone(c, "/cohorts/"+m.ID+"#codes", "code")
}

// hasCode says whether the cohort has this code already: its form was sent before.
func (s *Site) hasCode(c echo.Context, k store.Code) bool {
	list, err := s.store.Codes(c.Request().Context(), s.scope(c), k.CohortID)
	return err == nil && slices.ContainsFunc(list, func(have store.Code) bool { return have.Code == k.Code })
}

// revokeCode makes a join link useless. The code must be the cohort's: it says
// nothing about any other.
func (s *Site) revokeCode(c echo.Context) error {
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	co, err := s.store.Codes(c.Request().Context(), s.scope(c), m.ID)
	if err != nil {
		return fmt.Errorf("list join codes: %w", err)
	}
	for _, k := range co {
		if k.Code != c.Param("code") {
			continue
		}
		ctx := s.noted(c, "cohort.revoke-code", m.ID, nil)
		err := s.store.RevokeCode(ctx, s.scope(c), k.Code, s.at())
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("revoke a join code: %w", err)
		}
		return s.seeDone(c, "/cohorts/"+m.ID+"#codes", "revoked")
	}
	return errNotYours
}
