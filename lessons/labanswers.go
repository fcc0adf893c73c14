package lessons

import (
	"io/fs"
	"path"
	"strings"

	"go.yaml.in/yaml/v4"
)

// answers reads the solution and the answers that test the lab.
func (r *labReader) answers(m *mapping) {
	l := r.out
	if m.need("solution", "write one") {
		l.Solution = r.answer(m.value["solution"], "the solution", nil)
		for _, s := range l.Slots {
			if l.Solution.Texts[s.ID] == "" {
				r.add(l.Solution.Pos, "write it", "the solution has no %q", s.ID)
			}
		}
	}
	for _, n := range m.list("right") {
		l.Right = append(l.Right, r.answer(n, "a right answer", l.Solution.Texts))
	}
	for _, n := range m.list("wrong") {
		l.Wrong = append(l.Wrong, r.answer(n, "a wrong answer", l.Solution.Texts))
	}
}

// answer reads one; what it leaves out is as in the solution.
func (r *labReader) answer(n *yaml.Node, what string, rest map[string]string) LabAnswer {
	a := LabAnswer{Texts: map[string]string{}, Pos: r.at(n)}
	known := []string{}
	for _, s := range r.out.Slots {
		known, a.Texts[s.ID] = append(known, s.ID), rest[s.ID]
	}
	if rest != nil {
		known = append(known, "says")
	}
	if what == "a wrong answer" {
		known = append(known, "breaks")
	}
	m, ok := r.mapping(n, what, known...)
	if !ok {
		return a
	}
	for _, s := range r.out.Slots {
		if m.has(s.ID) {
			a.Texts[s.ID] = strings.TrimRight(m.value[s.ID].Value, "\n ")
		}
	}
	if rest != nil {
		a.Says = m.text("says", "say in a few words what it does")
	}
	if what == "a wrong answer" {
		a.Breaks = m.text("breaks", "name the rule that it breaks")
	}
	return a
}

// loadLabs reads every lab of a folder, by id.
func (f *folder) loadLabs(ld *Loader) (labs map[string]*Lab, hashes string) {
	labs = map[string]*Lab{}
	entries, err := fs.ReadDir(f.fsys, path.Join(f.slug, labFolder))
	if err != nil {
		return labs, ""
	}
	for _, e := range entries {
		name := path.Join(labFolder, e.Name())
		id, isYAML := strings.CutSuffix(e.Name(), ".yaml")
		switch {
		case strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "#") || strings.HasSuffix(e.Name(), "~"):
			continue
		case !isYAML || !isDashed(id):
			f.add(Pos{path.Join(f.slug, name), 1, 1}, "name it after the lab: "+dashedMend, "%q cannot be a lab's file", e.Name())
			continue
		}
		from := f.read(name)
		if from == nil {
			continue
		}
		hashes += from.hash
		file := path.Join(f.slug, name)
		labs[id] = recall(ld, f.report, file, from.hash, func(r *report) *Lab {
			return parseLab(id, newSource(file, from.text, r), ld.Base)
		})
	}
	return labs, hashes
}
