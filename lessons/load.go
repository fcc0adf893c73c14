package lessons

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"fencepost/lessons/glossary"
)

// The files of a concept's folder.
const (
	lessonFile  = "lesson.md"
	rubricFile  = "rubric.yaml"
	samplesFile = "samples.jsonl"
	packedFile  = "samples.gz"
	fittedFile  = "scorer.fit"
)

// Library is every lesson of a content tree. It does not change once loaded.
type Library struct {
	Version string // hex hash of every file read: changes when any byte does
	// Glossary explains terms; it is never nil in a loaded library.
	Glossary *glossary.Glossary

	lessons []*Lesson
	bySlug  map[string]*Lesson
}

// Lessons are in the order of the catalogue: categories by the lowest Order of
// their lessons, lessons by Order within their category, then by slug.
func (l *Library) Lessons() []*Lesson { return slices.Clone(l.lessons) }

// Lesson finds a lesson by its slug.
func (l *Library) Lesson(slug string) (*Lesson, bool) {
	lesson, ok := l.bySlug[slug]
	return lesson, ok
}

// Load reads every concept's folder at the top of fsys. It always returns a
// library of what could be read; one with problems is there to be examined,
// not to be published. Problems come in reading order.
func Load(fsys fs.FS) (*Library, []Problem) { return new(Loader).Load(fsys) }

// Load is the package's Load.
func (ld *Loader) Load(fsys fs.FS) (*Library, []Problem) {
	var r report
	ld.now = map[string]parsed{}
	lib := &Library{bySlug: map[string]*Lesson{}}
	hash := sha256.New()
	pages, told := ld.pages(fsys, folders(fsys, &r))
	for _, page := range pages {
		lesson := page.lesson
		fmt.Fprintf(hash, "%s %s\n", lesson.Slug, lesson.Version)
		lib.lessons, lib.bySlug[lesson.Slug] = append(lib.lessons, lesson), lesson
	}
	var of string
	if lib.Glossary, of = ld.loadGlossary(fsys, &r); of != "" {
		fmt.Fprintf(hash, "%s %s\n", glossaryFile, of)
	}
	ld.before = ld.now
	lib.Version = hex.EncodeToString(hash.Sum(nil))
	follow(pages)
	needed(pages)
	for _, of := range told {
		r.list = append(r.list, of.list...)
	}
	lib.sort()
	if len(lib.lessons) == 0 && len(r.list) == 0 {
		r.add(Pos{".", 1, 1}, "add a folder with a lesson.md", "there is no lesson")
	}
	SortProblems(r.list)
	return lib, r.list
}

// pages reads the folders, several at a time. Problems go to a report for each.
func (ld *Loader) pages(fsys fs.FS, slugs []string) ([]*loader, []*report) {
	var work sync.WaitGroup
	read, told, kept := make([]*loader, len(slugs)), make([]*report, len(slugs)), make([]*Loader, len(slugs))
	for i, slug := range slugs {
		kept[i], told[i] = &Loader{Base: ld.Base, Trusted: ld.Trusted, before: ld.before, now: map[string]parsed{}}, new(report)
		f := folder{report: told[i], fsys: fsys, slug: slug}
		work.Go(func() { read[i] = f.load(kept[i]) })
	}
	work.Wait()
	for _, k := range kept {
		maps.Copy(ld.now, k.now)
	}
	return slices.DeleteFunc(read, func(page *loader) bool { return page == nil }), told
}

// folders lists the concepts' folders. Files beside them and names that begin
// with a dot or an underscore are none.
func folders(fsys fs.FS, r *report) []string {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		r.add(Pos{".", 1, 1}, "check the path and its rights", "the content cannot be read: %v", err)
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		if !isDir(fsys, e) || name[0] == '.' || name[0] == '_' {
			continue
		}
		if !isDashed(name) {
			r.add(Pos{name, 1, 1}, "rename it: "+dashedMend, "%q cannot be a concept's folder", name)
			continue
		}
		out = append(out, name)
	}
	return out
}

// isDir says whether an entry is a folder or a link to one, as a mounted
// volume may hold.
func isDir(fsys fs.FS, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := fs.Stat(fsys, e.Name())
	return err == nil && info.IsDir()
}
