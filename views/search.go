package views

import "strconv"

// Search is the page at /search.
type Search struct {
	Chrome Chrome
	Query  string
	Hits   []SearchHit
	More   bool // there were more than are shown
}

// SearchHit is one part of a lesson that was found.
type SearchHit struct {
	Href, Lesson  string
	Head, Excerpt []FoundRun
}

// FoundRun is a piece of text; Found is what was looked for.
type FoundRun struct {
	Text  string
	Found bool
}

// searchSummary says how many places were found.
func searchSummary(s Search) string {
	switch {
	case len(s.Hits) == 0:
		return "Nothing found for “" + s.Query + "”. All of the words have to stand in one step: try fewer of them, or only their beginnings."
	case s.More:
		return "The best " + strconv.Itoa(len(s.Hits)) + " places for “" + s.Query + "”; a further word narrows them down."
	}
	return count(len(s.Hits), "place", "places") + " for “" + s.Query + "”."
}
