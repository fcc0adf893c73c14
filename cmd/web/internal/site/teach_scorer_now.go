package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// mostPublications is how many of the past are listed.
const mostPublications = 20

// standing is how things stand with the scorer of one lesson.
type standing struct {
	own       *training // of the content
	now       *training // in force
	pubs      []store.Publication
	candidate *store.Scorer
	waiting   store.Waiting
	stored    int
}

func (s *Site) standing(ctx context.Context, own *training) (d standing, err error) {
	slug := own.lesson.Slug
	defer func() {
		if err != nil {
			err = fmt.Errorf("how the scorer of %s stands: %w", slug, err)
		}
	}()
	d.own = own
	if d.pubs, err = s.store.Publications(ctx, slug, mostPublications); err != nil {
		return d, err
	}
	before := store.Scorer{Lesson: slug, Rubric: own.lesson.Rubric.Version}
	if len(d.pubs) > 0 {
		before = d.pubs[0].Scorer
	}
	if d.now, err = s.trainingOf(ctx, own, before); err != nil {
		return d, err
	}
	if d.waiting, err = s.store.Waiting(ctx, before); err != nil {
		return d, err
	}
	if d.stored, err = s.store.CountStored(ctx, slug); err != nil {
		return d, err
	}
	c, err := s.store.Candidate(ctx, slug)
	if isNotFound(err) {
		return d, nil
	}
	d.candidate = &c
	return d, err
}

// inForce is the id of the scorer in force; "" where none is recorded.
func (d standing) inForce() string {
	if len(d.pubs) == 0 {
		return ""
	}
	return d.pubs[0].Scorer.ID
}

// edited says whether the content has another rubric than the one in force.
func (d standing) edited() bool {
	return len(d.pubs) > 0 && d.pubs[0].Scorer.Rubric != d.own.lesson.Rubric.Version
}

// newer says whether the program scores otherwise than the one that tried what
// is in force: its version begins with that of the code.
func (d standing) newer() bool {
	if len(d.pubs) == 0 || d.pubs[0].Scorer.Version == "" || d.now.version() == "" {
		return false
	}
	was, _, _ := strings.Cut(d.pubs[0].Scorer.Version, "-")
	is, _, _ := strings.Cut(d.now.version(), "-")
	return was != is
}

// news says whether there is anything to try.
func (d standing) news() bool {
	return d.edited() || d.newer() || d.waiting.Marks > 0 || d.waiting.Taken > 0
}

// newsWords say what the scorer in force does not know.
func (d standing) newsWords() []string {
	var out []string
	if d.edited() {
		out = append(out, "The rubric or its samples were edited since.")
	}
	if n := d.waiting.Marks; n > 0 {
		out = append(out, fmt.Sprintf("%s marked since, and it has not learnt from %s.",
			howMany(n, "answer was", "answers were"), plural(n, "that", "those")))
	}
	if n := d.waiting.Taken; n > 0 {
		out = append(out, fmt.Sprintf("%s that it learnt from %s taken back since.", howMany(n, "review", "reviews"), plural(n, "was", "were")))
	}
	return out
}

func (s *Site) scorerRow(d standing) views.ScorerRow {
	l, samples, marks := d.own.lesson, d.now.authored(), len(d.now.learnt)
	r := views.ScorerRow{
		Lesson: views.Link{Text: l.Title, Href: s.scorer(l.Slug)},
		Now: fmt.Sprintf("Learnt from %s and %s; %s stored.", howMany(samples, "sample", "samples"),
			howMany(marks, "mark", "marks"), howMany(d.stored, "answer", "answers")),
		News: d.newsWords(),
	}
	switch {
	case d.candidate == nil:
	case d.candidate.State == store.ScorerTrying:
		r.News = append(r.News, "A candidate is being tried.")
	default:
		r.News = append(r.News, "A candidate waits for a decision.")
	}
	return r
}

// scorerNow says what is in force.
func (s *Site) scorerNow(c echo.Context, d standing) views.ScorerNow {
	ctx, l := c.Request().Context(), d.now.lesson
	v := views.ScorerNow{Agreement: s.agreementOn(ctx, s.edition(c), l.Slug)}
	version := d.now.version()
	if version == "" {
		version = "being made"
	}
	v.Facts = []views.ScorerFact{
		{Name: "Version", Text: version},
		{Name: "Rubric", Text: short(l.Rubric.Version)},
		{Name: "Samples", Text: fmt.Sprint(d.now.authored())},
		{Name: "Answers marked by people that it learnt from", Text: fmt.Sprint(len(d.now.learnt))},
	}
	if len(d.pubs) > 0 {
		p := d.pubs[0]
		at := moment(p.AtMS)
		v.Since, v.By = &at, s.publisher(ctx, p.ByID)
		if !p.Finished {
			v.Adopting = "Stored answers are being scored by it. Those that were not reached yet still show the score before."
		}
	}
	if d.newer() {
		v.Engine = "The program was renewed since this was published, and it now scores new answers in its newer way. Stored answers keep their scores until you publish again."
	}
	return v
}

// publisher names a person for those who may publish.
func (s *Site) publisher(ctx context.Context, id string) string {
	if id == "" {
		return "by the program, as the lesson came"
	}
	p, err := s.store.Person(ctx, id)
	if err != nil || p.Name == "" {
		return "by somebody whose account is gone"
	}
	return "by " + p.Name
}

// short is the beginning of a version, enough to tell it from others.
func short(version string) string { return version[:min(len(version), 12)] }
