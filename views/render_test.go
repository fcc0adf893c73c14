package views_test

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/a-h/templ"

	"fencepost/static"
	"fencepost/views"
)

var out = flag.String("out", "", "write the stories and the static files into this folder")

// stories are the pages by the name of their state.
func stories() map[string]templ.Component {
	out := lessonStories()
	maps.Copy(out, peopleStories())
	return out
}

// lessonStories are the pages of those who learn.
func lessonStories() map[string]templ.Component {
	return map[string]templ.Component{
		"catalogue":       views.CataloguePage(catalogue()),
		"glossary":        views.GlossaryPage(glossaryStory()),
		"no glossary":     views.GlossaryPage(views.Glossary{Chrome: chrome("Glossary", "")}),
		"search":          views.SearchPage(searched()),
		"search in vain":  views.SearchPage(searchedInVain()),
		"catalogue-empty": views.CataloguePage(views.Catalogue{Chrome: chrome("Concepts", "concepts")}),
		"lesson":          views.LessonPage(lesson()),
		"lesson-wrong":    views.LessonPage(lessonAnswered("network", "wrong")),
		"lesson-right":    views.LessonPage(lessonAnswered("pause", "right")),
		"lesson-drafted":  views.LessonPage(drafted()),
		"lesson-refused":  views.LessonPage(refused()),
		"lesson-long":     views.LessonPage(longWords()),
		"lesson-asked":    views.LessonPage(asked()),
		"lesson-came":     views.LessonPage(came()),
		"result":          views.ResultPage(result()),
		"result-run":      views.ResultPage(referring()),
		"result-revealed": views.ResultPage(revealed()),
		"result-pending":  views.ResultPage(pending()),
		"result-gated":    views.ResultPage(gated()),
		"answers":         views.AnswersPage(answers()),
		"me":              views.MePage(me()),
		"me-empty":        views.MePage(views.Me{Chrome: chrome("Your progress", "me"), Total: 7}),
		"answers-empty":   views.AnswersPage(views.Answers{Chrome: chrome("Your answers", "answers")}),
		"scoring":         views.ScoringPage(scoring()),
		"not-found":       views.ProblemPage(notFound()),
		"broken":          views.ProblemPage(broken()),
	}
}

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestStories(t *testing.T) {
	for name, page := range stories() {
		t.Run(name, func(t *testing.T) {
			doc := render(t, page)
			if *out != "" {
				write(t, name+".html", []byte(doc))
			}
		})
	}
	if *out != "" {
		writeStatic(t)
	}
}

func write(t *testing.T, name string, body []byte) {
	t.Helper()
	file := filepath.Join(*out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, body, 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeStatic writes every static file as the handler serves it.
func writeStatic(t *testing.T) {
	t.Helper()
	for _, dir := range []string{"css", "js", "fonts", "img"} {
		names, err := fs.Glob(os.DirFS("../static"), dir+"/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			rec := httptest.NewRecorder()
			static.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, static.Path(name), nil))
			if rec.Code == http.StatusOK {
				write(t, static.Path(name), rec.Body.Bytes())
			}
		}
	}
}
