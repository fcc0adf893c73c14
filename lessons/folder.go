package lessons

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// folder is one concept's folder.
type folder struct {
	*report
	fsys fs.FS
	slug string
}

// load reads one concept; nil where there is no lesson.md.
func (f *folder) load(ld *Loader) *loader {
	f.strangers()
	words := f.read(lessonFile)
	if words == nil {
		return nil
	}
	rubric, samples := f.read(rubricFile), f.samplesFile(ld)
	page := f.page(ld, words)
	page.lesson.Version = together(words, rubric, samples)
	if rubric != nil {
		page.lesson.Rubric = f.rubric(ld, rubric, together(rubric, samples))
		todos := newSource(path.Join(f.slug, rubricFile), rubric.text, f.report).todos()
		page.lesson.Todos = append(slices.Clip(page.lesson.Todos), todos...)
	}
	if samples != nil {
		page.lesson.Samples = f.samples(ld, samples, page.lesson.Rubric, together(rubric, samples))
	}
	page.lesson.Fitted = f.fitted(ld)
	labs, hashes := f.loadLabs(ld)
	if hashes != "" {
		page.lesson.Version = digest([]byte(page.lesson.Version + hashes))
	}
	page.placeLabs(labs, f.slug)
	page.explained(rubric != nil, samples != nil)
	page.sentences(page.lesson.Rubric)
	f.emblem(ld, page.lesson)
	return page
}

// page is lesson.md, read. It is a copy: what is kept for the next loading
// stays as it was parsed.
func (f *folder) page(ld *Loader, from *file) *loader {
	name := path.Join(f.slug, lessonFile)
	page := *recall(ld, f.report, name, from.hash, func(r *report) *loader {
		return parseLesson(f.slug, newSource(name, from.text, r), newMarkdown(), ld.Base)
	})
	source, lesson := *page.source, *page.lesson
	source.report = f.report
	page.source, page.lesson = &source, &lesson
	return &page
}

// emblem adds the lesson's own drawing, which makes a named one needless.
func (f *folder) emblem(ld *Loader, l *Lesson) {
	from := f.read(emblemFile)
	if from == nil {
		return
	}
	name := path.Join(f.slug, emblemFile)
	l.Drawing = recall(ld, f.report, name, from.hash, func(r *report) string {
		return parseEmblem(newSource(name, from.text, r))
	})
	l.Version = digest([]byte(l.Version + from.hash))
	if l.Emblem != "" {
		f.add(Pos{name, 1, 1}, "take emblem out of the front matter, or the file away", "the lesson has a drawing of its own and names %q", l.Emblem)
	}
}

// rubric is rubric.yaml, read, in the given version.
func (f *folder) rubric(ld *Loader, from *file, version string) *Rubric {
	name := path.Join(f.slug, rubricFile)
	rubric := recall(ld, f.report, name, from.hash, func(r *report) *Rubric {
		return parseRubric(newSource(name, from.text, r))
	})
	if rubric == nil {
		return nil
	}
	versioned := *rubric
	versioned.Version = version
	return &versioned
}

// explained reports an explanation that is asked for but cannot be scored, and
// a rubric that no explanation is asked for.
func (l *loader) explained(rubric, samples bool) {
	at, asks := l.ids[idExplain]
	switch {
	case asks && !rubric:
		l.add(at, "write rubric.yaml", "an explanation is asked for and there is no rubric.yaml")
	case l.lesson.Torn: // what it asks for may stand in the part that was not read
	case rubric && !asks:
		l.add(l.lesson.Pos, "end the lesson with ## Explain it in your own words {#explain}", "there is a rubric and no section that asks for an explanation")
	case samples && !rubric:
		l.add(l.lesson.Pos, "write rubric.yaml", "there are samples and no rubric.yaml")
	}
}

// strangers reports files that a concept's folder has no use for. Hidden files
// and the ones that editors leave behind are passed over.
func (f *folder) strangers() {
	known := []string{lessonFile, rubricFile, samplesFile, packedFile, fittedFile, emblemFile, labFolder}
	entries, err := fs.ReadDir(f.fsys, f.slug)
	if err != nil {
		f.add(Pos{f.slug, 1, 1}, "check its rights", "the folder cannot be read: %v", err)
	}
	for _, e := range entries {
		name := e.Name()
		if slices.Contains(known, name) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") {
			continue
		}
		f.add(Pos{path.Join(f.slug, name), 1, 1}, didYouMean(name, known), "a concept's folder has no file %q", name)
	}
}

// limits are how large a concept's files may be, in bytes.
var limits = map[string]int64{lessonFile: 128 << 10, rubricFile: 1 << 20, samplesFile: 16 << 20, packedFile: 8 << 20, fittedFile: 8 << 20, glossaryFile: 128 << 10, emblemFile: 8 << 10}

// limitOf is how large a file of a concept's folder may be, in bytes.
func limitOf(name string) int64 {
	if path.Dir(name) == labFolder {
		return 64 << 10
	}
	return limits[name]
}

// file is one file's bytes and their hash; nil for one that is not there.
type file struct {
	text []byte
	hash string
}

// hashOf is the hash of a file, "" for one that is not there.
func hashOf(f *file) string {
	if f == nil {
		return ""
	}
	return f.hash
}

// read is a file of the folder. What cannot be read, or is too large to be
// meant, is reported and counts as not there.
func (f *folder) read(name string) *file {
	at := Pos{path.Join(f.slug, name), 1, 1}
	from, err := f.fsys.Open(at.File)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			f.add(at, "check its rights", "the file cannot be read: %v", err)
		} else if name == lessonFile {
			f.add(at, "write it, or take the folder away", "the file is not there")
		}
		return nil
	}
	defer from.Close()
	var text bytes.Buffer
	if info, err := from.Stat(); err == nil {
		text.Grow(int(min(info.Size(), limitOf(name))) + bytes.MinRead)
	}
	_, err = text.ReadFrom(io.LimitReader(from, limitOf(name)+1))
	switch {
	case err != nil:
		f.add(at, "check its rights", "the file cannot be read: %v", err)
	case int64(text.Len()) > limitOf(name):
		f.add(at, "cut it down", "the file is larger than %d KB", limitOf(name)>>10)
	default:
		return &file{text.Bytes(), digest(text.Bytes())}
	}
	return nil
}

// digest is a short hash of some bytes.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// together is one hash for the hashes of several files.
func together(files ...*file) string {
	var all []byte
	for _, f := range files {
		all = append(append(all, hashOf(f)...), '\n')
	}
	return digest(all)
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
