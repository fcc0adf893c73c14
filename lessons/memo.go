package lessons

// Loader reads content trees one after another and parses only the files that
// changed since the tree before: an edit of a lesson's words need not cost what
// hundreds of samples do. Its answers are those of Load. The zero Loader is
// ready; it is not for use by several goroutines at once.
type Loader struct {
	// Base is the path below which the site lies, "" or "/learn": links to other
	// pages of it, which authors begin with /, lead there.
	Base string

	// Trusted says that the tree was examined before, as the lessons built in were
	// when the program was tested. What is large and seldom needed of it is then
	// read each time it is asked for, and nothing is kept for a tree to come.
	Trusted bool

	before, now map[string]parsed // by file
}

// parsed is what became of a file when it was last read.
type parsed struct {
	key      string // hash of everything that the value depends on
	value    any
	problems []Problem
}

// recall is the value of a file, parsed anew unless its key is the one before.
// The file's problems are reported either way.
func recall[T any](ld *Loader, r *report, file, key string, parse func(*report) T) T {
	p, ok := ld.before[file]
	if !ok || p.key != key {
		var own report
		p = parsed{key: key, value: parse(&own), problems: own.list}
	}
	if !ld.Trusted {
		ld.now[file] = p
	}
	r.list = append(r.list, p.problems...)
	return p.value.(T)
}
