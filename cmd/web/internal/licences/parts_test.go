package licences

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// part is something that the program holds and that others made.
type part struct {
	name, version string
	licences      []string // by the identifiers of SPDX
	texts         []string
}

// parts are Go, the modules linked into the program by name, and what was
// copied into it.
func parts(t *testing.T) []part {
	t.Helper()
	all := []part{partAt(t, "Go", strings.TrimPrefix(majorOf(runtime.Version()), "go"), filepath.Join(goroot(t), "LICENSE"))}
	for _, m := range linked(t) {
		all = append(all, partAt(t, m.Path, m.Version, licenceFiles(t, m.Dir)...))
	}
	const root = "../../../../"
	return append(
		all,
		partAt(t, "fonts: Go", "", root+"static/fonts/LICENSE-go.txt"),
		partAt(t, "fonts: Fencepost Serif, of Charis SIL", "6.101", root+"static/fonts/LICENSE-serif.txt"),
		partAt(t, "passwords: @zxcvbn-ts/language-common", "4.1.3", root+"cmd/web/internal/auth/common.md"),
	)
}

// majorOf is go1.26 of go1.26.8: a patch brings no other licence.
func majorOf(version string) string { return regexp.MustCompile(`^go\d+\.\d+`).FindString(version) }

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// module is the part of `go list` that is read.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// linked are the modules of which the program for Linux holds something.
func linked(t *testing.T) []module {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=Module", "fencepost/cmd/web")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []module
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ Module *module }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(all, *p.Module) {
			all = append(all, *p.Module)
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return all
}

var isLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// licenceFiles are those at the top of a module: its licence first, then those
// of what it took in and the notices.
func licenceFiles(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && isLicence.MatchString(e.Name()) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}

// ofTheModule says whether a file holds the licence of the module itself.
var ofTheModule = regexp.MustCompile(`(?i)^(licen[cs]e|copying)(\.txt|\.md|-go\.txt|-serif\.txt)?$|^common\.md$`)

func partAt(t *testing.T, name, version string, files ...string) part {
	t.Helper()
	p := part{name: name, version: version}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
		p.texts = append(p.texts, text)
		if ofTheModule.MatchString(filepath.Base(f)) {
			p.licences = append(p.licences, identify(strings.ReplaceAll(text, "\n>", "\n"))...)
		}
	}
	return p
}

// written is the list and the texts, those that are alike once.
func written(all []part) string {
	var list, texts strings.Builder
	users := map[string][]string{}
	var order []string
	for _, p := range all {
		name := strings.TrimSpace(p.name + " " + p.version)
		fmt.Fprintf(&list, "%-72s %s\n", name, strings.Join(p.licences, ", "))
		for _, text := range p.texts {
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], p.name)
		}
	}
	for _, text := range order {
		fmt.Fprintf(&texts, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 79), strings.Join(users[text], "\n"), strings.Repeat("-", 79), text)
	}
	return "Fencepost holds these parts, which others made. Their texts follow.\n\n" + list.String() + texts.String()
}
