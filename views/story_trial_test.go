package views_test

import "fencepost/views"

// asked is a lesson with a prediction and a challenge that nobody answered yet.
func asked() views.Lesson {
	l := lesson()
	l.Steps[1].Blocks = append(l.Steps[1].Blocks, views.Block{Predict: expecting()}, views.Block{Challenge: challenging()})
	l.Checks += 2
	return l
}

// came is the same lesson with the outcome, and with tries.
func came() views.Lesson {
	l := asked()
	n := len(l.Steps[1].Blocks)
	l.Steps[1].Blocks[n-2].Predict, l.Steps[1].Blocks[n-1].Challenge = mistaken(), tried()
	l.ChecksDone = 2
	l.Explain.Run = late()
	l.Explain.Run.Drop = "/concepts/leases#explain"
	return l
}

func expecting() *views.Predict {
	return &views.Predict{
		Lesson: "leases", ID: "what-storage-holds", Ask: "<p>Whose result does storage hold?</p>", Key: "k1",
		Options: []views.Expected{{ID: "b", HTML: "B’s, for it wrote first."}, {ID: "a", HTML: "A’s, for it wrote last."}},
	}
}

func mistaken() *views.Predict {
	p := expecting()
	p.Options[0].Chosen, p.Options[0].Feedback = true, "<p>It did write first.</p>"
	p.Options[1].Came = true
	p.Outcome = &views.Came{
		Verdict: unsafeRun(), Step: 8, Figure: "simulator", Open: "/concepts/leases?step=8#simulator", Begin: "/concepts/leases?step=1#simulator",
		Entries: []views.Event{
			{Time: "2 s", Text: "A stalls just before it writes.", Href: "/concepts/leases?step=2#simulator"},
			{Time: "14 s", Text: "Storage accepts the write with token 33.", Href: "/concepts/leases?step=8#simulator"},
		},
		Steps: []int{2, 8}, Quote: "/concepts/leases?run=simulator%3Fstep%3D8#explain",
	}
	return p
}

func unsafeRun() views.RunVerdict {
	return views.RunVerdict{Kind: "unsafe", Word: "Unsafe", Sentence: "At 14 s storage took A's write.", Swatch: "c-unsafe", Glyph: "g-no", Step: 8}
}

func challenging() *views.Challenge {
	return &views.Challenge{
		Lesson: "leases", ID: "shortest-freeze", Ask: "<p>Find the shortest freeze that loses B’s result.</p>",
		FigureID: "lease", Figure: "Figure 1", Key: "k2",
		Held: []views.Field{{Name: "fencing", Value: "off"}},
		Fields: []views.TryField{
			{ID: "shortest-freeze-freeze", Name: "freeze", Label: "A is frozen for", Value: "12s", Shown: "12 s", Help: "0 s to 30 s"},
			{ID: "shortest-freeze-pause", Name: "pause", Label: "The freeze falls", Shown: "before the check", Options: []views.ControlValue{
				{Value: "before", Label: "before the check", Chosen: true}, {Value: "between", Label: "between check and write"},
			}},
		},
	}
}

func tried() *views.Challenge {
	c := challenging()
	c.Total, c.Done, c.Solved = 3, true, "<p>B’s result is in storage at 11 s.</p>"
	c.Tries = []views.Tried{
		{N: 3, Run: "A is frozen for 3 s", Verdict: unsafeRun(), Word: "Not yet", Said: "Safe. A kept the lease.", Href: "/concepts/leases?freeze=3s#simulator"},
		{N: 2, Run: "A is frozen for 9 s", Verdict: unsafeRun(), Word: "Solved", Solved: true, Href: "/concepts/leases?freeze=9s#simulator"},
		{N: 1, Run: "A is frozen for 12 s", Verdict: unsafeRun(), Word: "Not yet", HTML: "<p>A shorter one does it too.</p>", Href: "/concepts/leases?freeze=12s#simulator"},
	}
	return c
}

// late is the run that an explanation refers to.
func late() *views.RunRef {
	return &views.RunRef{
		Value: "simulator?freeze=12s&step=8", Figure: 1, Said: "A is frozen for 12 s", Step: 8, Time: "14 s",
		Text: "Storage accepts the write with token 33.", Verdict: unsafeRun(), Href: "/concepts/leases?freeze=12s&step=8#simulator",
	}
}

// referring is a result whose words refer to a run, and a dispute to one that
// is gone.
func referring() views.Result {
	r := result()
	r.Run = late()
	for i := range r.Points {
		if r.Points[i].Disputed != "" {
			r.Points[i].Proof = &views.RunRef{Value: "simulator?gone=1"}
		}
	}
	return r
}
