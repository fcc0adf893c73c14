package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/mail"
	"fencepost/lessons/recall"
	"fencepost/store"
	"fencepost/views"
)

// remindersAtOnce is how many letters are looked for at a time.
const remindersAtOnce = 100

// Remind sends the letters that are due: to who asked for them, once a day at
// most, from the hour that they chose, where something is due and they have not
// been here today. Any number of servers may call it at any time: of each day's
// letter the database lets one of them be the sender. A letter that its sender
// loses is not sent again.
func (s *Site) Remind(ctx context.Context) error {
	if s.mail == nil {
		return nil
	}
	at := s.at()
	today := recall.DayOf(at)
	hour := int(at % recall.DayMS / (recall.DayMS / 24))
	for after := ""; ; {
		list, err := s.store.Reminders(ctx, today, hour, today*recall.DayMS, (today+1)*recall.DayMS, after, remindersAtOnce)
		if err != nil {
			return fmt.Errorf("look for reminders: %w", err)
		}
		for _, r := range list {
			if err := s.remind(ctx, r, today); err != nil {
				return err
			}
			after = r.LearnerID
		}
		if len(list) < remindersAtOnce {
			return nil
		}
	}
}

// remind sends one letter, unless nothing that is due can still be asked or
// another server was quicker.
func (s *Site) remind(ctx context.Context, r store.Reminder, today int64) error {
	d, err := s.deckOf(ctx, s.shelf.Edition(), &store.Learner{ID: r.LearnerID})
	if err != nil {
		return err
	}
	n := min(len(d.due()), d.room())
	if n == 0 {
		return nil
	}
	secret := newSecret()
	won, err := s.store.ClaimReminder(ctx, r.LearnerID, today, hashOf([]byte(secret)))
	if err != nil {
		return fmt.Errorf("claim a reminder: %w", err)
	}
	if won {
		s.mail.Put(func(context.Context) (mail.Letter, bool, error) { return s.reminder(r, n, secret), true, nil })
	}
	return nil
}

// reminder is the letter.
func (s *Site) reminder(r store.Reminder, n int, secret string) mail.Letter {
	end := s.whole(s.to("/review/letters/" + secret))
	return mail.Letter{
		To: r.Email, Subject: howMany(n, "review", "reviews") + " at " + s.host(), End: end,
		Text: "Hello " + r.Name + ",\n\n" +
			howMany(n, "thing that you missed before is", "things that you missed before are") + " due again today:\n\n" +
			s.whole(s.review()) + "\n\n" +
			"A minute each is enough, and what you leave moves to the next days.\n\n" +
			"You asked for these letters. To end them, open\n" + end + "\n",
	}
}

// lettersPage asks whether letters are to end.
func (s *Site) lettersPage(c echo.Context) error {
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "No more letters",
		Lede:    "This ends the letters that say when reviews are due. Your reviews stay, and letters can be asked for again at any time.",
		Forms:   []views.Form{{Action: s.to("/review/letters/" + c.Param("secret")), Submit: "End the letters"}},
		Links:   []views.Link{{Text: "Keep them", Href: s.review()}},
	})
}

// endLetters ends them, for whoever has a letter, signed in or not; mail
// programs post here by themselves when their button is pressed (RFC 8058).
func (s *Site) endLetters(c echo.Context) error {
	err := s.store.EndReminders(c.Request().Context(), hashOf([]byte(c.Param("secret"))), s.at())
	if errors.Is(err, store.ErrNotFound) {
		return &unknown{what: "letter", id: "…"}
	}
	if err != nil {
		return fmt.Errorf("end reminders: %w", err)
	}
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "The letters have ended", Lede: "No more of them are sent.",
		Links: []views.Link{{Text: "Your reviews", Href: s.review()}},
	})
}
