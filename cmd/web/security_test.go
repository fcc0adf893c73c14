package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// eachFile parses every Go file below dir whose name ends as given.
func eachFile(t *testing.T, dir string, want func(name string) bool, do func(name string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || !want(name):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err == nil {
			do(name, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }
func isCode(name string) bool { return !isTest(name) && !strings.HasSuffix(name, "_templ.go") }

func TestSecurityNamesTestsThatExist(t *testing.T) {
	text, err := os.ReadFile(root + "/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	eachFile(t, root, isTest, func(_ string, f *ast.File) {
		for _, d := range f.Decls {
			if fn, is := d.(*ast.FuncDecl); is && fn.Recv == nil {
				have[fn.Name.Name] = true
			}
		}
	})
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(text), -1)
	for _, n := range named {
		if !have[n[1]] {
			t.Errorf("SECURITY.md names %s, which is no test", n[1])
		}
	}
	flaws := regexp.MustCompile("(?m)^\\| (CVE-\\d+-\\d+) \\|.*`(?:Test|Fuzz)\\w+` \\|$").FindAllString(string(text), -1)
	if len(flaws) != 23 || len(named) < 100 {
		t.Errorf("SECURITY.md has %d flaws with tests, want 23, and names %d tests", len(flaws), len(named))
	}
}

// CVE-2020-5775: a server fetched what a user named. Only these places open a
// connection by HTTP: the health check, to the server itself, and those to the
// OpenID provider and the learning record store, whose addresses the operator
// gives.
func TestNobodyMakesTheServerFetch(t *testing.T) {
	may := map[string]bool{
		"../../cmd/web/healthcheck.go": true, "../../cmd/web/internal/auth/oidc.go": true, "../../cmd/web/internal/xapi/client.go": true,
	}
	seen, linked := 0, linkedFolders(t)
	eachFile(t, root, isCode, func(name string, f *ast.File) {
		if !linked[folderOf(t, name)] {
			return // a program for measuring, which is never shipped
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, is := n.(*ast.SelectorExpr)
			if !is {
				return true
			}
			if x, is := s.X.(*ast.Ident); is && x.Name == "http" {
				switch s.Sel.Name {
				case "Client", "DefaultClient", "Get", "Post", "PostForm", "Head", "NewRequest", "NewRequestWithContext", "Transport", "DefaultTransport":
					seen++
					if !may[filepath.ToSlash(name)] {
						t.Errorf("%s uses http.%s", name, s.Sel.Name)
					}
				}
			}
			return true
		})
	})
	if seen == 0 {
		t.Error("nothing was looked at")
	}
}

// linkedFolders are those whose packages are part of the program.
func linkedFolders(t *testing.T) map[string]bool {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.Dir}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		folders[strings.TrimSpace(line)] = true
	}
	return folders
}

func folderOf(t *testing.T, name string) string {
	t.Helper()
	whole, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// secretName is how what only hmac.Equal and subtle.ConstantTimeCompare may compare is called.
var secretName = regexp.MustCompile(`(?i)(seal|mac|token|secret|state|nonce|digest)$`)

// CVE-2023-40021: the time that a comparison takes told how much of a token was
// right. Nowhere is a secret compared with == or bytes.Equal, but with "" or nil.
func TestSecretsAreComparedInConstantTime(t *testing.T) {
	constant := 0
	for _, dir := range []string{"internal/auth", "internal/site"} {
		eachFile(t, dir, isCode, func(name string, f *ast.File) {
			ast.Inspect(f, func(n ast.Node) bool {
				switch e := n.(type) {
				case *ast.BinaryExpr:
					if (e.Op == token.EQL || e.Op == token.NEQ) && isSecret(e.X) && isSecret(e.Y) {
						t.Errorf("%s compares secrets with %s", name, e.Op)
					}
				case *ast.SelectorExpr:
					if e.Sel.Name == "ConstantTimeCompare" || lastName(e.X) == "hmac" && e.Sel.Name == "Equal" {
						constant++
					}
					if lastName(e.X) == "bytes" && e.Sel.Name == "Equal" {
						t.Errorf("%s uses bytes.Equal", name)
					}
				}
				return true
			})
		})
	}
	if constant == 0 {
		t.Error("nothing is compared in constant time either; nothing was looked at")
	}
}

// isSecret says whether an expression is named like a secret.
func isSecret(e ast.Expr) bool { return secretName.MatchString(lastName(e)) }

// lastName is what an expression is called: of a.b and of a.b() it is b.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return lastName(e.Fun)
	}
	return ""
}
