package match_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
)

// FuzzPattern reads any text as a pattern and holds it against any sentence:
// it is refused with a reason, or the search ends and what it finds lies
// within the sentence.
func FuzzPattern(f *testing.F) {
	for _, seed := range [][2]string{
		{"+@owner ~@lease", "The owner renews its lease."},
		{"@owner > @lease | @owner & !@lease", "The owner does not hold a lease."},
		{strings.Repeat("(", 60), ""},
		{"[99999999999999999999 @owner @lease", "owner lease"},
		{"\"" + strings.Repeat("a ", 30) + "\"", strings.Repeat("a ", 500)},
		{strings.Repeat("@owner ", 200), strings.Repeat("owner ", 200)},
		{"\xff", "\xff"},
	} {
		f.Add(seed[0], seed[1])
	}
	for _, seed := range patternsOfScripts(f) {
		f.Add(seed, "The old owner's write is refused because its token is not the newest.")
	}
	f.Fuzz(func(t *testing.T, src, sentence string) {
		if len(src) > 2000 || len(sentence) > 5000 {
			return // longer ones are cut or refused before they come here
		}
		lex, problems := match.NewLexicon([]lessons.Concept{{Name: "owner", Terms: []string{"owner", "holder"}}, {Name: "lease", Terms: []string{"lease*", "time .. ownership"}}})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		p, err := lex.ParsePattern(src)
		if err != nil {
			return
		}
		d := (text.Reader{}).Read(sentence)
		if m, ok := p.Find(lex.Find(d)); ok && (m.Start < 0 || m.End >= len(d.Tokens) || m.Start > m.End) {
			t.Errorf("%q finds %+v in %d words", src, m, len(d.Tokens))
		}
		p.FindDenied(lex.Find(d))
	})
}

// patternsOfScripts are the patterns of testdata.
func patternsOfScripts(f *testing.F) []string {
	f.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, member := range a.Files {
			if member.Name == "pattern" {
				out = append(out, strings.TrimSpace(string(member.Data)))
			}
		}
	}
	return out
}
