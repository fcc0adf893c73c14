package views_test

import (
	"fencepost/views"
)

// The stories are every page in every state, from literals: what a person
// looks at while designing and what the tests of this package read.

func chrome(title, nav string) views.Chrome { return views.Chrome{Title: title, Nav: nav} }

func catalogue() views.Catalogue {
	steps := func(read, of int) []bool {
		out := make([]bool, of)
		for i := range read {
			out[i] = true
		}
		return out
	}
	lesson := views.CatalogueEntry{
		Title: "Leases and fencing tokens", Href: "/concepts/leases-and-fencing-tokens",
		Summary: "Ownership that lapses unless it is renewed, and a number by which everyone else can turn away an owner that lost it without knowing.",
		Steps:   steps(2, 5), Questions: 1, Labs: 1, Begun: true,
	}
	return views.Catalogue{
		Chrome: chrome("Concepts", "concepts"), Finished: 1, Begun: 1, Total: 3,
		Continue: &views.GoOn{Link: views.Link{Text: "Go on with leases", Href: lesson.Href}, At: "step three, Try it"},
		Groups: []views.CatalogueGroup{
			{Name: "Distribution", Total: 1, Entries: []views.CatalogueEntry{
				lesson,
				{Title: "Partitioning", Summary: "Cut the data so that each piece has a home, and moving house stays cheap."},
			}},
			{Name: "Consistency", Finished: 1, Total: 2, Entries: []views.CatalogueEntry{
				{Title: "Concurrency control", Href: "/c", Summary: "Two writers, one row: refuse, wait or merge.", Steps: steps(5, 5), Questions: 2, Answered: 2, Labs: 2, LabsSolved: 1, Begun: true, Finished: true, Explained: true},
				{Title: "Ordering", Href: "/o", Summary: "Agree on before and after when there is no shared clock.", Steps: steps(0, 8), Questions: 2, Labs: 1},
			}},
			{Name: "Messaging", Entries: []views.CatalogueEntry{
				{Title: "Message queues", Summary: "Work that waits its turn, and may come round twice."},
				{Title: "Idempotency", Summary: "Make the second delivery of a request do nothing."},
				{Title: "Asynchronous processing", Summary: "Answer now, finish later, and tell the truth in between."},
			}},
		},
	}
}

func prose(s string) views.Block { return views.Block{HTML: s} }

func note(title, s string) views.Block {
	return views.Block{Note: &views.Note{Title: title, HTML: "<p>" + s + "</p>"}}
}

func check() *views.Check {
	return &views.Check{
		Lesson: "leases-and-fencing-tokens", ID: "self-fencing", Kind: "choice", Key: "0192f3a4-key",
		Ask: "<p>A worker promises to stop as soon as it cannot renew its lease. Why does that not keep the data right by itself?</p>",
		Options: []views.Option{
			{ID: "network", HTML: "Because the renewal may get lost on the network."},
			{ID: "pause", HTML: "Because it may be paused between its last look at the clock and its write."},
			{ID: "skew", HTML: "Because the lease service’s clock may be slow."},
			{ID: "crash", HTML: "Because it may crash before it has stopped."},
		},
	}
}

func answered(id, verdict string) *views.Check {
	c := check()
	c.Tries, c.Done, c.Right, c.Marked = 2, verdict == "right", verdict == "right", "wrong"
	for i := range c.Options {
		if c.Options[i].ID == id {
			c.Options[i].Chosen, c.Options[i].Verdict = true, verdict
			c.Options[i].Feedback = "<p>A lost renewal is noticed: the worker hears nothing and stops. What can happen that it does not notice?</p>"
		}
	}
	return c
}

const sql = `<pre><code><b>UPDATE</b> ledger
   <b>SET</b> total = :total, fence = :token
 <b>WHERE</b> id = :id
   <b>AND</b> fence &lt;= :token;
<i>-- no row changed: you are late</i>
</code></pre>`

func lesson() views.Lesson {
	return views.Lesson{
		Chrome: chrome("Leases and fencing tokens", ""), Slug: "leases-and-fencing-tokens", Emblem: "lease",
		Category: "Distribution", Title: "Leases and fencing tokens", Checks: 1,
		Summary: "Ownership that lapses unless it is renewed, and a number by which everyone else can turn away an owner that lost it without knowing.",
		Steps: []views.Step{
			{N: 1, ID: "slow-looks-like-dead", Title: "Slow looks like dead", Read: true, Blocks: []views.Block{
				prose("<p>Suppose one worker owns the nightly billing run. If it crashes, somebody else must take over; if it is only slow, nobody should. From outside the two cases are the same silence, and no timeout, however carefully chosen, can tell them apart.</p>"),
				note("Silence", "A long garbage collection, a paused virtual machine and a cut cable all look alike to a peer that is waiting."),
				prose("<p>So we stop asking whether the owner is alive. We ask instead how long its ownership is good for.</p>"),
			}},
			{N: 2, ID: "one-clock", Title: "A lease, and one clock", Read: true, Blocks: []views.Block{
				prose("<p>A <em>lease</em> is ownership with an end date. The owner renews it while it works; if no renewal arrives in time, the lease service may give it to <strong>someone else</strong> without asking anyone’s leave.</p>"),
				note("One clock", "Only the lease service’s clock decides when a lease is over. A worker’s own clock is a courtesy to itself."),
				prose("<p>This settles who owns the job according to the service. It does not settle what a worker that slept through the end of its lease believes when it wakes.</p><ul><li>It may have been paused by its collector.</li><li>It may have lost the network, and run <code>COMMIT</code> the moment it came back.</li></ul>"),
			}},
			{N: 3, ID: "try-it", Title: "Try it", Blocks: []views.Block{
				prose("<p>Worker A takes a ten-second lease and then freezes, as processes do. Change how long, and watch what reaches storage.</p>"),
				{Figure: &views.Figure{ID: "lease", N: 1, Caption: "One owner freezes and another takes over.", Meta: "The lease lasts 10 s.", Label: "A takes the lease with 33.", Events: []views.Event{{Time: "0 s", Text: "A takes the lease with 33."}}}},
			}},
			{N: 4, ID: "token", Title: "A number that only rises", Blocks: []views.Block{
				prose("<p>With each grant the lease service hands out a number larger than any before it: the <em>fencing token</em>.</p>" + sql),
				note("Why a number?", "Storage need not know who owns the lease, or what time it is. Comparing two integers is enough."),
				prose("<p>The test and the write are one statement, so nothing can slip between them. If no row changes, the worker has learnt that it is no longer the owner.</p>"),
			}},
			{N: 5, ID: "check-yourself", Title: "Check yourself", Blocks: []views.Block{{Check: check()}}},
		},
		Reference: []views.RefColumn{
			{Title: "How it goes wrong", Items: []string{"No fencing: a paused owner overwrites the new one’s work", "Lease too short: ordinary pauses hand over", "Lease too long: a real crash costs all of it", "Clocks compared across machines"}},
			{Title: "Instead, consider", Items: []string{"Consensus-based leadership: Raft, etcd, ZooKeeper", "Idempotent work that may overlap"}},
			{Title: "In practice", Items: []string{"Lease columns in a jobs table", "Queue visibility timeouts", "Sessions and revisions of etcd"}},
			{Title: "It assumes", Items: []string{"The resource checks a token on each write", "One clock judges expiry"}},
		},
		Explain: &views.Explain{
			Lesson: "leases-and-fencing-tokens", Prompt: "Why is a lease alone not enough, and what does the token add?",
			Intro: []views.Block{prose("<p>Say it as you would in a design review. What you write is held against the points that a strong answer makes.</p>")},
			Min:   60, Max: 5000, Key: "0192f3a5-key",
		},
		Practise: []views.Block{prose("<p>Any job that must run once: a nightly billing run, a document’s sequencer, the leader of a small cluster.</p>")},
		Reading: []views.Source{
			{Title: "Making multiplayer more reliable", Authors: "Darren Tsung", Organisation: "Figma", Kind: "post", Date: "Oct 2022", URL: "https://www.figma.com/blog/making-multiplayer-more-reliable/", Why: "A durable journal of small changes, and one owner per document’s history."},
			{Title: "Leases: an efficient fault-tolerant mechanism for distributed file cache consistency", Authors: "C. Gray and D. Cheriton", Kind: "paper", Date: "1989", Why: "Where the word comes from."},
		},
		Related: []views.Related{
			{Name: "Concurrency control", Line: "The token check is a compare-and-set.", Href: "/concepts/concurrency-control"},
			{Name: "Message queues", Line: "A visibility timeout is a lease by another name."},
			{Name: "Partitioning", Line: "Every shard needs one owner at a time."},
		},
	}
}

func lessonAnswered(id, verdict string) views.Lesson {
	l := lesson()
	l.Steps[4].Blocks[0].Check = answered(id, verdict)
	if verdict == "right" {
		l.ChecksDone = 1
	}
	return l
}
