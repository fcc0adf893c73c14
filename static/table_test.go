package static

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// colour is a colour written out.
var colour = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(`)

// tree makes a file system of names and bodies.
func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, body := range files {
		out[name] = &fstest.MapFile{Data: []byte(body)}
	}
	return out
}

func table(t *testing.T, files map[string]string) *Table {
	t.Helper()
	if _, ok := files[Sheet]; !ok {
		files[Sheet] = "@layer a;"
	}
	made, err := NewTable(tree(files))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// body is what the table serves under the name.
func body(t *testing.T, made *Table, name string) string {
	t.Helper()
	a, ok := made.byName[name]
	if !ok {
		t.Fatalf("no %s", name)
	}
	return string(a.body)
}

// file is the last element of the address of a name.
func file(made *Table, name string) string {
	p := made.Path(name)
	return p[strings.LastIndex(p, "/")+1:]
}

func TestTheAddressFollowsTheBytes(t *testing.T) {
	one := table(t, map[string]string{"img/a.svg": "<svg/>"}).Path("img/a.svg")
	same := table(t, map[string]string{"img/a.svg": "<svg/>"}).Path("img/a.svg")
	other := table(t, map[string]string{"img/a.svg": "<svg />"}).Path("img/a.svg")
	// printf '<svg/>' | sha256sum
	if want := "/static/img/a.d4dc56669143.svg"; one != want {
		t.Errorf("address %s, want %s", one, want)
	}
	if one != same || one == other {
		t.Errorf("addresses %s, %s, %s: want the first two alike and the third not", one, same, other)
	}
}

func TestStyleSheetsBecomeTwo(t *testing.T) {
	made := table(t, map[string]string{
		Sheet:            "/* of the site */\n@layer reset, base;\n",
		"css/zebra.css":  "@layer base {\n  z { top: 0; }\n}\n",
		"css/apple.css":  "@layer reset {\n  /* why */\n  a { src: url(\"../fonts/x.woff2\"); fill: url(\"#p\"); }\n}\n",
		"css/rest/b.css": "@layer base {\n  b { top: 0; }\n}\n",
		"css/rest/a.css": "@layer base {\n  a { top: 0; }\n}\n",
		"fonts/x.woff2":  "font",
	})
	want := "@layer reset, base;\n@layer reset {\na { src: url(\"../fonts/" + file(made, "fonts/x.woff2") + "\"); fill: url(\"#p\"); }\n}\n@layer base {\nz { top: 0; }\n}\n"
	if got := body(t, made, Sheet); got != want {
		t.Errorf("sheet:\n%s\nwant:\n%s", got, want)
	}
	rest := "@layer base {\na { top: 0; }\n}\n@layer base {\nb { top: 0; }\n}\n"
	if got := body(t, made, RestSheet); got != rest {
		t.Errorf("sheet of the rest:\n%s\nwant:\n%s", got, rest)
	}
}

func TestModulesImportHashedNames(t *testing.T) {
	made := table(t, map[string]string{
		"js/a.js": "import { b } from \"./b.js\";\nimport './c.js';\nconst s = 'import \"./b.js\"';\n",
		"js/b.js": "export { c } from './c.js';\n",
		"js/c.js": "export const c = 1;\n",
	})
	b, c := file(made, "js/b.js"), file(made, "js/c.js")
	want := "import { b } from \"./" + b + "\";\nimport \"./" + c + "\";\nconst s = 'import \"./b.js\"';\n"
	if got := body(t, made, "js/a.js"); got != want {
		t.Errorf("a.js:\n%s\nwant:\n%s", got, want)
	}
	if got, want := body(t, made, "js/b.js"), "export { c } from \"./"+c+"\";\n"; got != want {
		t.Errorf("b.js:\n%s\nwant:\n%s", got, want)
	}
}

// A comment that has its lines to itself is not sent; what only looks like one
// is.
func TestRemarksStayInTheSource(t *testing.T) {
	made := table(t, map[string]string{
		"js/a.js": "// What it does.\nconst u = \"https://a/\"; // why\n\n  // More.\n/** Doc\n * of two lines. */\n  export const f = 1 /* one */;\n",
	})
	if diff := cmp.Diff("const u = \"https://a/\"; // why\nexport const f = 1 /* one */;\n", body(t, made, "js/a.js")); diff != "" {
		t.Errorf("a.js (-want +got):\n%s", diff)
	}
	for name, a := range assets().byName {
		if strings.HasSuffix(name, ".js") && lines.Match(a.body) {
			t.Errorf("%s has a text of several lines that begins like a comment", name)
		}
	}
}

// lines finds the rest of a template of several lines that was taken for a comment.
var lines = regexp.MustCompile("(?m)^[^`\n]*`[^`\n]*$")

func TestImportsAreListedOnce(t *testing.T) {
	made := table(t, map[string]string{
		"js/a.js": "import \"./b.js\";\nimport \"./c.js\";", "js/b.js": "import \"./c.js\";\nimport \"./d.js\";",
		"js/c.js": "1", "js/d.js": "2", "js/e.js": "import \"./a.js\";",
	})
	if diff := cmp.Diff([]string{"js/b.js", "js/c.js", "js/d.js"}, made.Imports("js/a.js")); diff != "" {
		t.Errorf("of a (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"js/b.js", "js/c.js", "js/d.js"}, made.Imports("js/e.js", "js/a.js")); diff != "" {
		t.Errorf("of e and a (-want +got):\n%s", diff)
	}
}

func TestAChangedModuleChangesWhoImportsIt(t *testing.T) {
	with := func(c string) string {
		return table(t, map[string]string{"js/a.js": "import \"./b.js\";", "js/b.js": "import \"./c.js\";", "js/c.js": c}).Path("js/a.js")
	}
	if with("1") == with("2") {
		t.Error("the importing module keeps its address, and browsers the old import")
	}
}

func TestWhatCannotBeServedIsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"font missing":   {map[string]string{Sheet: `a { src: url("../fonts/no.woff2"); }`}, "css/site.css names ../fonts/no.woff2"},
		"sheet missing":  {map[string]string{"css/other.css": ""}, "css/site.css"},
		"module missing": {map[string]string{Sheet: "", "js/a.js": `import "./b.js";`}, "js/a.js imports js/b.js, which is not there"},
		"ring":           {map[string]string{Sheet: "", "js/a.js": `import "./b.js";`, "js/b.js": `import "./a.js";`}, "js/b.js imports js/a.js, which imports it"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewTable(tree(test.files))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want it to say %q", err, test.want)
			}
		})
	}
}

// The fonts of all weights together stay within what one lesson page may load.
func TestFontsAreLight(t *testing.T) {
	sum := 0
	for _, name := range assets().Names() {
		if strings.HasSuffix(name, ".woff2") {
			sum += len(assets().byName[name].body)
		}
	}
	if sum == 0 || sum > 80_000 {
		t.Errorf("fonts have %d bytes, at most 80,000 wanted", sum)
	}
}

// A new connection brings ten segments of 1,460 bytes before it waits for an answer.
// A font that every page asks for, and the headers of 600 bytes before it, fit in
// those, so that none takes another round trip.
func TestTheFontsOfEveryPageComeInOneRoundTrip(t *testing.T) {
	for _, name := range []string{"serif", "serif-bold", "sans", "sans-bold"} {
		if n := len(assets().byName["fonts/"+name+".woff2"].body); n == 0 || n > 14_000 {
			t.Errorf("%s has %d bytes, at most 14,000 wanted", name, n)
		}
	}
}

// No colour is written outside the tokens, so that both themes have them all.
func TestColoursAreTokens(t *testing.T) {
	for _, dir := range []string{"css", "css/rest"} {
		err := eachFile(files, dir, func(name string, body []byte) error {
			if m := colour.FindString(string(body)); m != "" && name != "css/tokens.css" && name != "css/print.css" {
				t.Errorf("%s writes the colour %s; name a token", name, m)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkNewTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewTable(files); err != nil {
			b.Fatal(err)
		}
	}
}
