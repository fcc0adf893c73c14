package demo

import (
	"cmp"
	"context"
	"slices"
	"time"

	"fencepost/store"
)

// story is what happens, before any of it is written.
type story struct {
	Options
	chance
	school   *school
	courses  []*course
	students []*student
	handedIn []*handed
	last     []event // what instructors did at the end
	counts   Told
}

// student is one of the class with what they do, in no order.
type student struct {
	chance
	practice chance // of labs
	store.Person
	skill, zeal float64 // [0,1]
	hour        time.Duration
	events      []event
	texts       int
}

func newStory(o Options, courses []*course) *story {
	s := &story{Options: o, chance: of(o.Seed, 2), courses: courses, school: newSchool(o, courses)}
	for i, p := range s.school.students {
		by := of(o.Seed, uint64(1000+i))
		s.students = append(s.students, &student{
			chance: by, practice: of(o.Seed, uint64(2_000_000+i)), Person: p, skill: by.near(0.6, 0.22), zeal: by.near(0.85, 0.2), hour: by.between(9*time.Hour, 21*time.Hour),
		})
	}
	return s
}

// tell makes up the story. Where the class is large, somebody has not begun
// and somebody read and went no further, as in any class.
func (s *story) tell() {
	for _, p := range s.shares() {
		s.study(p)
	}
	s.ending()
}

// part is what one student does in one lesson.
type part struct {
	*student
	*course
	texts int
}

// shares divides the explanations among students and lessons: one each for who
// takes part, and what is left by chance, to the keen more often.
func (s *story) shares() []part {
	var parts []part
	idle := min(2, len(s.students)/10)
	for _, c := range s.courses {
		for _, st := range s.students[idle:] {
			if st.hits(0.3 + 0.7*st.zeal) {
				parts = append(parts, part{st, c, 1})
			}
		}
	}
	if len(parts) == 0 {
		parts = append(parts, part{s.students[len(s.students)-1], s.courses[0], 1})
	}
	for left := s.Explanations - len(parts); left > 0; {
		if i := s.IntN(len(parts)); s.hits(parts[i].zeal) {
			parts[i].texts++
			left--
		}
	}
	for i := s.Explanations; i < len(parts); i++ {
		parts[i].texts = 0
	}
	if idle > 1 {
		parts = append(parts, part{s.students[1], s.courses[0], 0})
	}
	return parts
}

// do adds what a student does.
func (st *student) do(at time.Time, f func(ctx context.Context, db Store) error) {
	st.events = append(st.events, event{at, f})
}

// study has a student take a lesson: a session, reading with the questions on
// the way, then the explanations.
func (s *story) study(p part) {
	span := p.due.Sub(p.opens)
	at := p.opens.Add(p.student.between(0, span*8/10)).Truncate(day).Add(p.hour + p.student.between(0, 90*time.Minute))
	if latest := s.Until.Add(-6 * time.Hour); at.After(latest) {
		at = latest.Add(-p.student.between(0, 2*day))
	}
	s.visit(p.student, at)
	stop := len(p.lesson.Steps)
	if p.texts == 0 {
		stop = 1 + p.student.IntN(stop)
	}
	for _, step := range p.lesson.Steps[:stop] {
		at = at.Add(p.student.between(40*time.Second, 4*time.Minute))
		s.read(p, step.ID, at)
		at = s.answerStep(p, step, at)
	}
	s.explain(p, at)
}

// visit is a sign-in, for the log.
func (s *story) visit(st *student, at time.Time) {
	entry := store.Entry{
		ID: st.id(at), ActorID: st.Person.ID, Action: "session.open", Object: st.Person.ID, Detail: []byte(`{"by":"password"}`), AtMS: at.UnixMilli(),
	}
	st.do(at, func(ctx context.Context, db Store) error { return db.AddEntry(ctx, entry) })
}

func (s *story) read(p part, step string, at time.Time) {
	p.do(at, func(ctx context.Context, db Store) error {
		return db.MarkRead(ctx, p.LearnerID, p.lesson.Slug, step, at.UnixMilli())
	})
}

// told sums the story up.
func (s *story) told() Told {
	t := s.counts
	t.Cohort, t.From = s.school.cohort.Name, s.school.began
	t.Instructors, t.Admin, t.Students = s.school.instructors, s.school.admin, len(s.students)
	for _, c := range s.courses {
		t.Lessons = append(t.Lessons, c.lesson.Title)
	}
	t.Student = slices.MaxFunc(s.students, func(a, b *student) int { return cmp.Compare(a.texts, b.texts) }).Person
	return t
}
