//go:build ignore

// Vuln reads what govulncheck says (its JSON on standard input) and ends with
// exit code 1 where the program calls something vulnerable that the list of
// accepted ones does not name, or where that list names what is not found. What
// the Go version that go.mod names has mended is told, and no failure: whoever
// builds with it has it mended.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"log"
	"os"
	"regexp"
	"slices"
	"strings"
)

// message is the part of govulncheck's output that is read.
type message struct {
	OSV *struct {
		ID, Summary string
	}
	Finding *struct {
		OSV          string
		FixedVersion string `json:"fixed_version"`
		Trace        []struct {
			Module, Version, Function string
		}
	}
}

// called is a vulnerability whose code the program calls.
type called struct{ id, module, version, fixed string }

func main() {
	log.SetFlags(0)
	accepted := accepted(os.Args[1])
	newest := toolchain(os.Args[2])
	all, words := read(os.Stdin)
	bad := false
	for _, c := range all {
		reason, known := accepted[c.id]
		line := fmt.Sprintf("%s %s %s, mended in %q: %s", c.id, c.module, c.version, c.fixed, words[c.id])
		switch {
		case known:
			fmt.Printf("accepted: %s\n          %s\n", line, reason)
		case c.module == "stdlib" && c.fixed != "" && version.Compare("go"+strings.TrimPrefix(c.fixed, "v"), newest) <= 0:
			fmt.Printf("mended by %s: %s\n", newest, line)
		default:
			bad = true
			fmt.Printf("FOUND: %s\n", line)
		}
	}
	for id := range accepted {
		if !slices.ContainsFunc(all, func(c called) bool { return c.id == id }) {
			bad = true
			fmt.Printf("STALE: %s is accepted and not found\n", id)
		}
	}
	if bad {
		os.Exit(1)
	}
}

// read is what is called, once each, and the words for it.
func read(r io.Reader) (all []called, words map[string]string) {
	words = map[string]string{}
	messages := 0
	for d := json.NewDecoder(r); ; messages++ {
		var m message
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		if m.OSV != nil {
			words[m.OSV.ID] = m.OSV.Summary
		}
		if f := m.Finding; f != nil && f.Trace[0].Function != "" {
			c := called{f.OSV, f.Trace[0].Module, f.Trace[0].Version, f.FixedVersion}
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	if messages < 2 || len(words) == 0 {
		log.Fatal("govulncheck said nothing, or its database is empty")
	}
	return all, words
}

// accepted reads the list: an identifier and why, a line.
func accepted(file string) map[string]string {
	data, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		id, why, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(id, "GO-") {
			out[id] = why
		}
	}
	return out
}

// toolchain is the Go version that go.mod asks for.
func toolchain(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^toolchain (\S+)$`).FindSubmatch(data)
	if found == nil {
		log.Fatalf("%s names no toolchain", file)
	}
	return string(found[1])
}
