package demo

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fencepost/content"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/store/sqlite"
)

// until is when the stories of these tests end.
var until = time.Date(2026, 11, 29, 21, 0, 0, 0, time.UTC)

// lesson is one of the lessons built in, with its first n samples.
func lesson(t *testing.T, n int) []*lessons.Lesson {
	t.Helper()
	lib, problems := lessons.Load(content.FS)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	l, ok := lib.Lesson("leases-and-fencing-tokens")
	if !ok {
		t.Fatal("no lesson on leases")
	}
	short := *l
	all := l.Samples.Get()
	short.Samples = lessons.Now(all[:min(n, len(all))])
	short.Fitted = lessons.Now[[]byte](nil) // which learnt from all of them
	return []*lessons.Lesson{&short}
}

func memory(t *testing.T) *sqlite.DB {
	t.Helper()
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// filled is a database with a story in it.
func filled(t *testing.T, o Options, samples int) (*sqlite.DB, Told) {
	t.Helper()
	db := memory(t)
	told, err := Fill(t.Context(), db, lesson(t, samples), o)
	if err != nil {
		t.Fatal(err)
	}
	return db, told
}

func rowsOf[T any](t *testing.T, seq iter.Seq2[T, error]) []T {
	t.Helper()
	var out []T
	for row, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// everything is what the administrator of a story may export.
type everything struct {
	Checks       []store.CheckRow
	Explanations []store.ExplanationRow
	Reviews      []store.ReviewRow
	Labs         map[string][]store.LabStanding
	Recalls      []store.RecallCard
}

func export(t *testing.T, db *sqlite.DB, told Told) (e everything) {
	t.Helper()
	sc := store.ScopeOf(told.Admin)
	e.Checks = rowsOf(t, db.ExportChecks(t.Context(), sc, store.Export{}))
	e.Explanations = rowsOf(t, db.ExportExplanations(t.Context(), sc, store.Export{}))
	e.Reviews = rowsOf(t, db.ExportReviews(t.Context(), sc, store.Export{}))
	cohorts, err := db.Cohorts(t.Context(), sc, store.Page{N: 2})
	if err != nil || len(cohorts.Rows) != 1 {
		t.Fatalf("%d cohorts: %v", len(cohorts.Rows), err)
	}
	cohort := cohorts.Rows[0].Cohort.ID
	if e.Labs, err = db.LabStandingsOf(t.Context(), sc, cohort); err != nil {
		t.Fatal(err)
	}
	if e.Recalls, err = db.RecallCardsOf(t.Context(), sc, cohort); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTheSameSeedMakesTheSameRows(t *testing.T) {
	o := Options{Seed: 7, Students: 6, Explanations: 20, Weeks: 3, Until: until, PasswordHash: "x"}
	first, told := filled(t, o, 120)
	second, again := filled(t, o, 120)
	if diff := cmp.Diff(told, again); diff != "" {
		t.Errorf("the same seed is told otherwise (-first +second):\n%s", diff)
	}
	was := export(t, first, told)
	if diff := cmp.Diff(was, export(t, second, again)); diff != "" {
		t.Errorf("the same seed is stored otherwise (-first +second):\n%s", diff)
	}
	o.Seed = 8
	other, told := filled(t, o, 120)
	if cmp.Equal(was, export(t, other, told)) {
		t.Error("another seed made the same rows")
	}
}

func TestAStoryIsNotWrittenTwice(t *testing.T) {
	o := Options{Seed: 7, Students: 2, Explanations: 2, Weeks: 1, Until: until, PasswordHash: "x"}
	db, _ := filled(t, o, 60)
	if _, err := Fill(t.Context(), db, lesson(t, 60), o); !errors.Is(err, ErrThere) {
		t.Errorf("a second time: %v, want ErrThere", err)
	}
}

func TestNoStoryWithoutSamples(t *testing.T) {
	list := lesson(t, 0)
	_, err := Fill(t.Context(), memory(t), list, Options{Students: 2, Explanations: 2, Weeks: 1, Until: until})
	if !errors.Is(err, ErrNoLessons) {
		t.Errorf("without samples: %v, want ErrNoLessons", err)
	}
}

func TestScoresAreTheScorers(t *testing.T) {
	list := lesson(t, 120)
	db := memory(t)
	told, err := Fill(t.Context(), db, list, Options{Seed: 3, Students: 5, Explanations: 25, Weeks: 2, Until: until, PasswordHash: "x"})
	if err != nil {
		t.Fatal(err)
	}
	scorer, err := grade.Train(list[0].Rubric, list[0].Samples.Get(), grade.PageText(list[0]))
	if err != nil {
		t.Fatal(err)
	}
	rows := export(t, db, told).Explanations
	if len(rows) != 25 {
		t.Fatalf("%d explanations, want 25", len(rows))
	}
	for _, r := range rows {
		want := scoreOf(of(0, 0), r.Explanation.ID, account{text: r.Text, result: scorer.Score(r.Text)}, until)
		if r.Score == nil || string(r.Score.Result) != string(want.Result) || r.Score.Wording != grade.Wording(r.Text) {
			t.Errorf("the score of %q is not what the scorer says", r.Text)
		}
	}
}

// within says whether a moment is part of a story.
func within(told Told, ms int64) bool {
	return ms >= told.From.UnixMilli() && ms <= until.UnixMilli()
}

func TestTimesFollowEachOther(t *testing.T) {
	db, told := filled(t, Options{Seed: 5, Students: 12, Explanations: 60, Weeks: 4, Until: until, PasswordHash: "x"}, 200)
	all := export(t, db, told)
	handed := map[string]int64{}
	for _, e := range all.Explanations {
		handed[e.Explanation.ID] = e.Explanation.AtMS
		if !within(told, e.Explanation.AtMS) {
			t.Errorf("an explanation of %s", time.UnixMilli(e.Explanation.AtMS))
		}
	}
	for _, c := range all.Checks {
		if !within(told, c.Attempt.AtMS) {
			t.Errorf("an answer of %s", time.UnixMilli(c.Attempt.AtMS))
		}
	}
	for _, r := range all.Reviews {
		if !within(told, r.AtMS) || r.AtMS <= handed[r.ExplanationID] {
			t.Errorf("a review of %s of what was handed in at %s", time.UnixMilli(r.AtMS), time.UnixMilli(handed[r.ExplanationID]))
		}
	}
}

// watched is a store that notes the times of what is stored, in that order.
type watched struct {
	*sqlite.DB
	mu sync.Mutex
	at map[string][]int64
}

func (w *watched) note(what string, atMS int64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.at[what] = append(w.at[what], atMS)
	}
}

func (w *watched) AddAttempt(ctx context.Context, a store.Attempt) (store.Attempt, error) {
	kept, err := w.DB.AddAttempt(ctx, a)
	w.note("answers", a.AtMS, err)
	return kept, err
}

func (w *watched) AddExplanation(ctx context.Context, e store.Explanation) (store.Explanation, error) {
	kept, err := w.DB.AddExplanation(ctx, e)
	w.note("explanations", e.AtMS, err)
	return kept, err
}

func (w *watched) AddLabTry(ctx context.Context, t store.LabTry) (store.LabTry, error) {
	kept, err := w.DB.AddLabTry(ctx, t)
	w.note("tries at labs", t.AtMS, err)
	return kept, err
}

// What is listed by when it was stored, everybody's and not one student's alone,
// is listed by when it happened.
func TestWhatHappenedIsStoredInItsOrder(t *testing.T) {
	db := &watched{DB: memory(t), at: map[string][]int64{}}
	told, err := Fill(t.Context(), db, lesson(t, 200), Options{Seed: 5, Students: 12, Explanations: 60, Weeks: 4, Until: until, PasswordHash: "x"})
	if err != nil {
		t.Fatal(err)
	}
	for page := (store.Page{N: 500}); ; {
		list, err := db.Entries(t.Context(), store.ScopeOf(told.Admin), "session.open", page)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list.Rows {
			db.at["sign-ins of the log"] = append(db.at["sign-ins of the log"], -e.AtMS) // the newest come first
		}
		if page.After = list.Next; page.After == "" {
			break
		}
	}
	for _, what := range []string{"answers", "explanations", "tries at labs", "sign-ins of the log"} {
		if at := db.at[what]; len(at) < 10 || !slices.IsSorted(at) {
			t.Errorf("%d %s are not stored in the order of their times", len(at), what)
		}
	}
}

// A class has tried labs and solved some, reviewed things and left things due, so
// that nobody who looks around in it meets an empty column.
func TestAClassPractisesAndReviews(t *testing.T) {
	db, told := filled(t, Options{Seed: 7, Students: 6, Explanations: 20, Weeks: 3, Until: until, PasswordHash: "x"}, 120)
	e := export(t, db, told)
	tries, passed := 0, 0
	for _, labs := range e.Labs {
		for _, l := range labs {
			tries += l.Tries
			if l.Passed {
				passed++
			}
		}
	}
	if tries != told.LabTries || passed == 0 || passed == len(e.Labs)*2 {
		t.Errorf("%d tries, told %d; %d solved", tries, told.LabTries, passed)
	}
	reps, due := 0, 0
	for _, c := range e.Recalls {
		reps += c.Reps
		if c.DueMS <= until.UnixMilli() {
			due++
		}
		if c.LastMS > until.UnixMilli() {
			t.Errorf("%s was reviewed after the story's end", c.Item)
		}
	}
	if reps == 0 || reps != told.Recalls || due == 0 {
		t.Errorf("%d reviews, told %d; %d due", reps, told.Recalls, due)
	}
}
