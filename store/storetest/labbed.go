package storetest

import (
	"encoding/json"
	"testing"

	"fencepost/store"
)

const lateOwner = "late-owner"

func labTry(id, key string) store.LabTry {
	return store.LabTry{
		ID: id, LearnerID: ann, Key: key, Lesson: leases, Lab: lateOwner, Answer: json.RawMessage(`{"claim":"UPDATE jobs"}`),
		Schedule: "overtaken", Broke: "newest-writes", Said: "It was late.", Content: "v1", AtMS: 10,
	}
}

func passes(l store.LabTry, atMS int64) store.LabTry {
	l.Passed, l.Schedule, l.Broke, l.AtMS = true, "", "", atMS
	return l
}

func labs(t *testing.T, o opener) {
	o.run(t, "tries are kept in order, and one key stores one", func(t *testing.T, s store.Store) {
		first, second := labTry("a", "k1"), passes(labTry("b", "k2"), 20)
		same(t, must[store.LabTry](t)(s.AddLabTry(t.Context(), first)), first)
		again := passes(labTry("c", "k1"), 15)
		same(t, must[store.LabTry](t)(s.AddLabTry(t.Context(), again)), first)
		must[store.LabTry](t)(s.AddLabTry(t.Context(), second))
		of := labTry("d", "k1")
		of.LearnerID = bob
		must[store.LabTry](t)(s.AddLabTry(t.Context(), of))
		same(t, must[[]store.LabTry](t)(s.LabTries(t.Context(), ann, leases, lateOwner)), []store.LabTry{first, second})
		same(t, len(must[[]store.LabTry](t)(s.LabTries(t.Context(), ann, leases, "another"))), 0)
	})
	o.run(t, "what no engine can keep is refused", func(t *testing.T, s store.Store) {
		for _, spoil := range []func(*store.LabTry){
			func(l *store.LabTry) { l.Answer = json.RawMessage("{") }, func(l *store.LabTry) { l.Lab = "" },
			func(l *store.LabTry) { l.Said = "a\x00b" }, func(l *store.LabTry) { l.Key = "" },
		} {
			l := labTry("a", "k")
			spoil(&l)
			_, err := s.AddLabTry(t.Context(), l)
			wantErr(t, err, store.ErrInvalid)
		}
	})
	o.run(t, "a try after the worked solution says so", labAfterSolution)
	o.run(t, "help is recorded once", func(t *testing.T, s store.Store) {
		hint := store.LabAid{LearnerID: ann, Lesson: leases, Lab: lateOwner, Aid: "hint-1", AtMS: 5}
		check(t, s.AddLabAid(t.Context(), hint))
		later := hint
		later.AtMS = 9
		check(t, s.AddLabAid(t.Context(), later))
		same(t, must[[]store.LabAid](t)(s.LabAids(t.Context(), ann, leases, lateOwner)), []store.LabAid{hint})
		same(t, len(must[[]store.LabAid](t)(s.LabAids(t.Context(), bob, leases, lateOwner))), 0)
	})
	o.run(t, "a draft rises by one, and a stale save gets the newest", labDrafts)
	o.inSchool(t, "what was claimed counts, and those who teach see where students stand", labsClaimed)
	o.inSchool(t, "nothing of it outlives its learner", func(t *testing.T, s store.Store) {
		must[store.LabTry](t)(s.AddLabTry(t.Context(), labTry("a", "k")))
		check(t, s.AddLabAid(t.Context(), store.LabAid{LearnerID: ann, Lesson: leases, Lab: lateOwner, Aid: store.AidSolution}))
		must[store.LabDraft](t)(s.SaveLabDraft(t.Context(), store.LabDraft{LearnerID: ann, Lesson: leases, Lab: lateOwner, Text: "{}"}, 0))
		check(t, s.DeleteLearner(t.Context(), ann))
		same(t, len(must[[]store.LabTry](t)(s.LabTries(t.Context(), ann, leases, lateOwner))), 0)
		same(t, len(must[[]store.LabAid](t)(s.LabAids(t.Context(), ann, leases, lateOwner))), 0)
		_, err := s.LabDraft(t.Context(), ann, leases, lateOwner)
		wantErr(t, err, store.ErrNotFound)
	})
}

func labAfterSolution(t *testing.T, s store.Store) {
	standing := func() store.LabStanding {
		return must[[]store.LabStanding](t)(s.LabStandings(t.Context(), ann))[0]
	}
	must[store.LabTry](t)(s.AddLabTry(t.Context(), labTry("a", "k1")))
	same(t, standing(), store.LabStanding{Lesson: leases, Lab: lateOwner, Tries: 1, LastMS: 10})
	same(t, must[store.Standing](t)(s.Standing(t.Context(), ann, leases)), store.Standing{LabsTried: []string{lateOwner}, LastMS: 10})
	check(t, s.AddLabAid(t.Context(), store.LabAid{LearnerID: ann, Lesson: leases, Lab: lateOwner, Aid: store.AidSolution, AtMS: 20}))
	after := must[store.LabTry](t)(s.AddLabTry(t.Context(), passes(labTry("b", "k2"), 30)))
	same(t, after.Revealed, true)
	same(t, standing(), store.LabStanding{Lesson: leases, Lab: lateOwner, Tries: 2, Passed: true, Revealed: true, PassedMS: 30, LastMS: 30})
	same(t, must[map[string]store.Standing](t)(s.Standings(t.Context(), ann))[leases],
		store.Standing{LabsTried: []string{lateOwner}, LabsPassed: []string{lateOwner}, LastMS: 30})

	own := passes(labTry("c", "k3"), 5)
	own.LearnerID, own.Revealed = bob, true
	same(t, must[store.LabTry](t)(s.AddLabTry(t.Context(), own)).Revealed, false) // bob saw no solution
	same(t, must[[]store.LabStanding](t)(s.LabStandings(t.Context(), bob))[0].Revealed, false)
}

func labDrafts(t *testing.T, s store.Store) {
	d := store.LabDraft{LearnerID: ann, Lesson: leases, Lab: lateOwner, Text: `{"claim":"U"}`, AtMS: 10}
	_, err := s.LabDraft(t.Context(), ann, leases, lateOwner)
	wantErr(t, err, store.ErrNotFound)
	first := must[store.LabDraft](t)(s.SaveLabDraft(t.Context(), d, 0))
	same(t, first.Revision, 1)
	same(t, must[store.LabDraft](t)(s.SaveLabDraft(t.Context(), d, 7)), first) // the same text is no conflict
	next := d
	next.Text, next.AtMS = `{"claim":"UP"}`, 20
	second := must[store.LabDraft](t)(s.SaveLabDraft(t.Context(), next, 1))
	same(t, second.Revision, 2)
	late := d
	late.Text = `{"claim":"other"}`
	for _, base := range []int64{0, 1, 3} {
		newest, err := s.SaveLabDraft(t.Context(), late, base)
		wantErr(t, err, store.ErrStale)
		same(t, newest, second)
	}
	same(t, must[store.LabDraft](t)(s.LabDraft(t.Context(), ann, leases, lateOwner)), second)
}

func labsClaimed(t *testing.T, s store.Store) {
	must[store.LabTry](t)(s.AddLabTry(t.Context(), passes(labTry("a", "k"), 30)))
	check(t, s.AddLabAid(t.Context(), store.LabAid{LearnerID: ann, Lesson: leases, Lab: lateOwner, Aid: "hint-1", AtMS: 5}))
	must[store.LabDraft](t)(s.SaveLabDraft(t.Context(), store.LabDraft{LearnerID: ann, Lesson: leases, Lab: lateOwner, Text: "newer", AtMS: 40}, 0))
	must[store.LabDraft](t)(s.SaveLabDraft(t.Context(), store.LabDraft{LearnerID: own(sam), Lesson: leases, Lab: lateOwner, Text: "older", AtMS: 20}, 0))
	same(t, must[store.Work](t)(s.Work(t.Context(), ann)), store.Work{Labs: 1, LastMS: 30})
	check(t, s.Claim(t.Context(), ann, sam, 50))

	want := store.LabStanding{Lesson: leases, Lab: lateOwner, Tries: 1, Passed: true, PassedMS: 30, LastMS: 30}
	same(t, must[[]store.LabStanding](t)(s.LabStandings(t.Context(), own(sam))), []store.LabStanding{want})
	same(t, must[store.LabDraft](t)(s.LabDraft(t.Context(), own(sam), leases, lateOwner)).Text, "newer")
	same(t, len(must[[]store.LabAid](t)(s.LabAids(t.Context(), own(sam), leases, lateOwner))), 1)
	same(t, must[map[string][]store.LabStanding](t)(s.LabStandingsOf(t.Context(), byIda, first)), map[string][]store.LabStanding{own(sam): {want}})
	_, err := s.LabStandingsOf(t.Context(), bySam, first)
	wantErr(t, err, store.ErrNotFound)
	d := must[store.Dossier](t)(s.Dossier(t.Context(), bySam, sam))
	same(t, []int{len(d.Labs), len(d.LabDrafts)}, []int{1, 1})
}
