package views_test

import "fencepost/views"

// scoring is the page with one lesson that was measured.
func scoring() views.Scoring {
	return views.Scoring{
		Chrome: chrome("How explanations are scored", ""),
		Lessons: []views.ScoredLesson{{
			Lesson: views.Link{Text: "Leases and fencing tokens", Href: "/concepts/leases-and-fencing-tokens"}, Samples: 140,
			Sentence: "Tried on 140 marked answers that it had not seen, the program found what the marks say for 90 % of the points, and was not sure about 12 %.",
			Points: []views.ScoredPoint{
				{Name: "Slow and dead look alike", Said: 40, Same: "93 %", Found: "88 %", Justly: "90 %", Unsure: "9 %"},
				{Name: "One clock judges the end", Said: 0, Same: "100 %", Found: "none said", Justly: "none said", Unsure: "0 %"},
			},
		}},
	}
}
