package demo

import (
	"context"
	"fmt"
	"time"

	"fencepost/store"
)

// school is who there is: one cohort and its people.
type school struct {
	chance
	until       time.Time
	began       time.Time
	admin       store.Person
	instructors []store.Person
	students    []store.Person
	late        store.Person
	cohort      store.Cohort
	code        store.Code
	assigned    []store.Assignment
	bank        []store.Comment
}

func newSchool(o Options, courses []*course) *school {
	s := &school{chance: of(o.Seed, 1), until: o.Until, began: o.Until.Add(-time.Duration(o.Weeks) * week)}
	s.admin = s.person(adminName(), store.RoleAdmin, o.PasswordHash)
	for _, n := range instructorNames() {
		s.instructors = append(s.instructors, s.person(n, store.RoleInstructor, o.PasswordHash))
	}
	for _, n := range studentNames()[:o.Students] {
		s.students = append(s.students, s.person(n, store.RoleStudent, o.PasswordHash))
	}
	s.late = s.person(lateName(), store.RoleStudent, o.PasswordHash)
	at := s.began
	s.cohort = store.Cohort{
		ID: s.id(at), Name: "Distributed systems", Term: fmt.Sprintf("Demo, from %s", at.Format("January 2006")),
		Zone: "Europe/Berlin", CreatedMS: at.UnixMilli(),
	}
	s.code = store.Code{
		Code: joinCode(s.chance), CohortID: s.cohort.ID, Approval: true, MadeBy: s.instructors[0].ID, CreatedMS: at.UnixMilli(),
	}
	s.assign(courses, o.Weeks)
	for _, c := range courses {
		s.bank = append(s.bank, c.bank...)
	}
	return s
}

func (s *school) person(n name, role store.Role, phc string) store.Person {
	return store.Person{
		ID: s.id(s.began), LearnerID: s.id(s.began), Name: n.written, Email: n.address(),
		Role: role, PasswordHash: phc, CreatedMS: s.began.UnixMilli(),
	}
}

// joinCode is a code as the site makes them: ten characters of 32 kinds.
func joinCode(c chance) string {
	const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	out := make([]byte, 10)
	for i := range out {
		out[i] = signs[c.IntN(len(signs))]
	}
	return string(out)
}

// assign gives each lesson its part of the weeks; the last one is due soon.
func (s *school) assign(courses []*course, weeks int) {
	for i, c := range courses {
		c.opens = s.began.Add(time.Duration(i) * time.Duration(weeks) * week / time.Duration(len(courses)))
		due := s.began.Add(time.Duration(i+1)*time.Duration(weeks)*week/time.Duration(len(courses)) + 2*day)
		c.due = due.Truncate(day).Add(21 * time.Hour)
		s.assigned = append(s.assigned, store.Assignment{
			CohortID: s.cohort.ID, Lesson: c.lesson.Slug, DueMS: c.due.UnixMilli(), AtMS: s.began.UnixMilli(),
		})
	}
}

// write stores the cohort with its people.
func (s *school) write(ctx context.Context, db Store) error {
	for _, p := range append([]store.Person{s.admin}, s.instructors...) {
		if err := db.AddPerson(s.noted(ctx, "", "person.add", p.ID), p); err != nil {
			return err
		}
	}
	lead := s.lead()
	if err := db.AddCohort(s.noted(ctx, s.instructors[0].ID, "cohort.add", s.cohort.ID), lead, s.cohort); err != nil {
		return err
	}
	if err := s.members(ctx, db, lead); err != nil {
		return err
	}
	for _, a := range s.assigned {
		if err := db.Assign(s.noted(ctx, s.instructors[0].ID, "cohort.assign", s.cohort.ID), lead, a); err != nil {
			return err
		}
	}
	return s.comments(ctx, db)
}

// members puts everybody on the roster.
func (s *school) members(ctx context.Context, db Store, lead store.Scope) error {
	at := s.began.UnixMilli()
	var list []store.Enrolment
	for _, p := range s.instructors[1:] {
		list = append(list, store.Enrolment{Person: p, Role: store.MemberInstructor})
	}
	for _, p := range s.students {
		list = append(list, store.Enrolment{Person: p, Role: store.MemberStudent})
	}
	if _, err := db.Enrol(s.noted(ctx, s.instructors[0].ID, "roster.import", s.cohort.ID), lead, s.cohort.ID, list, at, false); err != nil {
		return err
	}
	if err := db.AddCode(s.noted(ctx, s.instructors[0].ID, "cohort.code", s.cohort.ID), lead, s.code); err != nil {
		return err
	}
	late := s.until.Add(-5 * time.Hour)
	if err := db.AddPerson(s.noted(ctx, s.late.ID, "person.add", s.late.ID), s.late); err != nil {
		return err
	}
	_, err := db.Join(ctx, s.code.Code, s.late.ID, late.UnixMilli())
	return err
}

func (s *school) comments(ctx context.Context, db Store) error {
	for i, c := range s.bank {
		who := s.instructors[i%len(s.instructors)]
		if _, err := db.AddComment(ctx, store.ScopeOf(who), c); err != nil {
			return err
		}
	}
	return nil
}

// lead is the scope of who made the cohort.
func (s *school) lead() store.Scope { return store.ScopeOf(s.instructors[0]) }

// noted has the next write stand in the audit log.
func (s *school) noted(ctx context.Context, actor, action, object string) context.Context {
	return store.Audited(ctx, store.Entry{
		ID: s.id(s.began), ActorID: actor, Action: action, Object: object, Detail: []byte("{}"), AtMS: s.began.UnixMilli(),
	})
}
