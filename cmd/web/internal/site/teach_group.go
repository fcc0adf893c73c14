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
	"fencepost/views"
)

// maxMembers is the most answers that one decision takes: more than that
// nobody reads through.
const maxMembers = 60

// mostGroups is how many groups are listed.
const mostGroups = 50

// teachGroupsPage lists answers that say the same in nearly the same words.
func (s *Site) teachGroupsPage(c echo.Context) error {
	if err := s.reviewer(c); err != nil {
		return err
	}
	a, err := s.asking(c)
	if err != nil {
		return err
	}
	list, err := s.store.Groups(c.Request().Context(), s.scope(c), a.Filter, mostGroups)
	if err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	v := views.TeachGroups{Chrome: views.Chrome{Title: "Answers alike", Nav: "teach", Noindex: true}, Desk: s.teach(a.query)}
	for _, g := range list {
		row := views.TeachGroupRow{
			Href: s.groupPath(a, g), N: g.N, Lesson: s.lessonTitle(s.edition(c), g.Lesson),
			Covers: coversWords(itemWords(rubricOf(s.edition(c), g.Lesson), strings.Fields(g.Signature))),
		}
		if f, err := s.store.File(c.Request().Context(), s.scope(c), g.First); err == nil {
			row.Text = strings.TrimSpace(f.Explanation.Text)
		}
		v.Rows = append(v.Rows, row)
	}
	if v.Filters, err = s.filters(c, a, s.to("/teach/groups")); err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepNowhere, views.TeachGroupsPage(v))
}

func coversWords(points string) string {
	if points == "" {
		return "Covers no point"
	}
	return "Covers " + points
}

// groupPath is the address of a group among what is asked for.
func (s *Site) groupPath(a asking, g store.Group) string {
	q := a.with("", "")
	q.Set("of", g.Lesson)
	q.Set("covers", g.Signature)
	q.Set("like", g.Wording)
	return withQuery(s.to("/teach/group"), q)
}

func groupIn(q url.Values) store.Group {
	return store.Group{Lesson: q.Get("of"), Signature: q.Get("covers"), Wording: q.Get("like")}
}

// fillGroup tells how many answers are like the one shown.
func (s *Site) fillGroup(c echo.Context, v *views.TeachAnswer, at sitting) error {
	if at.file.Score == nil || at.file.Score.Wording == "" {
		return nil
	}
	g := store.Group{Lesson: at.file.Explanation.Lesson, Signature: at.signature(), Wording: at.file.Score.Wording}
	a := at.asking
	a.after = ""
	list, err := s.store.GroupAnswers(c.Request().Context(), s.scope(c), a.Filter, g, store.Page{N: maxMembers})
	if err != nil {
		return fmt.Errorf("read a group: %w", err)
	}
	others := slices.DeleteFunc(list.Rows, func(r store.Answer) bool { return r.ExplanationID == at.file.Explanation.ID })
	if v.Others = len(others); v.Others > 0 {
		v.Groups = s.groupPath(a, g)
	}
	return nil
}

// signature is the one of the verdict in force: the points covered.
func (at sitting) signature() string {
	var ids []string
	none := at
	none.typed = typed{}
	for _, i := range at.items() {
		if i.n > 0 && i.machine != "" && none.verdict(i) == "covered" {
			ids = append(ids, i.id)
		}
	}
	return strings.Join(ids, " ")
}

// teachGroupPage shows every answer of a group and asks for one decision.
func (s *Site) teachGroupPage(c echo.Context) error {
	if err := s.reviewer(c); err != nil {
		return err
	}
	return s.showGroup(c, http.StatusOK, typed{}, nil)
}

func (s *Site) showGroup(c echo.Context, status int, t typed, ticked []string) error {
	a, err := s.asking(c)
	if err != nil {
		return err
	}
	members, more, err := s.members(c, a, groupIn(c.QueryParams()))
	if err != nil {
		return err
	}
	if len(members) == 0 {
		return &unknown{what: "group", id: "of that wording"}
	}
	first := members[0]
	first.typed = t
	v := views.TeachGroup{
		Chrome: views.Chrome{Title: "Answers alike", Nav: "teach", Noindex: true}, Error: t.no, More: more,
		Lesson: views.Link{Text: s.lessonTitle(first.edition, first.file.Explanation.Lesson)},
		Covers: coversWords(itemWords(first.rubric, strings.Fields(first.signature()))),
		Form:   s.reviewForm(c, first), Desk: s.teach(a.query), Groups: withQuery(s.to("/teach/groups"), a.query),
	}
	v.Form.Action, v.Form.Off = c.Request().URL.RequestURI(), false
	v.Form.Action = s.to(v.Form.Action)
	if err := s.fillBank(c, &v.Form, first); err != nil {
		return err
	}
	v.Form.Keep = "" // the bank is kept at single answers
	for _, m := range members {
		v.Members = append(v.Members, s.member(m, ticked))
	}
	return s.page(c, status, keepNowhere, views.TeachGroupPage(v))
}

// members are the answers of a group, as far as one decision goes; the
// reviewer's own are left out.
func (s *Site) members(c echo.Context, a asking, g store.Group) ([]sitting, bool, error) {
	rows, err := s.store.GroupAnswers(c.Request().Context(), s.scope(c), a.Filter, g, store.Page{N: maxMembers})
	if err != nil {
		return nil, false, fmt.Errorf("read a group: %w", err)
	}
	var out []sitting
	for _, r := range rows.Rows {
		f, err := s.store.File(c.Request().Context(), s.scope(c), r.ExplanationID)
		if isNotFound(err) || f.Owner.PersonID != "" && f.Owner.PersonID == s.scope(c).PersonID() {
			continue
		}
		if err != nil {
			return nil, false, fmt.Errorf("read a member of a group: %w", err)
		}
		result, err := resultOf(f.Score)
		if err != nil {
			return nil, false, err
		}
		out = append(out, sitting{
			asking: a, file: f, result: result, edition: s.edition(c), me: s.scope(c).PersonID(),
			rubric: rubricOf(s.edition(c), f.Explanation.Lesson),
		})
	}
	return out, rows.Next != "", nil
}

// member draws one answer of a group. After a refusal only what was ticked is
// ticked again.
func (s *Site) member(m sitting, ticked []string) views.TeachMember {
	e := m.file.Explanation
	v := views.TeachMember{
		ID: e.ID, Who: m.who(), Sent: moment(e.AtMS), Href: s.teachAnswer(e.ID, m.query), Text: pieces(e.Text, m.reading().spans()),
		Include: ticked == nil || slices.Contains(ticked, e.ID), State: m.inForce(),
	}
	if m.file.InForce != nil {
		v.Seen = m.file.InForce.ID
	}
	if l := m.file.Lease; l.UntilMS > s.at() && l.PersonID != m.me {
		v.Held, v.Include = l.Name, false
	}
	return v
}

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
	members, _, err := s.members(c, a, groupIn(c.QueryParams()))
	if err != nil {
		return err
	}
	members, gone := chosen(members, fields)
	if gone {
		return s.refuseGroup(c, members, fields, "The group has changed since this page was made: somebody judged one of its answers. Look through it again.")
	}
	if len(members) == 0 {
		return s.refuseGroup(c, members, fields, "No answer is chosen, so nothing was stored.")
	}
	members[0].typed = members[0].typedIn(fields)
	if no := members[0].typed.no; no != "" {
		return s.refuseGroup(c, members, fields, no)
	}
	return s.storeGroup(c, a, members, fields)
}

func (s *Site) storeGroup(c echo.Context, a asking, members []sitting, fields url.Values) error {
	batch := keyOf(fields, "group")
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
		return s.refuseGroup(c, members, fields, "Somebody has one of these answers open or judged it meanwhile. Nothing was stored; look through the group again.")
	case err != nil:
		return fmt.Errorf("save a group: %w", err)
	}
	s.countUse(c, fields)
	q := a.with("", "")
	q.Set("batch", batch)
	return seeOther(c, s.teach(q))
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

func (s *Site) refuseGroup(c echo.Context, members []sitting, fields url.Values, no string) error {
	t := typed{no: no, comment: repaired(plainText(fields.Get("comment")))}
	if len(members) > 0 {
		t.verdicts = members[0].typedIn(fields).verdicts
	}
	return s.showGroup(c, http.StatusConflict, t, fields["member"])
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
