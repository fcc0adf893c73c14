package site

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/recall"
	"fencepost/store"
	"fencepost/views"
)

// recallDaily is how many reviews a day a learner gets where nobody says
// otherwise: at a minute each, twenty minutes.
const recallDaily = 20

// recallRoutes lists the addresses of spaced review.
func (s *Site) recallRoutes() {
	s.get("/review", s.recallPage)
	s.post("/review", s.inTurn(s.paced(s.answerRecall)))
	s.get("/review/answers/:id", s.recallResult)
	s.post("/review/answers/:id/rating", s.inTurn(s.paced(s.rateRecall)))
	s.get("/review/answers/:id/rating", s.backToRecall)
	s.post("/review/answers/:id/undo", s.paced(s.undoRecall))
	s.get("/review/answers/:id/undo", s.backToRecall)
	s.get("/review/settings", s.recallSettings)
	s.post("/review/settings", s.paced(s.saveRecallSettings))
	s.post("/review/calendar", s.paced(s.makeFeed))
	s.get("/review/calendar", s.backToCalendar)
	s.post("/review/calendar/end", s.paced(s.endFeed))
	s.get("/review/calendar/end", s.backToCalendar)
	s.get("/review/calendar/:secret", s.feed)
	s.get("/review/letters/:secret", s.lettersPage)
	s.post("/review/letters/:secret", s.endLetters)
}

func (l links) review() string { return l.to("/review") }

func (l links) recallAnswer(id string) string { return l.to("/review/answers/" + url.PathEscape(id)) }

// mode is how much is asked: today's share, or whatever there is.
type mode struct{ more bool }

func modeOf(get func(string) string) mode { return mode{get("more") != ""} }

// query is the mode in an address.
func (m mode) query() string {
	if m.more {
		return "?more=1"
	}
	return ""
}

// dueKey marks a request whose page says how many reviews are due.
const dueKey = "due"

// countDue lets the page say how many reviews are due.
func (s *Site) countDue(c echo.Context) error {
	who, err := s.visitor(c)
	if err != nil || who == nil {
		return err
	}
	cards, err := s.store.RecallCards(c.Request().Context(), who.ID)
	if err != nil {
		return fmt.Errorf("count reviews: %w", err)
	}
	n := 0
	for _, card := range s.edition(c).askable(cards) {
		n += count(dueBy(card, s.at()))
	}
	c.Set(dueKey, n)
	return nil
}

// recallPage asks what is due.
func (s *Site) recallPage(c echo.Context) error {
	return s.showRecall(c, http.StatusOK, modeOf(c.QueryParam), cardItem(c.QueryParam), refused{})
}

// showRecall asks the item that is wanted, or else what comes first. What was
// just sent and not taken is said at the form.
func (s *Site) showRecall(c echo.Context, status int, m mode, wanted store.RecallItem, no refused) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	e := s.edition(c)
	d, err := s.deckOf(c.Request().Context(), e, who)
	if err != nil {
		return err
	}
	v := views.Recall{
		Chrome: views.Chrome{Title: "Review", Nav: "review", Noindex: true}, Status: recallTexts[c.QueryParam("done")],
		Settings: s.to("/review/settings"), Plan: planView(d), Done: d.done(),
	}
	due := d.due()
	v.Share = v.Done + min(len(due), d.room())
	c.Set(dueKey, len(due))
	if undoable := d.last(); undoable != nil {
		v.Undo = s.undoForm(*undoable, d, m)
	}
	if card, ok := d.next(due, m, wanted); ok {
		q, _ := e.recalled(card.RecallItem, card.Turn)
		v.Item = s.itemView(c, who, q, card, m, no)
	} else {
		s.nothingAsked(&v, d, due)
	}
	return s.page(c, status, keepNowhere, views.RecallPage(v))
}

var recallTexts = map[string]string{
	"moved":  "That question was answered meanwhile, in this browser or another. Nothing was recorded twice.",
	"undone": "Your last answer is taken back, and the question asked again.",
	"saved":  "Saved.",
	"ended":  "The calendar’s address opens nothing any more.",
}

// next is the card to be asked: the one that is wanted, or the first that is
// due as long as today has room; beyond that only if more is asked for.
func (d deck) next(due []store.RecallCard, m mode, wanted store.RecallItem) (store.RecallCard, bool) {
	if card, ok := d.find(wanted); ok {
		return card, true
	}
	if len(due) > 0 && (m.more || d.room() > 0) {
		return due[0], true
	}
	if later := d.later(); m.more && len(later) > 0 {
		return later[0], true
	}
	return store.RecallCard{}, false
}

// last is today's last answer, which can be undone.
func (d deck) last() *store.RecallEvent {
	if len(d.today) == 0 {
		return nil
	}
	return &d.today[len(d.today)-1]
}

// itemView is the form of one question.
func (s *Site) itemView(c echo.Context, who *store.Learner, q recalled, card store.RecallCard, m mode, no refused) *views.RecallItem {
	v := &views.RecallItem{
		Lesson: views.Link{Text: q.lesson.Title, Href: s.links.lesson(q.Lesson)}, Sort: q.sort(), Why: whyAsked(card),
		Changed: q.changed(), Check: q.view(s.shuffleFor(c, who), no.answer, lessons.Marking{}),
	}
	v.Check.Error = no.message
	aim(&v.Check, v.Lesson.Href)
	v.Form = views.RecallForm{Action: s.review(), Hidden: []views.Hidden{
		hidden("key", v.Check.Key), hidden("lesson", q.Lesson), hidden("kind", q.Kind), hidden("item", q.Item),
		hidden("turn", fmt.Sprint(card.Turn)),
	}}
	if m.more {
		v.Form.Hidden = append(v.Form.Hidden, hidden("more", "1"))
	}
	return v
}

// whyAsked says why something is asked now.
func whyAsked(c store.RecallCard) string {
	if c.Reps == 0 {
		return "Missed, or only just there, on " + day(c.EnteredMS) + "."
	}
	return fmt.Sprintf("Last asked on %s; %s so far.", day(c.LastMS), howMany(c.Reps, "review", "reviews"))
}

// nothingAsked says why nothing is asked and when something is.
func (s *Site) nothingAsked(v *views.Recall, d deck, due []store.RecallCard) {
	v.Ways = []views.Link{{Text: "See the concepts", Href: s.home()}}
	later := d.later()
	more := views.Link{Text: "Review more now", Href: s.review() + "?more=1"}
	switch {
	case len(d.cards) == 0:
		v.Heading = "Nothing to review yet"
		v.Lede = "What you miss in a lesson, or only just have, is asked again here: a day later, then after longer and longer times, as often as it takes to stay."
		v.Notes = []string{"Answer a check or explain an idea. What you have right from the start does not come back."}
		return
	case len(due) > 0:
		v.Heading = "Today’s share is done"
		v.Lede = fmt.Sprintf("%s wait without harm: they are spread over the coming days, most useful first.", howMany(len(due), "more", "more"))
		v.Ways = append(v.Ways, more)
	default:
		v.Heading = "All done for today"
		v.Lede = nextDue(d)
		if len(later) > 0 {
			v.Ways = append(v.Ways, more)
		}
	}
}

// nextDue says when something is asked again.
func nextDue(d deck) string {
	loads, _ := d.plan(recall.Horizon)
	for _, l := range loads[1:] {
		if l.Planned > 0 {
			return fmt.Sprintf("Next: %s, %s.", howMany(l.Planned, "review", "reviews"), dayWords(l.Day, recall.DayOf(d.atMS)))
		}
	}
	return "Nothing comes back within four weeks."
}
