package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/token"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// pkg is the part of `go list -json` that the rules read.
type pkg struct {
	ImportPath string
	Imports    []string
}

// allowed says, for packages whose path starts with under, which imports
// beyond the standard library they may have. The longest match decides.
var allowed = []struct {
	under string
	may   []string // import path prefixes; "*" allows everything
}{
	{"fencepost/sim", []string{"fencepost/sim"}},
	{"fencepost/lessons", []string{
		"fencepost/lessons", "github.com/yuin/goldmark", "github.com/alecthomas/chroma/v2",
		"go.yaml.in/yaml/v4", "golang.org/x/text", "golang.org/x/net/html", "github.com/kljensen/snowball",
	}},
	{"fencepost/content", nil},
	{"fencepost/static", []string{"github.com/andybalholm/brotli"}},
	{"fencepost/views", []string{"fencepost/views", "fencepost/static", "github.com/a-h/templ"}},
	{"fencepost/store", nil},
	{"fencepost/store/byname", []string{"golang.org/x/text/unicode/norm"}},
	{"fencepost/store/sqlstore", []string{"fencepost/store"}},
	{"fencepost/store/storetest", []string{"fencepost/store", "github.com/google/go-cmp"}},
	{"fencepost/store/archive", []string{"fencepost/store"}},
	{"fencepost/store/sqlite", []string{"fencepost/store", "modernc.org/sqlite", "zombiezen.com/go/sqlite", "github.com/pressly/goose/v3"}},
	{"fencepost/store/postgres", []string{
		"fencepost/store", "github.com/jackc/pgx/v5", "github.com/pressly/goose/v3", "golang.org/x/text/unicode/norm",
	}},
	{"fencepost/cmd/web", []string{"*"}},
}

// only names imports that few places may have. The labs' sandbox speaks to
// SQLite's library itself, and has nothing to do with the site's records.
var only = map[string][]string{
	"github.com/labstack/echo/v4": {"fencepost/cmd/web/internal/site"},
	"modernc.org/sqlite":          {"fencepost/store/sqlite"},
	"zombiezen.com/go/sqlite":     {"fencepost/store/sqlite"},
	"modernc.org/sqlite/lib":      {"fencepost/store/sqlite", "fencepost/cmd/web/internal/lab/sandbox"},
	"modernc.org/libc":            {"fencepost/cmd/web/internal/lab/sandbox"},
	"github.com/jackc/pgx/v5":     {"fencepost/store/postgres"},
	"database/sql":                {"fencepost/store"},
}

func TestImportsFollowTheDesign(t *testing.T) {
	for _, p := range goList(t) {
		for _, breach := range breaches(p) {
			t.Error(breach)
		}
	}
}

func TestImportRulesSeeABreach(t *testing.T) {
	for _, p := range []pkg{
		{ImportPath: "fencepost/sim/lease", Imports: []string{"github.com/google/uuid"}},
		{ImportPath: "fencepost/sim", Imports: []string{"math/rand"}},
		{ImportPath: "fencepost/sim/lease", Imports: []string{"time"}},
		{ImportPath: "fencepost/lessons/grade", Imports: []string{"fencepost/store"}},
		{ImportPath: "fencepost/views", Imports: []string{"fencepost/lessons"}},
		{ImportPath: "fencepost/cmd/web", Imports: []string{"github.com/labstack/echo/v4"}},
		{ImportPath: "fencepost/store/sqlstore", Imports: []string{"modernc.org/sqlite"}},
		{ImportPath: "fencepost/cmd/web/internal/lab/sandbox", Imports: []string{"database/sql"}},
		{ImportPath: "fencepost/cmd/web/internal/lab/sandbox", Imports: []string{"modernc.org/sqlite"}},
		{ImportPath: "fencepost/cmd/web/internal/lab", Imports: []string{"modernc.org/sqlite/lib"}},
		{ImportPath: "fencepost/helpers", Imports: nil},
	} {
		if len(breaches(p)) == 0 {
			t.Errorf("%s importing %v: no breach seen", p.ImportPath, p.Imports)
		}
	}
}

// A rule that allows what nobody uses any more would let it come back unseen.
func TestImportRulesAllowNothingThatIsUnused(t *testing.T) {
	used := map[string]bool{} // the place of the rule and the prefix that it was used for
	for _, p := range goList(t) {
		place, may, _ := rule(p.ImportPath)
		for _, prefix := range may {
			if slices.ContainsFunc(p.Imports, func(imp string) bool { return within(imp, prefix) }) {
				used[place+" "+prefix] = true
			}
		}
	}
	for _, r := range allowed {
		for _, prefix := range r.may {
			if prefix != "*" && prefix != r.under && !used[r.under+" "+prefix] {
				t.Errorf("%s may import %s, which nothing there does", r.under, prefix)
			}
		}
	}
}

func TestSimulationsStartNoGoroutine(t *testing.T) {
	read := eachSource(t, "../../sim", func(set *token.FileSet, tree *ast.File) {
		for n := range ast.Preorder(tree) {
			if at := set.Position(n.Pos()); isGo(n) && !strings.HasSuffix(at.Filename, "_test.go") {
				t.Errorf("%s: a goroutine: a run must be a pure function", at)
			}
		}
	})
	if read < 50 {
		t.Errorf("only %d sources were read", read)
	}
}

func isGo(n ast.Node) bool {
	_, is := n.(*ast.GoStmt)
	return is
}

func breaches(p pkg) []string {
	_, may, known := rule(p.ImportPath)
	if !known {
		return []string{p.ImportPath + ": the design has no such place"}
	}
	var out []string
	for _, imp := range p.Imports {
		homes := onlyHomes(imp)
		switch {
		case homes != nil && !slices.ContainsFunc(homes, func(home string) bool { return within(p.ImportPath, home) }):
			out = append(out, p.ImportPath+" imports "+imp+", which only "+strings.Join(homes, " and ")+" may")
		case strings.HasPrefix(p.ImportPath, "fencepost/sim") && impure(imp):
			out = append(out, p.ImportPath+" imports "+imp+": a run must be a pure function")
		case !standard(imp) && !matches(imp, may):
			out = append(out, p.ImportPath+" imports "+imp)
		}
	}
	return out
}

// rule is the place whose rule a package stands under, and what it may import.
func rule(path string) (place string, may []string, known bool) {
	for _, r := range allowed {
		if within(path, r.under) && len(r.under) > len(place) {
			place, may, known = r.under, r.may, true
		}
	}
	return place, may, known
}

// onlyHomes are the places that may have an import, by its longest match; nil
// where every place may.
func onlyHomes(imp string) (homes []string) {
	longest := 0
	for prefix, places := range only {
		if within(imp, prefix) && len(prefix) > longest {
			homes, longest = places, len(prefix)
		}
	}
	return homes
}

func matches(imp string, may []string) bool {
	for _, m := range may {
		if m == "*" || within(imp, m) {
			return true
		}
	}
	return false
}

// impure names standard packages by which a clock, chance or the outside
// could enter a simulation.
func impure(imp string) bool {
	switch imp {
	case "math/rand", "math/rand/v2", "crypto/rand", "os", "net", "sync", "time":
		return true
	}
	return strings.HasPrefix(imp, "net/") || strings.HasPrefix(imp, "os/")
}

func standard(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return first != "fencepost" && !strings.Contains(first, ".")
}

func within(path, under string) bool {
	return path == under || strings.HasPrefix(path, under+"/")
}

func goList(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "fencepost/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		all = append(all, p)
	}
}
