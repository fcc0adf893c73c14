package storetest

import (
	"context"
	"testing"

	"fencepost/store"
)

func reminded(t *testing.T, o opener) {
	o.run(t, "nothing is set until somebody sets it", func(t *testing.T, s store.Store) {
		same(t, must[store.RecallSetting](t)(s.RecallSetting(t.Context(), ann)), store.RecallSetting{LearnerID: ann})
		set := store.RecallSetting{LearnerID: ann, Daily: 12, Remind: true, Hour: 7, FeedHash: []byte("h1"), AtMS: 5}
		check(t, s.SetRecall(t.Context(), set))
		same(t, must[store.RecallSetting](t)(s.RecallSetting(t.Context(), ann)), set)
		same(t, must[store.RecallSetting](t)(s.RecallFeed(t.Context(), []byte("h1"))), set)
		set.FeedHash = nil
		check(t, s.SetRecall(t.Context(), set))
		_, err := s.RecallFeed(t.Context(), []byte("h1"))
		wantErr(t, err, store.ErrNotFound)
		_, err = s.RecallFeed(t.Context(), nil)
		wantErr(t, err, store.ErrNotFound)
		set.Hour = 24
		wantErr(t, s.SetRecall(t.Context(), set), store.ErrInvalid)
	})
	o.inSchool(t, "a letter is for those who asked, have something due and have not come", func(t *testing.T, s store.Store) {
		for _, p := range []string{sam, sue, bea} {
			answers(t, s, own(p), "self-fencing", p+"-")
			check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: own(p), Remind: p != sue, Hour: 7}))
		}
		check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: own(ada), Remind: true}))
		check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: ann, Remind: true}))
		const due = 1 << 40
		for _, c := range []struct {
			hour   int
			before int64
			after  string
			n      int
			want   []string
		}{
			{7, due, "", 9, []string{own(bea), own(sam)}},
			{7, due, "", 1, []string{own(bea)}},
			{7, due, own(bea), 1, []string{own(sam)}},
			{6, due, "", 9, nil},
			{7, store.RecallAfterMS, "", 9, nil},
		} {
			same(t, toRemind(t, s, c.hour, 0, c.before, c.after, c.n), c.want)
		}
		check(t, s.Suspend(t.Context(), bea, 5))
		same(t, toRemind(t, s, 7, 0, due, "", 9), []string{own(sam)})
		e := recallEvent("a", "a", 0)
		e.LearnerID, e.AtMS = own(sam), 500
		must[store.RecallEvent](t)(s.AddRecall(t.Context(), e, reviewedCard()))
		same(t, toRemind(t, s, 7, 501, due, "", 9), []string{own(sam)})
		same(t, len(toRemind(t, s, 7, 500, due, "", 9)), 0)
	})
	o.inSchool(t, "of all who would send a day's letter one does", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-")
		check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: own(sam), Remind: true}))
		won := together(t, 8, func(ctx context.Context, i int) (int, error) {
			won, err := s.ClaimReminder(ctx, own(sam), 5, []byte{byte(i)})
			if won {
				return 1, err
			}
			return 0, err
		})
		same(t, sum(won), 1)
		same(t, len(toRemind(t, s, 7, 0, 1<<40, "", 9)), 0)
		same(t, must[bool](t)(s.ClaimReminder(t.Context(), own(sam), 6, []byte("next day"))), true)
	})
	o.inSchool(t, "each letter can end the letters, for two months", func(t *testing.T, s store.Store) {
		check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: own(sam), Daily: 5, Remind: true, Hour: 7}))
		for day, hash := range map[int64]string{5: "first", 65: "second"} {
			must[bool](t)(s.ClaimReminder(t.Context(), own(sam), day, []byte(hash)))
		}
		wantErr(t, s.EndReminders(t.Context(), []byte("no such"), 9), store.ErrNotFound)
		check(t, s.EndReminders(t.Context(), []byte("first"), 9))
		same(t, must[store.RecallSetting](t)(s.RecallSetting(t.Context(), own(sam))),
			store.RecallSetting{LearnerID: own(sam), Daily: 5, Hour: 7, AtMS: 9})
		must[bool](t)(s.ClaimReminder(t.Context(), own(sam), 66, []byte("third")))
		wantErr(t, s.EndReminders(t.Context(), []byte("first"), 9), store.ErrNotFound)
		check(t, s.EndReminders(t.Context(), []byte("second"), 9))
	})
}

// toRemind are the learners of the reminders of day 5.
func toRemind(t *testing.T, s store.Store, hour int, since, before int64, after string, n int) (list []string) {
	t.Helper()
	for _, m := range must[[]store.Reminder](t)(s.Reminders(t.Context(), 5, hour, since, before, after, n)) {
		list = append(list, m.LearnerID)
	}
	return list
}
