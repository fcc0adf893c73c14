package lessons

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
)

// The files of a concept's folder.
const (
	lessonFile  = "lesson.md"
	rubricFile  = "rubric.yaml"
	samplesFile = "samples.jsonl"
)

// Library is every lesson of a content tree. It does not change once loaded.
type Library struct {
	Version string // hex hash of every file read: changes when any byte does

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
func Load(fsys fs.FS) (*Library, []Problem) {
	var r report
	lib := &Library{bySlug: map[string]*Lesson{}}
	hash := sha256.New()
	var loaders []*loader
	for _, slug := range folders(fsys, &r) {
		lesson, l := loadFolder(fsys, slug, &r)
		if lesson == nil {
			continue
		}
		fmt.Fprintf(hash, "%s %s\n", slug, lesson.Version)
		lib.lessons, lib.bySlug[slug] = append(lib.lessons, lesson), lesson
		loaders = append(loaders, l)
	}
	lib.Version = hex.EncodeToString(hash.Sum(nil))
	follow(loaders)
	lib.sort()
	if len(lib.lessons) == 0 && len(r.list) == 0 {
		r.add(Pos{".", 1, 1}, "add a folder with a lesson.md", "there is no lesson")
	}
	SortProblems(r.list)
	return lib, r.list
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

// loadFolder reads one concept; nil where there is no lesson.md.
func loadFolder(fsys fs.FS, slug string, r *report) (*Lesson, *loader) {
	strangers(fsys, slug, r)
	text := read(fsys, path.Join(slug, lessonFile), r)
	if text == nil {
		r.add(Pos{path.Join(slug, lessonFile), 1, 1}, "write it, or take the folder away", "the file is not there")
		return nil, nil
	}
	lesson, l := parseLesson(slug, newSource(path.Join(slug, lessonFile), text, r), newMarkdown())
	rubric := read(fsys, path.Join(slug, rubricFile), r)
	samples := read(fsys, path.Join(slug, samplesFile), r)
	lesson.Version = digest(text, rubric, samples)
	if rubric != nil {
		lesson.Rubric = parseRubric(newSource(path.Join(slug, rubricFile), rubric, r))
	}
	if lesson.Rubric != nil {
		lesson.Rubric.Version = digest(rubric, samples)
	}
	if samples != nil {
		lesson.Samples = parseSamples(newSource(path.Join(slug, samplesFile), samples, r), lesson.Rubric)
	}
	l.explained(rubric != nil, samples != nil)
	return lesson, l
}

// explained reports an explanation that is asked for but cannot be scored, and
// a rubric that no explanation is asked for.
func (l *loader) explained(rubric, samples bool) {
	at, asks := l.ids[idExplain]
	switch {
	case asks && !rubric:
		l.add(at, "write rubric.yaml", "an explanation is asked for and there is no rubric.yaml")
	case rubric && !asks:
		l.add(l.lesson.Pos, "end the lesson with ## Explain it in your own words {#explain}", "there is a rubric and no section that asks for an explanation")
	case samples && !rubric:
		l.add(l.lesson.Pos, "write rubric.yaml", "there are samples and no rubric.yaml")
	}
}

// strangers reports files that a concept's folder has no use for. Hidden files
// and the ones that editors leave behind are passed over.
func strangers(fsys fs.FS, slug string, r *report) {
	known := []string{lessonFile, rubricFile, samplesFile}
	entries, err := fs.ReadDir(fsys, slug)
	if err != nil {
		r.add(Pos{slug, 1, 1}, "check its rights", "the folder cannot be read: %v", err)
	}
	for _, e := range entries {
		name := e.Name()
		if contains(known, name) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") {
			continue
		}
		r.add(Pos{path.Join(slug, name), 1, 1}, didYouMean(name, known), "a concept's folder has no file %q", name)
	}
}

// read is a file's bytes; nil where it is not there or cannot be read.
func read(fsys fs.FS, name string, r *report) []byte {
	text, err := fs.ReadFile(fsys, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.add(Pos{name, 1, 1}, "check its rights", "the file cannot be read: %v", err)
	}
	if err == nil && text == nil {
		return []byte{}
	}
	return text
}

// digest is a hash of several files that cannot be confused with one of the
// same bytes cut elsewhere.
func digest(files ...[]byte) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%d\n", len(f))
		h.Write(f)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// sort puts the lessons into the order of the catalogue.
func (l *Library) sort() {
	first := map[string]int{}
	for _, x := range l.lessons {
		if n, seen := first[x.Category]; !seen || x.Order < n {
			first[x.Category] = x.Order
		}
	}
	slices.SortStableFunc(l.lessons, func(a, b *Lesson) int {
		return cmp.Or(
			cmp.Compare(first[a.Category], first[b.Category]),
			cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Order, b.Order),
			cmp.Compare(a.Slug, b.Slug),
		)
	})
}

// follow checks that links within the site lead somewhere.
func follow(all []*loader) {
	pages := map[string]*loader{}
	for _, l := range all {
		pages["/concepts/"+l.lesson.Slug] = l
	}
	for _, l := range all {
		for _, link := range l.lesson.Links {
			if u, err := url.Parse(link.To); err == nil && u.Scheme == "" && u.Host == "" {
				l.followTo(link, u, pages)
			}
		}
	}
}

// followTo checks one link within the site.
func (l *loader) followTo(link Link, u *url.URL, pages map[string]*loader) {
	page := l
	if u.Path != "" && u.Path != "/" {
		page = pages[u.Path]
	}
	switch {
	case page == nil:
		l.add(link.Pos, "link to a lesson that exists, as /concepts/name; one that is to come belongs under related", "the link %q leads nowhere", link.To)
	case u.Path == "/" || u.Fragment == "":
		return
	case !page.hasID(u.Fragment):
		l.add(link.Pos, didYouMean(u.Fragment, page.stepIDs()), "the link %q leads to no step or figure", link.To)
	}
}

// hasID says whether the lesson's page has an element of this id.
func (l *loader) hasID(id string) bool {
	_, ok := l.ids[id]
	return ok
}

// stepIDs are the ids of the lesson's own parts, in alphabetical order.
func (l *loader) stepIDs() []string {
	var out []string
	for id, pos := range l.ids {
		if pos.Line > 0 {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}
