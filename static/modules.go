package static

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// imports finds what a module imports from a file beside it.
var imports = regexp.MustCompile(`(?m)^((?:import|export)\b[^"';]*)["'](\./[\w./-]+)["']`)

// bare is a script without indents, empty lines and the comments that have lines
// of their own: those are for who reads the source, and weigh a fifth of it. No
// text of ours has several lines, which this would change.
func bare(source string) string {
	return strings.TrimLeft(indent.ReplaceAllString(remarks.ReplaceAllString(source, ""), "\n"), "\n")
}

var remarks = regexp.MustCompile(`(?m)^[ \t]*(?://.*|/\*\*(?s:.*?)\*/)\n`)

// addModules adds the scripts, each after those that it imports, since its
// bytes, and so its own name, contain their names.
func (t *Table) addModules(fsys fs.FS) error {
	g := graph{table: t, source: map[string]string{}, open: map[string]bool{}}
	var names []string
	err := eachFile(fsys, "js", func(name string, body []byte) error {
		g.source[name] = bare(string(body))
		names = append(names, name)
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := g.visit(name, "the table"); err != nil {
			return err
		}
	}
	return nil
}

// graph walks modules along their imports.
type graph struct {
	table  *Table
	source map[string]string
	open   map[string]bool // under way: to meet one again is a ring
}

// visit adds the module and, before it, everything that it imports.
func (g graph) visit(name, by string) error {
	if _, done := g.table.byName[name]; done {
		return nil
	}
	text, ok := g.source[name]
	if !ok {
		return fmt.Errorf("%s imports %s, which is not there", by, name)
	}
	if g.open[name] {
		return fmt.Errorf("%s imports %s, which imports it", by, name)
	}
	g.open[name] = true
	for _, m := range imports.FindAllStringSubmatch(text, -1) {
		dep := path.Join(path.Dir(name), m[2])
		if err := g.visit(dep, name); err != nil {
			return err
		}
		g.table.imports[name] = append(g.table.imports[name], dep)
	}
	g.table.add(name, []byte(g.link(name, text)))
	return nil
}

// link gives every import of the module its hashed name.
func (g graph) link(name, text string) string {
	return imports.ReplaceAllStringFunc(text, func(m string) string {
		p := imports.FindStringSubmatch(m)
		dep := g.table.byName[path.Join(path.Dir(name), p[2])]
		hashed := strings.TrimSuffix(p[2], path.Base(p[2])) + path.Base(dep.route)
		return p[1] + `"` + hashed + `"`
	})
}

// Imports lists what the modules import, directly or through others, each once
// and none of the modules themselves: a page that names them early saves the
// browser from finding them one after the other.
func (t *Table) Imports(modules ...string) []string {
	var out []string
	for _, m := range modules {
		for _, dep := range t.imports[m] {
			for _, d := range append([]string{dep}, t.Imports(dep)...) {
				if !slices.Contains(out, d) && !slices.Contains(modules, d) {
					out = append(out, d)
				}
			}
		}
	}
	return out
}
