package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are the texts for people who run the site, write for it or change it,
// by their names from the root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob(root + "/docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	out := map[string]string{}
	for _, name := range append(names, root+"/README.md", root+"/SECURITY.md", root+"/BENCH.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		short, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		out[short] = string(text)
	}
	return out
}

var (
	fencedBlock = regexp.MustCompile("(?ms)^````[a-z]*$.*?^````$|^```[a-z]*$.*?^```$")
	indented    = regexp.MustCompile("(?m)^    .*$")
	inlineCode  = regexp.MustCompile("`[^`\n]+`")
	linkTo      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingLine = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// prose is a document without its code.
func prose(text string) string {
	return inlineCode.ReplaceAllString(indented.ReplaceAllString(fencedBlock.ReplaceAllString(text, ""), ""), "")
}

// code is the lines of a document's code blocks, a broken line joined.
func code(text string) []string {
	blocks := strings.Join(append(fencedBlock.FindAllString(text, -1), indented.FindAllString(text, -1)...), "\n")
	return strings.Split(strings.ReplaceAll(blocks, "\\\n", " "), "\n")
}

// anchors are those that GitHub gives to a document's headings.
func anchors(text string) []string {
	var out []string
	for _, m := range headingLine.FindAllStringSubmatch(fencedBlock.ReplaceAllString(text, ""), -1) {
		out = append(out, strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}

func TestDocumentsLinkToWhatIsThere(t *testing.T) {
	all := documents(t)
	for name, text := range all {
		for _, m := range linkTo.FindAllStringSubmatch(prose(text), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(m[1], "://") {
				continue
			}
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join(root, to)); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			} else if anchor != "" && !slices.Contains(anchors(all[to]), anchor) {
				t.Errorf("%s links to %s, and no heading has that anchor", name, m[1])
			}
		}
	}
}

func TestDocumentsExplainEverySetting(t *testing.T) {
	all := documents(t)
	var told strings.Builder
	for name, text := range all {
		if strings.HasPrefix(name, "docs/") || name == "README.md" {
			told.WriteString(text)
		}
	}
	known := map[string]bool{"PROVE_KILLS": true} // one of make soak's
	for _, s := range new(config).settings() {
		known[s.env] = true
		if !regexp.MustCompile(`\b` + s.env + `\b`).MatchString(told.String()) {
			t.Errorf("no document names %s", s.env)
		}
	}
	for name, text := range all {
		for _, v := range regexp.MustCompile(`\b[A-Z]+(?:_[A-Z]+)+\b`).FindAllString(text, -1) {
			if !known[v] {
				t.Errorf("%s names %s, which is no setting", name, v)
			}
		}
	}
}

// A command that a document prints must be one that the program takes: the
// subcommand there is, flags that it has, and with those that it needs. Dots stand
// for what was left out.
func TestDocumentsPrintCommandsThatWork(t *testing.T) {
	seen := map[string]bool{}
	for name, text := range documents(t) {
		for _, line := range code(text) {
			for _, args := range printed(line) {
				seen[args[0]] = true
				tryPrinted(t, name, args)
			}
		}
	}
	for _, c := range commands() {
		if c.name != "serve" && !seen[c.name] {
			t.Errorf("no document prints web %s", c.name)
		}
	}
}

// callsWeb is how documents call the program.
var callsWeb = regexp.MustCompile(`(?:^|[\s/])(?:web|cmd/web|bin/fencepost) ([a-z][^#|<>,]*)`)

// printed is the arguments of the program's subcommands on a line of code.
func printed(line string) [][]string {
	var out [][]string
	for _, m := range callsWeb.FindAllStringSubmatch(line, -1) {
		said, _, _ := strings.Cut(m[1], "   ") // what follows a wide gap tells what it does
		out = append(out, strings.Fields(said))
	}
	return out
}

func tryPrinted(t *testing.T, name string, args []string) {
	t.Helper()
	said := "web " + strings.Join(args, " ")
	if !slices.ContainsFunc(commands(), func(c command) bool { return c.name == args[0] }) {
		t.Errorf("%s prints %s: there is no such subcommand", name, said)
		return
	}
	ask := []string{args[0], "-help"}
	if len(args) > 1 && (args[0] == "user" || args[0] == "xapi") {
		ask = []string{args[0], args[1], "-help"}
	}
	_, out, errs := web(t, t.Context(), ask...)
	for _, a := range args {
		if f, is := strings.CutPrefix(strings.Trim(a, "[]"), "-"); is && f != "" && !strings.Contains(out+errs, "-"+f) {
			t.Errorf("%s prints %s: there is no flag -%s", name, said, f)
		}
	}
	for _, a := range userActions() {
		needs, _, _ := strings.Cut(a.usage, "[")
		for _, f := range strings.Fields(needs) {
			if args[0] == "user" && args[1] == a.name && strings.HasPrefix(f, "-") && !strings.Contains(said, f) && !strings.Contains(said, "…") {
				t.Errorf("%s prints %s: %s is missing", name, said, f)
			}
		}
	}
}
