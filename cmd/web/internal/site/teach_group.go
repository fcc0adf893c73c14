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
	return s.showGroup(c, http.StatusOK, nil, "")
}

// showGroup shows a group. After a refusal its form holds what was sent, and no
// is why nothing was stored; fields are nil where nothing was sent.
func (s *Site) showGroup(c echo.Context, status int, fields url.Values, no string) error {
	a, err := s.asking(c)
	if err != nil {
		return err
	}
	members, more, err := s.members(c, a, groupIn(c.QueryParams()))
	if err != nil {
		return err
	}
	ticked := fields["member"]
	if len(members) == 0 {
		// Others judged all of them meanwhile: what was typed is not lost with that.
		if members, err = s.answersOf(c, a, groupIn(c.QueryParams()).Lesson, firstOnes(ticked, maxMembers)); err != nil {
			return err
		}
		ticked = nil
	}
	if len(members) == 0 {
		return &unknown{what: "group", id: "of that wording"}
	}
	first := members[0]
	if fields != nil {
		first.typed = first.typedIn(fields)
		first.typed.comment, first.typed.no = repaired(first.typed.comment), no
	}
	v := s.groupView(c, a, first)
	v.More = more
	if err := s.fillBank(c, &v.Form, first); err != nil {
		return err
	}
	v.Form.Keep = "" // the bank is kept at single answers
	for _, m := range members {
		v.Members = append(v.Members, s.member(m, fields == nil || slices.Contains(ticked, m.file.Explanation.ID)))
	}
	return s.page(c, status, keepNowhere, views.TeachGroupPage(v))
}

// groupView is what the page of a group says of all its answers.
func (s *Site) groupView(c echo.Context, a asking, first sitting) views.TeachGroup {
	v := views.TeachGroup{
		Chrome: views.Chrome{Title: "Answers alike", Nav: "teach", Noindex: true}, Error: first.typed.no,
		Lesson: views.Link{Text: s.lessonTitle(first.edition, first.file.Explanation.Lesson)},
		Covers: coversWords(itemWords(first.rubric, strings.Fields(first.signature()))),
		Form:   s.reviewForm(first), Groups: withQuery(s.to("/teach/groups"), a.query),
	}
	v.Form.Action, v.Form.Off = s.to(c.Request().URL.RequestURI()), false
	return v
}

// members are the answers of a group, as far as one decision goes; the
// reviewer's own are left out.
func (s *Site) members(c echo.Context, a asking, g store.Group) ([]sitting, bool, error) {
	rows, err := s.store.GroupAnswers(c.Request().Context(), s.scope(c), a.Filter, g, store.Page{N: maxMembers})
	if err != nil {
		return nil, false, fmt.Errorf("read a group: %w", err)
	}
	var ids []string
	for _, r := range rows.Rows {
		ids = append(ids, r.ExplanationID)
	}
	out, err := s.answersOf(c, a, g.Lesson, ids)
	return out, rows.Next != "", err
}

// answersOf are the answers to a lesson by their ids, without the reviewer's own
// and those that are not theirs to see.
func (s *Site) answersOf(c echo.Context, a asking, lesson string, ids []string) ([]sitting, error) {
	var out []sitting
	for _, id := range ids {
		f, err := s.store.File(c.Request().Context(), s.scope(c), id)
		own := f.Owner.PersonID != "" && f.Owner.PersonID == s.scope(c).PersonID()
		if isNotFound(err) || errors.Is(err, store.ErrInvalid) || err == nil && (own || f.Explanation.Lesson != lesson) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a member of a group: %w", err)
		}
		result, err := resultOf(f.Score)
		if err != nil {
			return nil, err
		}
		out = append(out, sitting{
			asking: a, file: f, result: result, edition: s.edition(c), me: s.scope(c).PersonID(),
			rubric: rubricOf(s.edition(c), f.Explanation.Lesson),
		})
	}
	return out, nil
}

// member draws one answer of a group, to be decided on where in is true.
func (s *Site) member(m sitting, in bool) views.TeachMember {
	e := m.file.Explanation
	v := views.TeachMember{
		ID: e.ID, Who: m.who(), Sent: moment(e.AtMS), Href: s.teachAnswer(e.ID, m.query), Text: pieces(e.Text, m.reading().spans()),
		Include: in, State: m.inForce(),
	}
	if m.file.InForce != nil {
		v.Seen = m.file.InForce.ID
	}
	if l := m.file.Lease; l.UntilMS > s.at() && l.PersonID != m.me {
		v.Held, v.Include = l.Name, false
	}
	return v
}
