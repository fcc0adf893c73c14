package site

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// showStale refuses a save with a stale token: what was written stands beside
// what is there, and can be taken along.
func (s *Site) showStale(c echo.Context, at sitting, stale store.Stale, sent int64) error {
	id := at.file.Explanation.ID
	v := views.TeachStale{
		Chrome: views.Chrome{Title: "Not saved: the token is stale", Nav: "teach", Noindex: true},
		Who:    at.who(), Lesson: views.Link{Text: s.lessonTitle(at.edition, at.file.Explanation.Lesson)},
		Sent: strconv.FormatInt(sent, 10), Newest: strconv.FormatInt(stale.Lease.Token, 10),
		Yours: views.TeachVersion{Who: "What you wrote", Comment: at.typed.comment},
		Take:  withQuery(s.teachAct(id, "lease"), at.query), Open: s.teachAnswer(id, at.query), About: s.to("/teach/lease"),
	}
	v.Heading, v.Lede = staleWords(at, stale, sent)
	if stale.Lease.UntilMS > s.at() && stale.Lease.PersonID != at.me {
		v.Holder = stale.Lease.Name
	}
	if t := stale.Theirs; t != nil {
		v.Theirs = &views.TeachVersion{Who: "In force, by " + t.Reviewer, At: moment(t.AtMS), Comment: t.Comment}
		if t.ReviewerID == at.me {
			v.Theirs.Who = "In force, by yourself"
		}
	}
	v.Rows = at.compared(stale.Theirs)
	for _, i := range at.items() {
		if verdict, ok := at.typed.verdicts[i.id]; ok {
			v.Written = append(v.Written, views.Hidden{Name: "v." + i.id, Value: verdict})
		}
	}
	return s.page(c, http.StatusConflict, keepNowhere, views.TeachStalePage(v))
}

// staleWords say who was granted the newer token.
func staleWords(at sitting, stale store.Stale, sent int64) (heading, lede string) {
	heading = "Not saved: your lease had run out"
	who := stale.Lease.Name + " was"
	if stale.Lease.PersonID == at.me {
		heading, who = "Not saved: you opened this answer again", "You were"
	}
	if sent == 0 {
		return "Not saved: this page held no lease", "A review is stored only under the token of the newest lease, and this page sent none. Nothing is stored, and nothing is lost."
	}
	return heading, fmt.Sprintf("%s granted token %d for this answer after yours, which was %d. A save with an older token is refused, "+
		"or it would bury what came after it. Nothing is stored, and nothing is lost: both versions stand here.", who, stale.Lease.Token, sent)
}

// compared sets what was written beside what is in force: the review there is,
// else the scorer's verdict.
func (at sitting) compared(theirs *store.Judged) []views.TeachCompared {
	var out []views.TeachCompared
	for _, i := range at.items() {
		there := i.machine
		if theirs != nil {
			if v, ok := theirs.Verdicts[i.id]; ok {
				there = v
			}
		}
		yours, ok := at.typed.verdicts[i.id]
		if !ok {
			yours = i.machine
		}
		if i.n == 0 && yours == there && yours == "missing" {
			continue // a mix-up that neither found
		}
		out = append(out, views.TeachCompared{N: i.n, Name: i.name, Yours: yours, Theirs: there, Differ: yours != there})
	}
	return out
}
