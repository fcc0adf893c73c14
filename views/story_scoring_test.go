package views_test

import "fencepost/views"

// scoring is the page with one lesson that was measured.
func scoring() views.Scoring {
	return views.Scoring{
		Chrome: chrome("How explanations are scored", ""),
		Lessons: []views.ScoredLesson{{
			Lesson: views.Link{Text: "Leases and fencing tokens", Href: "/concepts/leases-and-fencing-tokens"}, Samples: 140,
			Sentence: "On 140 sample answers, written and labelled for this lesson and each tried without being learnt from, the program said what the labels say for 90 % of the points and was not sure about 12 %. Whoever wrote its patterns had read most of them, so expect less on new answers.",
			Points: []views.ScoredPoint{
				{Name: "Slow and dead look alike", Said: 40, Same: "93 %", Found: "88 %", Justly: "90 %", Unsure: "9 %"},
				{Name: "One clock judges the end", Said: 0, Same: "100 %", Found: "none said", Justly: "none said", Unsure: "0 %"},
			},
		}},
	}
}
