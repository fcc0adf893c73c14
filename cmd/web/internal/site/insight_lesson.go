package site

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// lessonBoard is how a cohort did in one lesson.
type lessonBoard struct {
	*board
	lesson    *lessons.Lesson
	coverage  []store.ItemCount
	options   []store.OptionCount
	until     []store.UntilRight
	agreement []store.Agreement
}

// insightLessonPage shows the charts of one lesson.
func (s *Site) insightLessonPage(c echo.Context) error {
	m, err := s.cohort(c, auth.SeeInsight)
	if err != nil {
		return err
	}
	l, err := s.edition(c).lesson(c.Param("concept"))
	if err != nil {
		return err
	}
	b, err := s.board(c, m)
	if err != nil {
		return err
	}
	lb := lessonBoard{board: b, lesson: l}
	if err := lb.read(c); err != nil {
		return err
	}
	v := lb.view()
	if s.may(c, auth.ExportCohort, auth.Object{Cohorts: []string{m.ID}}) == nil {
		v.Export = b.exportForm(l)
	}
	return s.page(c, http.StatusOK, keepNowhere, views.InsightLessonPage(v))
}

// read asks the store for everything that is counted.
func (b *lessonBoard) read(c echo.Context) (err error) {
	ctx, sc := c.Request().Context(), b.scope(c)
	if b.coverage, err = b.store.Coverage(ctx, sc, b.cohort.ID, b.lesson.Slug); err != nil {
		return fmt.Errorf("count verdicts: %w", err)
	}
	if b.options, err = b.store.Options(ctx, sc, b.cohort.ID, b.lesson.Slug); err != nil {
		return fmt.Errorf("count answers: %w", err)
	}
	if b.until, err = b.store.AttemptsUntilRight(ctx, sc, b.cohort.ID, b.lesson.Slug); err != nil {
		return fmt.Errorf("count attempts: %w", err)
	}
	if b.agreement, err = b.store.Agreements(ctx, sc, b.cohort.ID, b.lesson.Slug); err != nil {
		return fmt.Errorf("compare scorer and people: %w", err)
	}
	return nil
}

func (b *lessonBoard) view() views.InsightLesson {
	begun, explained := b.begun()
	v := views.InsightLesson{
		Chrome: views.Chrome{Title: b.lesson.Title + ", " + b.cohort.Name, Nav: "cohorts", Noindex: true},
		Cohort: views.Link{Text: "How " + b.cohort.Name + " is doing", Href: b.insight(b.cohort.ID, boardAsk{hidden: b.asked.hidden}.query())},
		Title:  b.lesson.Title, Lesson: b.links.lesson(b.lesson.Slug), Desk: b.teach(b.deskFor("lesson", b.lesson.Slug)),
		Line: fmt.Sprintf("Of %d %s, %d began and %d explained.", len(b.matrix.Students), plural(len(b.matrix.Students), "student", "students"), begun, explained),
	}
	if b.lesson.Rubric != nil {
		v.Charts = append(v.Charts, b.pointChart(), b.mixupChart())
	}
	v.Charts = append(v.Charts, b.optionChart(), b.untilChart())
	if len(b.lesson.Predicts()) > 0 {
		v.Charts = append(v.Charts, b.predictionChart())
	}
	if b.lesson.Rubric != nil {
		v.Charts = append(v.Charts, b.agreementChart())
	}
	return v
}

// begun counts the students who did anything in the lesson, and those who
// explained it.
func (b *lessonBoard) begun() (begun, explained int) {
	for _, st := range b.matrix.Students {
		if cell, ok := b.matrix.Cells[st.LearnerID][b.lesson.Slug]; ok {
			begun++
			explained += count(cell.Explanations > 0)
		}
	}
	return begun, explained
}

// itemDesk is the queue with the answers that have a verdict on an item.
func (b *lessonBoard) itemDesk(item, verdict string) string {
	return b.teach(b.deskFor("lesson", b.lesson.Slug, "point", item, "verdict", verdict))
}

// stack lays parts of a whole beside each other; what is 0 is left out.
func stack(whole int, kinds []string, counts []int) []views.ChartBar {
	var out []views.ChartBar
	at := 0
	for i, n := range counts {
		if n > 0 {
			out = append(out, views.ChartBar{Kind: kinds[i], X: breadth(at, whole), W: breadth(n, whole)})
		}
		at += n
	}
	return out
}

// breadth is a part of a whole as SVG takes it.
func breadth(part, whole int) string {
	return strconv.FormatFloat(100*portion(part, whole), 'f', 2, 64) + "%"
}

// outOf says "7 of 12".
func outOf(part, whole int) string { return digits(part) + " of " + digits(whole) }

func cellText(text string) views.ChartCell { return views.ChartCell{Text: text} }

func cellInt(n int) views.ChartCell { return views.ChartCell{Text: digits(n)} }
