package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/store/sqlite"
)

const (
	slug       = "leases-and-fencing-tokens"
	lessonPath = "/concepts/" + slug
	classSize  = 200 // students in a cohort
)

// student is somebody who is signed in.
type student struct {
	learner, person, token string
}

// cookie is the header by which the site knows them.
func (s student) cookie(base *url.URL) string {
	c := auth.NewJar(base).ForSession(s.token)
	return (&http.Cookie{Name: c.Name, Value: c.Value}).String()
}

// makeClass fills the database of a folder with n students in cohorts who signed
// in a moment ago. The first so many have made progress in the lesson.
func makeClass(ctx context.Context, dir string, n, begun int) (class []student, err error) {
	db, err := sqlite.Open(ctx, filepath.Join(dir, "fencepost.db"))
	if err != nil {
		return nil, err
	}
	defer func() {
		if failed := db.Close(); err == nil {
			err = failed
		}
	}()
	teacher := store.Person{ID: "teacher", LearnerID: "learner-teacher", Name: "T", Role: store.RoleInstructor}
	if err := db.AddPerson(ctx, teacher); err != nil {
		return nil, err
	}
	for i := 0; i < n; i += classSize {
		c := store.Cohort{ID: cohortOf(i), Name: "Class", Zone: "UTC"}
		if err := db.AddCohort(ctx, store.ScopeOf(teacher), c); err != nil {
			return nil, err
		}
	}
	class = make([]student, n)
	err = each(n, func(i int) (err error) {
		class[i], err = signUp(ctx, db, store.ScopeOf(teacher), i)
		if err == nil && i < begun {
			err = progress(ctx, db, class[i])
		}
		return err
	})
	return class, err
}

func cohortOf(i int) string { return fmt.Sprintf("cohort-%d", i/classSize) }

// each calls f for 0 to n-1, many at once, and tells the first error.
func each(n int, f func(i int) error) (first error) {
	var end sync.WaitGroup
	var once sync.Once
	const hands = 64
	for hand := range hands {
		end.Go(func() {
			for i := hand; i < n; i += hands {
				if err := f(i); err != nil {
					once.Do(func() { first = err })
					return
				}
			}
		})
	}
	end.Wait()
	return first
}

// signUp stores an account, its place in a cohort and a session.
func signUp(ctx context.Context, db *sqlite.DB, teacher store.Scope, i int) (student, error) {
	s := student{learner: fmt.Sprintf("learner-%05d", i), person: fmt.Sprintf("person-%05d", i), token: auth.NewToken()}
	at := time.Now().UnixMilli()
	err := db.AddPerson(ctx, store.Person{
		ID: s.person, LearnerID: s.learner, Email: fmt.Sprintf("s%d@school.example", i),
		Name: fmt.Sprintf("Student %d", i), Role: store.RoleStudent, CreatedMS: at,
	})
	if err != nil {
		return s, err
	}
	err = db.SetMember(ctx, teacher, store.Member{
		CohortID: cohortOf(i), PersonID: s.person, Role: store.MemberStudent, State: store.MemberActive, SinceMS: at,
	})
	if err != nil {
		return s, err
	}
	hash, _ := auth.HashToken(s.token)
	return s, db.AddSession(ctx, store.Session{
		ID: fmt.Sprintf("session-%05d", i), TokenHash: hash, PersonID: s.person, CreatedMS: at, SeenMS: at, UserAgent: "bench",
	})
}

// progress leaves what half a lesson leaves: steps read, a check answered twice
// and a draft begun.
func progress(ctx context.Context, db *sqlite.DB, s student) error {
	for i, step := range []string{"slow-or-dead", "lease", "try-it", "fencing"} {
		if err := db.MarkRead(ctx, s.learner, slug, step, int64(i+1)); err != nil {
			return err
		}
	}
	for i, option := range []string{"service-blocks", "pause-after-check"} {
		answer, err := json.Marshal(lessons.Answer{Options: []string{option}})
		if err != nil {
			return err
		}
		_, err = db.AddAttempt(ctx, store.Attempt{
			ID: fmt.Sprintf("%s-%d", s.learner, i), LearnerID: s.learner, Key: fmt.Sprint(i), Lesson: slug,
			Item: "self-fencing", Answer: answer, Right: i == 1, AtMS: int64(i + 1),
		})
		if err != nil {
			return err
		}
	}
	_, err := db.SaveDraft(ctx, s.learner, slug, "A lease is a lock that ends by itself, and so", 0, 1)
	return err
}
