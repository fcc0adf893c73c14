package static

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strings"
)

// root is where the files live below the base path.
const root = "/static/"

// Table is a set of files under their hashed names. It never changes once
// made and may be used by many goroutines at once.
type Table struct {
	byName  map[string]*asset   // "css/site.css"
	byRoute map[string]*asset   // "css/site.4f1d2a90c3b7.css"
	imports map[string][]string // modules that a module imports itself, by name
}

// NewTable reads css/, js/, fonts/ and img/ of fsys. The style sheets become
// two, Sheet and RestSheet; addresses in them and imports in modules are rewritten
// to hashed names. It fails where a file names another that is not there, and
// where modules import each other in a ring.
func NewTable(fsys fs.FS) (*Table, error) {
	t := &Table{byName: map[string]*asset{}, byRoute: map[string]*asset{}, imports: map[string][]string{}}
	for _, dir := range []string{"fonts", "img"} {
		if err := t.addDir(fsys, dir); err != nil {
			return nil, err
		}
	}
	if err := t.addStyles(fsys); err != nil {
		return nil, err
	}
	return t, t.addModules(fsys)
}

// Path is the address of a file, below the base path.
func (t *Table) Path(name string) string {
	if a, ok := t.byName[name]; ok {
		return root + a.route
	}
	return root + name
}

// Names lists the files, sorted.
func (t *Table) Names() []string {
	var out []string
	for n := range t.byName {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// add puts one file into the table under the hash of its bytes.
func (t *Table) add(name string, body []byte) {
	hash := hashOf(body)
	ext := path.Ext(name)
	route := strings.TrimSuffix(name, ext) + "." + hash + ext
	a := newAsset(route, hash, body)
	t.byName[name], t.byRoute[route] = a, a
}

// hashOf is what names a file's bytes.
func hashOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:6])
}

// addDir adds a folder's files as they are.
func (t *Table) addDir(fsys fs.FS, dir string) error {
	return eachFile(fsys, dir, func(name string, body []byte) error {
		t.add(name, body)
		return nil
	})
}

// eachFile calls do with every file right inside dir, in order of names. A
// folder that is not there has no files. All files have an ending, and folders
// none.
func eachFile(fsys fs.FS, dir string, do func(name string, body []byte) error) error {
	names, err := fs.Glob(fsys, dir+"/*.*")
	if err != nil {
		return fmt.Errorf("list %s: %w", dir, err)
	}
	for _, name := range names {
		body, err := fs.ReadFile(fsys, name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		if err := do(name, body); err != nil {
			return err
		}
	}
	return nil
}

var (
	comment = regexp.MustCompile(`(?s)/\*.*?\*/\s*`)
	indent  = regexp.MustCompile(`\n\s*`)
	urls    = regexp.MustCompile(`url\("(\.\./[^"#]+)"\)`)
)

// addStyles joins the sheets of css/ and those of css/rest/ into one each. Their
// order does not matter, for every rule stands in a layer, but css/site.css comes
// first, for it names the layers.
func (t *Table) addStyles(fsys fs.FS) error {
	first, err := fs.ReadFile(fsys, Sheet)
	if err != nil {
		return fmt.Errorf("read %s: %w", Sheet, err)
	}
	if err := t.join(fsys, Sheet, first, "css"); err != nil {
		return err
	}
	return t.join(fsys, RestSheet, nil, "css/rest")
}

// join adds the sheets of a folder as one, in order of names and below what comes
// first.
func (t *Table) join(fsys fs.FS, name string, first []byte, dir string) error {
	var all strings.Builder
	all.Write(first)
	err := eachFile(fsys, dir, func(each string, body []byte) error {
		if each != name {
			all.Write(body)
		}
		return nil
	})
	if err != nil {
		return err
	}
	text := indent.ReplaceAllString(comment.ReplaceAllString(all.String(), ""), "\n")
	body, err := t.rewrite(name, text, urls, `url("%s")`)
	t.add(name, []byte(body))
	return err
}

// rewrite replaces every address that re finds in text, relative to the file
// from, by the relative address of the hashed file.
func (t *Table) rewrite(from, text string, re *regexp.Regexp, as string) (string, error) {
	var missing error
	out := re.ReplaceAllStringFunc(text, func(m string) string {
		ref := re.FindStringSubmatch(m)[1]
		a, ok := t.byName[path.Join(path.Dir(from), ref)]
		if !ok {
			missing = fmt.Errorf("%s names %s, which is not there", from, ref)
			return m
		}
		return fmt.Sprintf(as, path.Dir(ref)+"/"+path.Base(a.route))
	})
	return out, missing
}
