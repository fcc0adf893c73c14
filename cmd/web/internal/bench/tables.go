package main

import "fmt"

// sections are the report's, made of what the rounds gave.
func (b *bench) sections() []section {
	return []section{b.pagesSection(), b.writesSection(), b.besideSection(), b.partsSection()}
}

func (b *bench) pagesSection() section {
	return section{
		title: "A lesson's page",
		words: fmt.Sprintf("For readers who are signed in and have made progress: session and progress come from the database.\n"+
			"%d clients over kept connections. The controls: the same bytes from memory through the same server and\n"+
			"middleware; nginx with the same bytes as a compressed file; the page drawn anew by templ each time.", readers),
		rows: []row{
			b.against("CPU a page, against the same bytes from memory", "page cpu", "memory cpu", " µs", atMost(2, "×")),
			b.against("pages a second, against drawn anew", "page rate", "rendered rate", "", atLeast(2.5, "×")),
			b.against("pages a second, against drawn anew and compressed", "page rate", "rendered and compressed rate", "", nil),
			b.against("CPU a page, against drawn anew", "page cpu", "rendered cpu", " µs", nil),
			b.against("CPU a page, against nginx", "page cpu", "nginx cpu", " µs", nil),
			b.against("pages a second, against nginx", "page rate", "nginx rate", "", nil),
			b.against("pages a second, against memory", "page rate", "memory rate", "", nil),
			b.against("p50, against nginx", "page p50", "nginx p50", " ms", nil),
			b.against("p99, against nginx", "page p99", "nginx p99", " ms", nil),
			b.alone("bytes of a page, compressed", "page bytes", "", nil),
			b.alone("SQL statements a page", "page reads", "", atMost(2, "")),
			b.alone("allocations a page, of the whole server", "page allocations", "", nil),
		},
	}
}

func (b *bench) writesSection() section {
	s := section{
		title: "Writes",
		words: fmt.Sprintf("Each request looks up a session, is counted against its learner's limits, and is answered once its\n"+
			"commit is on the disk (synchronous=FULL). PocketBase 0.36.8 creates a record with the fields of an answer,\n"+
			"without signing in, with its own settings (synchronous=NORMAL: a power cut may take the newest records).\n"+
			"%d clients each; it was measured next to each of ours.", fair),
	}
	for _, w := range []writing{answering, drafting, explaining} {
		ours, theirs := fmt.Sprintf("%s %d", w.short, fair), "pocketbase beside "+w.short
		s.rows = append(s.rows,
			b.against(w.name+", a second", ours+" rate", theirs+" rate", "", atLeast(3, "×")),
			b.against(w.name+", p99", ours+" p99", theirs+" p99", " ms", atMost(1.0/3, "×")),
			b.against(w.name+", CPU", ours+" cpu", theirs+" cpu", " µs", nil))
	}
	for _, w := range []writing{answering, drafting, explaining} {
		for _, n := range crowds {
			name := fmt.Sprintf("%s %d", w.short, n)
			r := b.alone(fmt.Sprintf("%s, %d clients, a second", w.name, n), name+" rate", "", nil)
			if r.ours != "" {
				r.control = "p50 " + b.words(name+" p50", " ms")
				r.ratio = "p99 " + b.words(name+" p99", " ms")
			}
			s.rows = append(s.rows, r)
		}
	}
	for _, w := range []writing{answering, drafting, explaining} {
		name := fmt.Sprintf("%s %d", w.short, fair)
		s.rows = append(s.rows,
			b.alone(w.name+", commits a request", name+" commits", "", atMost(0.33, "")),
			b.alone(w.name+", SQL statements that read", name+" reads", "", nil))
	}
	return s
}

func (b *bench) besideSection() section {
	return section{
		title: "Reading while others write",
		words: fmt.Sprintf("%d readers of a lesson's page, alone and beside %d clients who answer checks.", readers, writersBeside),
		rows: []row{
			b.against("p99 of the page beside writers, against alone", "page beside writers p99", "page alone p99", " ms", atMost(3, "×")),
			b.against("p50 of the page beside writers, against alone", "page beside writers p50", "page alone p50", " ms", nil),
			b.against("pages a second beside writers, against alone", "page beside writers rate", "page alone rate", "", nil),
			b.alone("checks answered a second meanwhile", "writes beside", "", nil),
		},
	}
}

func (b *bench) partsSection() section {
	return section{
		title: "Simulator, scorer and start",
		words: "Go benchmarks of the parts, and the program itself, as it is shipped, with all lessons, on a\n" +
			"folder that was served from before. Memory is what is resident 25 s after the first page.",
		rows: []row{
			b.alone("a run of the leases lesson's first setting", "Run ns/op", " ns", nil),
			b.alone("a run of some twenty events", "LongRun ns/op", " ns", atMost(2000, " ns")),
			b.alone("its allocations", "LongRun allocs/op", "", atMost(0, "")),
			b.alone("a grid of 3,477 runs", "Grid ns/op", " ns", atMost(5e6, " ns")),
			b.alone("a run as JSON", "JSON ns/op", " ns", atMost(5000, " ns")),
			b.alone("a score at 600 characters, p99", "Score600 p99-ms", " ms", atMost(5, " ms")),
			b.alone("a score at 600 characters, median", "Score600 p50-ms", " ms", nil),
			b.alone("from start to the first page", "start", " ms", atMost(150, " ms")),
			b.alone("memory, idle", "idle", " MB", atMost(40, " MB")),
			b.alone("the program's file", "binary", " MB", atMost(25, " MB")),
		},
	}
}
