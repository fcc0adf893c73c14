package match_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
)

// TestSentences runs the scripts of testdata: concepts once, then patterns,
// each followed by sentences and what the pattern makes of them.
func TestSentences(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runScript(t, file) })
	}
}

func runScript(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lex *match.Lexicon
	var pattern *match.Pattern
	for _, f := range txtar.Parse(data).Files {
		body := strings.TrimSpace(string(f.Data))
		switch f.Name {
		case "concepts":
			lex = lexicon(t, body)
		case "pattern":
			if pattern, err = lex.ParsePattern(body); err != nil {
				t.Fatal(err)
			}
		case "cases":
			for _, line := range strings.Split(body, "\n") {
				checkCase(t, lex, pattern, line)
			}
		}
	}
}

// lexicon reads lines of a name, a colon and terms parted by |.
func lexicon(t *testing.T, body string) *match.Lexicon {
	t.Helper()
	var concepts []lessons.Concept
	for _, line := range strings.Split(body, "\n") {
		name, terms, _ := strings.Cut(line, ":")
		c := lessons.Concept{Name: name}
		for _, term := range strings.Split(terms, "|") {
			c.Terms = append(c.Terms, strings.TrimSpace(term))
		}
		concepts = append(concepts, c)
	}
	lex, problems := match.NewLexicon(concepts)
	if len(problems) > 0 {
		t.Fatalf("the concepts do not compile: %v", problems)
	}
	return lex
}

func checkCase(t *testing.T, lex *match.Lexicon, p *match.Pattern, line string) {
	t.Helper()
	want, sentence, ok := strings.Cut(line, ": ")
	if !ok {
		t.Fatalf("%q is no case", line)
	}
	if s, err := strconv.Unquote(`"` + strings.ReplaceAll(sentence, `"`, `\"`) + `"`); err == nil {
		sentence = s
	}
	hits := lex.Find((text.Reader{}).Read(sentence))
	if got := verdict(p, hits); got != want {
		t.Errorf("%s: %q is %s, want %s", p.Source, sentence, got, want)
	}
}

func verdict(p *match.Pattern, hits *match.Hits) string {
	m, said := p.Find(hits)
	_, denied := p.FindDenied(hits)
	switch {
	case said && m.Attr:
		return "opinion"
	case said:
		return "said"
	case denied:
		return "denied"
	}
	return "none"
}

func TestPatternsThatDoNotParse(t *testing.T) {
	lex := lexicon(t, "a: apple")
	for _, src := range []string{"", "@b", "@a &", "& @a", "(@a", "@a)", "[9 @a", "!@a", "@a > ", "+", "@a | @a", "a*"} {
		if p, err := lex.ParsePattern(src); err == nil {
			t.Errorf("%q parsed as %+v", src, p)
		}
	}
}

func TestConceptsThatDoNotCompile(t *testing.T) {
	for _, terms := range [][]string{{"@a"}, {"@missing"}, {"ab*"}, {""}, {"..", "!?"}} {
		_, problems := match.NewLexicon([]lessons.Concept{{Name: "a", Terms: terms}})
		if len(problems) == 0 {
			t.Errorf("%q compiled", terms)
		}
	}
}

func TestAConceptTakesInAnother(t *testing.T) {
	lex, problems := match.NewLexicon([]lessons.Concept{
		{Name: "fruit", Terms: []string{"@apple", "pear"}}, {Name: "apple", Terms: []string{"apple", "cox"}},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	hits := lex.Find((text.Reader{}).Read("a cox and a pear"))
	if n := len(hits.Of(lex.Concept("fruit"))); n != 2 {
		t.Errorf("fruit is said %d times, want 2", n)
	}
}
