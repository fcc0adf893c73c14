package views_test

import "fencepost/views"

func mark(n int, id, verdict string, level int) views.Mark {
	return views.Mark{N: n, ID: id, Verdict: verdict, Level: level}
}

func result() views.Result {
	lapses := mark(1, "lapses", "covered", 1)
	wakes := mark(2, "wakes", "covered", 1)
	rises := mark(3, "rises", "covered", 1)
	refuses := mark(4, "refuses", "unsure", 2)
	alone := mark(5, "lease-alone", "contradicted", 1)
	clocks := mark(0, "clocks", "present", 1)
	return views.Result{
		Chrome: chrome("Your explanation", "answers"), Lesson: views.Link{Text: "Leases and fencing tokens", Href: "/concepts/leases-and-fencing-tokens"},
		Heading: "Three of six points are clear", Lede: "One is nearly there, one is not in it yet, and one is said the other way round.",
		Tally: []views.Tally{{Verdict: "covered", N: 3}, {Verdict: "unsure", N: 1}, {Verdict: "missing", N: 1}, {Verdict: "contradicted", N: 1}},
		Text: []views.Piece{
			{Text: "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out.", Marks: []views.Mark{lapses}, Starts: []views.Mark{lapses}},
			{Text: " If the worker crashes the lease just expires and someone else can take over.\nBut a worker can also be paused, for example by garbage collection, and "},
			{Text: "when it comes back it still thinks it owns the lease.", Marks: []views.Mark{wakes}, Starts: []views.Mark{wakes}},
			{Text: " "},
			{Text: "Each time the lease is given out the number goes up, and ", Marks: []views.Mark{rises}, Starts: []views.Mark{rises}},
			{Text: "the storage compares the number", Marks: []views.Mark{rises, refuses}, Starts: []views.Mark{refuses}},
			{Text: " and throws away writes with an old one.", Marks: []views.Mark{refuses}},
			{Text: " "},
			{Text: "So the lease service makes sure that two workers can never both think they are the owner.", Marks: []views.Mark{alone}, Starts: []views.Mark{alone}},
			{Text: " "},
			{Text: "Each worker watches <its own> clock.", Marks: []views.Mark{clocks}, Starts: []views.Mark{clocks}},
			{Text: " That is why it is safe to use for the billing run."},
		},
		Points: []views.Point{
			{N: 1, ID: "lapses", Verdict: "covered", Name: "A lease ends by itself unless the owner renews it", Quotes: []string{"it has to renew it before it runs out"}},
			{N: 2, ID: "wakes", Verdict: "covered", Name: "A paused owner wakes up believing that it still owns the lease", Quotes: []string{"when it comes back it still thinks it owns the lease"}},
			{N: 3, ID: "rises", Verdict: "covered", Name: "The token rises with every grant", Quotes: []string{"Each time the lease is given out the number goes up"}, Disputed: "You said: “I did not mean that.”"},
			{N: 4, ID: "refuses", Verdict: "unsure", Name: "Storage refuses a write whose token is older than the newest seen", Quotes: []string{"the storage compares the number and throws away writes with an old one"}, Hint: "Old compared with what? Name the number that storage keeps."},
			{N: 5, ID: "lease-alone", Verdict: "contradicted", Name: "A lease alone cannot stop two workers from both acting as owner", Quotes: []string{"makes sure that two workers can never both think they are the owner"}, Mixup: &views.Mixup{ID: "lease-prevents", Verdict: "present", Name: "The lease prevents two owners", Wrong: "Your sentence says that the service prevents this. It cannot: it decides who the owner is, but a frozen worker has not heard.", Treated: views.Link{Text: "Could the owner stop itself?", Href: "/concepts/leases-and-fencing-tokens#self-check"}}},
			{N: 6, ID: "at-resource", Verdict: "missing", Name: "The check happens at the resource, as part of the write", Hint: "Where must the comparison take place so that nothing can slip in between?"},
		},
		Misconceptions: []views.Mixup{{ID: "clocks", Verdict: "present", Name: "Each owner judges expiry by its own clock", Wrong: "Two clocks never agree. Expiry is judged by one of them, the lease service’s.", Quotes: []string{"Each worker watches <its own> clock."}}},
		Attempts: []views.AttemptRow{
			{N: 1, Href: "/explanations/1", Sent: "2026-11-28 17:05 UTC", SentMS: 1795885500000, Covered: 1, Of: 6, CoveredIDs: []string{"lapses"}, Text: "A worker takes a lease so that only one of them writes at a time."},
			{N: 2, Href: "/explanations/2", Sent: "2026-11-29 14:21 UTC", SentMS: 1795962060000, Covered: 2, Of: 6, CoveredIDs: []string{"lapses", "wakes"}, Changed: "Point 2 is new.", Text: "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out.\n\nWhen it comes back it still thinks it owns the lease."},
			{N: 3, Sent: "2026-11-29 14:40 UTC", SentMS: 1795963200000, Covered: 3, Of: 6, CoveredIDs: []string{"lapses", "wakes", "rises"}, Changed: "Point 3 is new.", AfterReveal: true, Text: "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out. If the worker crashes the lease just expires and someone else can take over."},
		},
		Revise: "/concepts/leases-and-fencing-tokens#explain", RevealAction: "/explanations/3/reveal", DisputeAction: "/explanations/3/disputes", Key: "0192f3a6-key",
		Agreement: "On this question the scorer agrees with people in 9 of 10 findings.", How: "/how-scoring-works",
	}
}

func revealed() views.Result {
	r := result()
	r.Revealed = true
	for i := range r.Points {
		r.Points[i].Model = "The storage compares the token of every write with the highest that it has seen, and refuses an older one."
	}
	return r
}

func pending() views.Result {
	r := result()
	return views.Result{
		Chrome: r.Chrome, Lesson: r.Lesson, Heading: "Your explanation is kept", Pending: true,
		Text: []views.Piece{{Text: "A worker takes a lease so that only one of them writes at a time."}},
	}
}

func gated() views.Result {
	r := result()
	r.Gates = []string{"Much of this stands in the lesson word for word. Say it as you would to a colleague."}
	r.Text = []views.Piece{{Text: "lease token clock epoch Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft-and-a-word-without-an-end-0123456789012345678901234567890123456789", Marks: []views.Mark{mark(1, "lapses", "unsure", 1)}, Starts: []views.Mark{mark(1, "lapses", "unsure", 1)}}}
	r.Misconceptions, r.Attempts = nil, nil
	return r
}

func answers() views.Answers {
	return views.Answers{Chrome: chrome("Your answers", "answers"), Lessons: []views.AnswersLesson{{Lesson: result().Lesson, Attempts: result().Attempts[:2]}}}
}

func drafted() views.Lesson {
	l := lesson()
	l.Explain.Text = "\n  A draft that begins with a blank line & has <tags> in it.\nAnd a second line."
	l.Explain.Count, l.Explain.Revision, l.Explain.Saved, l.Explain.SavedMS = 74, 4, "14:32", 1795962720000
	l.Explain.LastResult, l.Explain.Attempts = "/explanations/3", 3
	return l
}

func refused() views.Lesson {
	l := lesson()
	l.Steps[4].Blocks[0].Check = check()
	l.Steps[4].Blocks[0].Check.Error = "Choose one of the answers first."
	l.Explain.Text, l.Explain.Count = "Not enough.", 11
	l.Explain.Error = "That is 11 characters. Write at least 60, so that there is something to compare."
	return l
}

func longWords() views.Lesson {
	l := lesson()
	word := "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
	l.Title, l.Summary = word, word+" "+word
	l.Steps[0].Title = word
	l.Steps[0].Blocks[0] = prose("<p>" + word + " <code>" + word + "</code></p><table><thead><tr><th>a</th><th>" + word + "</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>")
	l.Steps[4].Blocks[0].Check.Options[0].HTML = word + word
	l.Reference[0].Items[0], l.Reference[0].Title = word, word
	l.Related[0].Name, l.Reading[0].Title = word, word
	return l
}

func notFound() views.Problem {
	return views.Problem{
		Chrome: chrome("Not found", ""), Status: 404, Heading: "There is no such lesson",
		Lede:  "The address names a concept that this site does not teach. It may have been typed by hand, or be on its way.",
		Links: []views.Link{{Text: "See the concepts", Href: "/"}, {Text: "Leases and fencing tokens", Href: "/concepts/leases-and-fencing-tokens"}},
	}
}

func broken() views.Problem {
	return views.Problem{
		Chrome: chrome("Something broke", ""), Status: 500, Heading: "Something broke on our side",
		Lede: "Nothing that you wrote is lost. Go back and try once more in a minute.", ID: "0192f3a7-4c1e-7d7e-9a5c-0123456789ab",
		Links: []views.Link{{Text: "See the concepts", Href: "/"}},
	}
}
