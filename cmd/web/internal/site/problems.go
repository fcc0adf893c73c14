package site

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/views"
)

// problemTexts are the words of each status. They say what happened, whether
// anything was stored, and what to do.
var problemTexts = map[int]struct{ heading, lede string }{
	http.StatusBadRequest: {
		"This could not be read", "What arrived was not a form as a browser sends it. Nothing was stored.",
	},
	http.StatusForbidden: {
		"Sent from somewhere else", "This was sent by a page of another site, so nothing was stored. Open the lesson here and send it again.",
	},
	http.StatusNotFound: {
		"There is no such page", "The address may be mistyped, or what was here has moved.",
	},
	http.StatusMethodNotAllowed: {
		"This address does not do that", "It is there, but not for this kind of request.",
	},
	http.StatusRequestEntityTooLarge: {
		"That was too much at once", "The most that can be sent in one go is 64\u00a0KB. Nothing was stored; going back shows what you wrote.",
	},
	http.StatusUnsupportedMediaType: {
		"This could not be read", "The server takes forms as browsers send them. Nothing was stored.",
	},
	http.StatusUnprocessableEntity: {
		"This could not be recorded", "Something in it does not fit. Nothing was stored; going back shows what you wrote.",
	},
	http.StatusTooManyRequests: {
		"Too much in too short a time", "Nothing was stored. Wait a moment and send it again.",
	},
	http.StatusInternalServerError: {
		"Something broke here", "It is our fault, not yours, and it was noted. Going back shows what you wrote; sending it again does no harm.",
	},
	http.StatusServiceUnavailable: {
		"The server cannot store anything just now", "Nothing was stored. Go back, keep what you wrote, and send it again in a moment.",
	},
}

// unansweredText is said where the store did not answer somebody who only reads.
const unansweredText = "Nothing is lost, and nothing was to be stored. Load the page again in a moment."

// unanswered are the words for a page that could not be read just now.
func unanswered(p *views.Problem) {
	p.Heading, p.Lede = "The server cannot show this just now", unansweredText
}

// nearby is how many lessons a page about a missing one offers, each at most so
// far from what was asked for: what is less alike than that was not meant.
const nearby, tooFar = 3, 500

// explainMissing says what exactly is not there and leads to what may be meant.
func (s *Site) explainMissing(p *views.Problem, c echo.Context, err error) {
	if p.Status != http.StatusNotFound {
		return
	}
	if errors.Is(err, errLinkGone) || errors.Is(err, auth.ErrLink) {
		p.Heading = "This link opens nothing any more"
		p.Lede = "It was used, has run out, or was replaced by a newer one. Ask whoever gave it to you for another."
		return
	}
	var u *unknown
	if !errors.As(err, &u) {
		u = &unknown{what: "page", id: c.Request().URL.Path}
	}
	lib := s.edition(c).library
	if slug := slugIn(c.Request().URL.Path); u.lesson == nil {
		u.lesson, _ = lib.Lesson(slug)
	}
	switch {
	case u.lesson != nil:
		p.Heading = "This lesson has no such " + u.what
		p.Lede = "The lesson itself is there."
		p.Links = append([]views.Link{{Text: u.lesson.Title, Href: s.links.lesson(u.lesson.Slug)}}, p.Links...)
	case u.what == "explanation":
		p.Heading = "There is no such explanation of yours"
		p.Lede = "Explanations are shown only to the person who wrote them, in the browser in which they were written."
		p.Links = append([]views.Link{{Text: "Your answers", Href: s.answers()}}, p.Links...)
	default:
		if u.what == "lesson" {
			p.Heading = "There is no such lesson"
			p.Lede = "It may be still to come, or the address is mistyped."
		}
		p.Links = append(s.nearest(lib.Lessons(), u.id), p.Links...)
	}
}

// slugIn is the slug in an address below /concepts/, or "".
func slugIn(path string) string {
	_, rest, ok := strings.Cut(path, "/concepts/")
	if !ok {
		return ""
	}
	slug, _, _ := strings.Cut(rest, "/")
	return slug
}

// nearest are the lessons whose slugs come closest to what was asked for, the
// closest first; none where nothing is like it.
func (s *Site) nearest(all []*lessons.Lesson, asked string) []views.Link {
	asked = strings.ToLower(asked[strings.LastIndexByte(asked, '/')+1:])
	asked = asked[:min(len(asked), 64)]
	all = slices.DeleteFunc(slices.Clone(all), func(l *lessons.Lesson) bool { return apart(asked, l.Slug) > tooFar })
	slices.SortStableFunc(all, func(a, b *lessons.Lesson) int {
		return cmp.Compare(apart(asked, a.Slug), apart(asked, b.Slug))
	})
	var out []views.Link
	for _, l := range all[:min(len(all), nearby)] {
		out = append(out, views.Link{Text: l.Title, Href: s.links.lesson(l.Slug)})
	}
	return out
}

// apart is how far an asked slug is from a lesson's: the share of its pairs of
// letters that the lesson's lacks, in 1/1000.
func apart(asked, slug string) int {
	if len(asked) < 2 {
		return 1000
	}
	missing := 0
	for i := range len(asked) - 1 {
		if !strings.Contains(slug, asked[i:i+2]) {
			missing++
		}
	}
	return 1000 * missing / (len(asked) - 1)
}
