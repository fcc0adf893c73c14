package demo

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"fencepost/cmd/web/internal/figure"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// course is one lesson as a class takes it.
type course struct {
	chance
	lesson     *lessons.Lesson
	scorer     *grade.Scorer
	stages     []*figure.Stage
	opens, due time.Time
	pool       []lessons.Sample // that nobody has handed in yet
	bank       []store.Comment
	labs       map[string][]labAnswer // by lab
	said       map[string][]string    // by point: sentences that surely make it
	heard      []account              // first ones, which others may have heard of
}

// coursesOf are the lessons that have samples, in the order of the list.
func coursesOf(ctx context.Context, list []*lessons.Lesson, seed uint64) ([]*course, error) {
	var out []*course
	for _, l := range list {
		if l.Rubric != nil && len(l.Samples.Get()) > 0 {
			out = append(out, &course{lesson: l, chance: of(seed, uint64(100+len(out)))})
		}
	}
	if len(out) == 0 {
		return nil, ErrNoLessons
	}
	group, _ := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, c := range out {
		group.Go(c.prepare)
	}
	return out, group.Wait()
}

// prepare makes the scorer and shuffles the samples.
func (c *course) prepare() error {
	var err error
	l := c.lesson
	if c.scorer, err = grade.Of(l); err != nil {
		return fmt.Errorf("make the scorer of %s: %w", l.Slug, err)
	}
	if c.stages, err = figure.Prepare(l, "/concepts/"+l.Slug); err != nil {
		return fmt.Errorf("stage %s: %w", l.Slug, err)
	}
	for _, s := range l.Samples.Get() {
		if c.fits(s.Text) {
			c.pool = append(c.pool, s)
		}
	}
	c.Shuffle(len(c.pool), func(i, j int) { c.pool[i], c.pool[j] = c.pool[j], c.pool[i] })
	c.fillBank()
	return c.runLabs()
}

// fits says whether the lesson's form takes a text.
func (c *course) fits(text string) bool {
	n := utf8.RuneCountInString(text)
	return n >= c.lesson.Rubric.MinChars && n <= c.lesson.Rubric.MaxChars
}

// fillBank is what instructors have at hand to say: the hint of each point and
// a few words for the lesson as a whole.
func (c *course) fillBank() {
	at := time.UnixMilli(0)
	add := func(item, text string) {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			c.bank = append(c.bank, store.Comment{ID: c.id(at), Lesson: c.lesson.Slug, Item: item, Text: text})
		}
	}
	for _, p := range c.lesson.Rubric.Points {
		add(p.ID, p.Hint)
	}
	for _, text := range generalComments() {
		add("", text)
	}
}

func generalComments() []string {
	return []string{
		"Clear, and in your own words. Thank you.",
		"You name the parts. Now say what each one does in the run that goes wrong.",
		"Give one example with times: who believes what at that moment?",
	}
}

// fresh takes the sample out of the pool whose quality is nearest to what is
// wanted, of some that come up.
func (c *course) fresh(quality float64) (lessons.Sample, bool) {
	const looked = 8
	best := -1
	for i := range min(looked, len(c.pool)) {
		if best < 0 || distance(quality, share(c.pool[i])) < distance(quality, share(c.pool[best])) {
			best = i
		}
	}
	if best < 0 {
		return lessons.Sample{}, false
	}
	s := c.pool[best]
	c.pool = slices.Delete(c.pool, best, best+1)
	return s, true
}

func distance(a, b float64) float64 { return max(a-b, b-a) }

// share is how many of the points a sample makes, in [0,1].
func share(s lessons.Sample) float64 {
	n := 0
	for _, v := range s.Points {
		n += v
	}
	return float64(n) / float64(max(len(s.Points), 1))
}
