package views_test

import "fencepost/views"

// me is the progress of somebody who finished one lesson and is at another.
func me() views.Me {
	attempt := func(n int) views.MeAttempt {
		return views.MeAttempt{N: n, Href: "/explanations/e", Sent: moment(), AfterReveal: n == 9, ByPerson: n == 8}
	}
	grid := &views.MeGrid{Lesson: "Leases and fencing tokens", Attempts: 9, Covered: 2}
	for n := 4; n <= 9; n++ {
		grid.Columns = append(grid.Columns, attempt(n))
	}
	for i, name := range []string{"Slow and dead look alike", "A lease runs out by itself", "The service’s clock alone decides", "A paused owner still believes"} {
		row := views.MePoint{Name: name}
		for n := range 6 {
			row.Verdicts = append(row.Verdicts, []string{"missing", "unsure", "covered", "contradicted", "", "covered"}[(n*(i+1)+i)%6])
		}
		grid.Rows = append(grid.Rows, row)
	}
	return views.Me{
		Chrome: chrome("Your progress", "me"), Finished: 1, Begun: 2, Total: 7, Account: true,
		Continue: &views.GoOn{Link: views.Link{Text: "Continue with Message queues", Href: "/q#ack"}, At: "step two, Acknowledging"},
		Lessons: []views.MeLesson{
			{
				ID: "leases", Link: views.Link{Text: "Leases and fencing tokens", Href: "/c"}, Finished: true, Last: moment(),
				Steps: []bool{true, true, true, true, true}, Points: grid,
				Facts: []views.MeFact{{Label: "Steps read", Done: 5, Of: 5}, {Label: "Checks right", Done: 4, Of: 4}, {Label: "Predictions that came true", Done: 1, Missed: 1, Of: 2}},
			},
			{
				ID: "queues", Link: views.Link{Text: "Message queues", Href: "/q"}, Last: moment(), Steps: []bool{true, false, false},
				Facts: []views.MeFact{{Label: "Steps read", Done: 1, Of: 3}},
				Next:  &views.GoOn{Link: views.Link{Text: "Step two, Acknowledging", Href: "/q#ack"}},
			},
		},
		Rest: []views.Link{{Text: "Ordering", Href: "/o"}},
	}
}
