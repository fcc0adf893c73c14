package lessons_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fencepost/content"
	"fencepost/lessons"
)

// whole is the lesson of testdata/good/whole.txtar.
func whole(t *testing.T) *lessons.Lesson {
	t.Helper()
	tree, _ := archive(t, "testdata/good/whole.txtar")
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatalf("problems: %v", problems)
	}
	l, ok := lib.Lesson("demo")
	if !ok {
		t.Fatal("no lesson demo")
	}
	return l
}

func at(file string, line, col int) lessons.Pos {
	return lessons.Pos{File: "demo/" + file, Line: line, Col: col}
}

func TestLessonAsWritten(t *testing.T) {
	want := &lessons.Lesson{
		Slug: "demo", Title: "Locks: a demo", Category: "Testing", Summary: "One line, written on two.", Order: 7, Emblem: "lock",
		Steps: []lessons.Step{
			{ID: "first", Title: "First step", Pos: at("lesson.md", 21, 1), Blocks: []lessons.Block{
				&lessons.Prose{HTML: "<p>Some <strong>bold</strong> words &amp; a\nsecond line.</p>", Text: "Some bold words & a second line."},
				&lessons.Note{Title: "A note", HTML: "<p>In the <em>margin</em>.</p>", Text: "In the margin.", Pos: at("lesson.md", 26, 1)},
				&lessons.Prose{
					HTML: "<blockquote>\n<p>A quotation.</p>\n</blockquote>\n<p>After it.</p>\n<pre tabindex=\"0\"><code><b>SELECT</b> &#39;a&lt;b&#39;;\n</code></pre>",
					Text: "A quotation.\n\nAfter it.\n\nSELECT 'a<b';",
				},
			}},
			{ID: "second", Title: "Second", Pos: at("lesson.md", 36, 1), Blocks: []lessons.Block{
				&lessons.Prose{HTML: `<h3 id="inside">Inside</h3>`, Text: "Inside"},
				&lessons.Figure{
					Scenario: "lease", ID: "figure", Caption: "It runs out.", Pos: at("lesson.md", 40, 1),
					Show:       map[string]string{"freeze": "12s", "fencing": "off"},
					ShowPos:    map[string]lessons.Pos{"freeze": at("lesson.md", 43, 8), "fencing": at("lesson.md", 43, 21)},
					Controls:   []string{"freeze", "fencing"},
					ControlPos: []lessons.Pos{at("lesson.md", 44, 12), at("lesson.md", 44, 20)},
				},
				&lessons.Prose{
					HTML: "<table>\n<thead>\n<tr>\n<th>Left</th>\n<th class=\"right\">Right</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>a</td>\n<td class=\"right\">1</td>\n</tr>\n</tbody>\n</table>",
					Text: "Left\n\nRight\n\na\n\n1",
				},
				&lessons.Check{
					ID: "one", Type: lessons.Multiple, Pos: at("lesson.md", 51, 1),
					Ask:     "<p>Which of <code>these</code>?</p>\n<p>Choose all.</p>",
					AskText: "Which of these?\n\nChoose all.",
					Options: []lessons.Option{
						{ID: "yes", HTML: "This <em>one</em>.", Text: "This one.", Right: true, Feedback: `<p>Yes. See <a href="#figure">the figure</a>.</p>`, Pos: at("lesson.md", 58, 5)},
						{ID: "no", HTML: "That one.", Text: "That one.", Feedback: "<p>No.</p>", Pos: at("lesson.md", 62, 5)},
					},
				},
			}},
		},
		Reference: []lessons.Column{
			{Title: "Goes wrong", Items: []string{"<strong>One.</strong> A thing.", "Two."}},
			{Title: "Instead", Items: []string{"Three."}},
		},
		Explain:  []lessons.Block{&lessons.Prose{HTML: "<p>Say it.</p>", Text: "Say it."}},
		Practise: []lessons.Block{&lessons.Prose{HTML: "<p>Do it.</p>", Text: "Do it."}},
		Reading: []lessons.Source{{
			Title: "A paper", Authors: "A. Writer", Organisation: "A Lab", Kind: "paper", Date: "1989",
			URL: "https://example.org/paper", Why: "It came first.",
		}},
		Related: []lessons.Relation{{Slug: "to-come", Name: "To come", Line: "A line of ours.", Pos: at("lesson.md", 18, 5)}},
		Links:   []lessons.Link{{To: "#figure", Pos: at("lesson.md", 61, 24)}},
		Pos:     at("lesson.md", 1, 1),
	}
	got := whole(t)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(lessons.Lesson{}, "Rubric", "Samples", "Fitted", "Version")); diff != "" {
		t.Errorf("lesson (-want +got):\n%s", diff)
	}
}

func TestRubricAsWritten(t *testing.T) {
	want := &lessons.Rubric{
		Prompt: "Why a lock?", MinChars: 60, MaxChars: 900, Pos: at("rubric.yaml", 1, 1),
		Concepts: []lessons.Concept{{Name: "store", Terms: []string{"storage", "the database"}, Pos: at("rubric.yaml", 4, 3)}},
		Points: []lessons.KeyPoint{{
			ID: "one_owner", Name: "One owner", Statement: "Only one may own it.", Hint: "How many?", Pos: at("rubric.yaml", 6, 5),
			Phrasings: []lessons.Phrase{{Text: "Only one owns it.", Pos: at("rubric.yaml", 10, 17)}},
			NearMiss:  []lessons.Phrase{{Text: "Many own it.", Pos: at("rubric.yaml", 12, 9)}},
			Patterns:  []lessons.Phrase{{Text: "@store ... owner", Pos: at("rubric.yaml", 14, 9)}},
		}},
		Misconceptions: []lessons.Misconception{{
			ID: "no_owner", Name: "Nobody owns it", Wrong: "Somebody does.", Contradicts: []string{"one_owner"}, Pos: at("rubric.yaml", 16, 5),
			Phrasings: []lessons.Phrase{{Text: "Nobody owns it.", Pos: at("rubric.yaml", 20, 17)}},
		}},
	}
	if diff := cmp.Diff(want, whole(t).Rubric, cmpopts.IgnoreFields(lessons.Rubric{}, "Version")); diff != "" {
		t.Errorf("rubric (-want +got):\n%s", diff)
	}
}

func TestSamplesAsWritten(t *testing.T) {
	want := []lessons.Sample{
		{ID: "s1", Style: "plain", Text: "One owner.", Points: map[string]int{"one_owner": 1}, Misconceptions: map[string]int{"no_owner": 0}, Pos: at("samples.jsonl", 1, 1)},
		{ID: "s2", Style: "gaming", Text: "owner owner", Points: map[string]int{"one_owner": 0}, Misconceptions: map[string]int{"no_owner": 1}, Gaming: 1, OffTopic: 1, TestOnly: true, Pos: at("samples.jsonl", 3, 1)},
	}
	if diff := cmp.Diff(want, whole(t).Samples.Get()); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
}

// The content that the program carries can be published.
func TestEmbeddedContentLoads(t *testing.T) {
	lib, problems := lessons.Load(content.FS)
	for _, p := range problems {
		t.Error(p)
	}
	if len(lib.Lessons()) == 0 {
		t.Error("no lesson")
	}
}

const front = "---\ntitle: Demo\ncategory: Testing\nsummary: A line.\norder: 1\n---\n"

func lessonOf(body string) fstest.MapFS {
	return fstest.MapFS{"demo/lesson.md": {Data: []byte(front + body)}}
}

// Editors on other systems end lines with CRLF and may begin a file with a
// byte order mark; neither is a mistake and neither moves a place.
func TestLineEndsAndByteOrderMark(t *testing.T) {
	text := "\uFEFF" + strings.ReplaceAll(front+"\n## First {#first}\n\nTwo\nlines, [dead](#gone).\n", "\n", "\r\n")
	lib, problems := lessons.Load(fstest.MapFS{"demo/lesson.md": {Data: []byte(text)}})
	want := []string{`demo/lesson.md:11:8: the link "#gone" leads to no step or figure; it may have first`}
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	l, _ := lib.Lesson("demo")
	got := l.Steps[0].Blocks[0].(*lessons.Prose).HTML
	if want := "<p>Two\nlines, <a href=\"#gone\">dead</a>.</p>"; got != want {
		t.Errorf("HTML %q, want %q", got, want)
	}
}

func TestWhatNoEditorShows(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"latin-1", "\n## First {#first}\n\nna\xefve\n", "demo/lesson.md:10:3: byte 0xEF is not UTF-8; save the file as UTF-8"},
		{"control", "\n## First {#first}\n\n\u00fcber\x00\n", "demo/lesson.md:10:5: control character U+0000; take it out"},
		{"escape", "\n## First {#first}\n\n\x1b[1m\n", "demo/lesson.md:10:1: control character U+001B; take it out"},
	}
	for _, tt := range tests {
		_, problems := lessons.Load(lessonOf(tt.body))
		if diff := cmp.Diff([]string{tt.want}, lines(problems)); diff != "" {
			t.Errorf("%s: told (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestBounds(t *testing.T) {
	step := "\n## First {#first}\n\n"
	wide := strings.Repeat("a|", 13) + "\n" + strings.Repeat("-|", 13) + "\n" + strings.Repeat("b|\n", 90)
	long := "a|\n-|\n" + strings.Repeat("b|\n", 101)
	tests := []struct{ name, body, want string }{
		{"wide table", step + wide, "demo/lesson.md:11:1: a table may have at most 12 columns; split the table"},
		{"long table", step + long, "demo/lesson.md:10:1: a table may have at most 100 rows; split the table"},
		{"long line", step + strings.Repeat("[", 4097), "demo/lesson.md:10:1: a line may have at most 4 KB; break it"},
		{"long block", step + strings.Repeat(strings.Repeat("[", 1023)+"\n", 17), "demo/lesson.md:10:1: more than 16 KB without an empty line; put empty lines between its parts"},
		{"large file", step + strings.Repeat("a\n\n", 50_000), "demo/lesson.md:1:1: the file is larger than 128 KB; cut it down"},
		{"much HTML", step + strings.Repeat(strings.Repeat("&", 4000)+"\n\n", 30), "demo/lesson.md:10:1: the lesson makes more than 512 KB of HTML; split the lesson"},
	}
	for _, tt := range tests {
		_, problems := lessons.Load(lessonOf(tt.body))
		if diff := cmp.Diff([]string{tt.want}, lines(problems)); diff != "" {
			t.Errorf("%s: told (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestTwelveColumnsAndAHundredRowsAreFine(t *testing.T) {
	table := strings.Repeat("a|", 12) + "\n" + strings.Repeat("-|", 12) + "\n" + strings.Repeat("b|\n", 100)
	if _, problems := lessons.Load(lessonOf("\n## First {#first}\n\n" + table)); len(problems) > 0 {
		t.Error(problems)
	}
}

// A byte of any file moves the versions that depend on it, and no other.
func TestVersions(t *testing.T) {
	type versions struct{ library, lesson, rubric string }
	load := func(edit, suffix string) versions {
		tree, _ := archive(t, "testdata/good/whole.txtar")
		if edit != "" {
			tree[edit].Data = append(tree[edit].Data, suffix...)
		}
		lib, problems := lessons.Load(tree)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		l, _ := lib.Lesson("demo")
		return versions{lib.Version, l.Version, l.Rubric.Version}
	}
	was := load("", "")
	if again := load("", ""); again != was {
		t.Errorf("the same files gave %v and %v", was, again)
	}
	if v := load("demo/lesson.md", "\nMore.\n"); v.library == was.library || v.lesson == was.lesson || v.rubric != was.rubric {
		t.Errorf("an edit of lesson.md moved %v to %v", was, v)
	}
	for _, file := range []string{"demo/rubric.yaml", "demo/samples.jsonl"} {
		if v := load(file, "\n"); v.library == was.library || v.lesson == was.lesson || v.rubric == was.rubric {
			t.Errorf("an edit of %s moved %v to %v", file, was, v)
		}
	}
}

// Categories come in the order of their first lesson, lessons by their order.
func TestCatalogueOrder(t *testing.T) {
	tree := fstest.MapFS{}
	for _, l := range []struct{ slug, category, order string }{
		{"a", "Late", "30"}, {"b", "Early", "20"}, {"c", "Late", "15"}, {"d", "Early", "10"}, {"e", "Early", "10"},
	} {
		text := "---\ntitle: T\ncategory: " + l.category + "\nsummary: S\norder: " + l.order + "\n---\n\n## First {#first}\n\nWords.\n"
		tree[l.slug+"/lesson.md"] = &fstest.MapFile{Data: []byte(text)}
	}
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var got []string
	for _, l := range lib.Lessons() {
		got = append(got, l.Slug)
	}
	if diff := cmp.Diff([]string{"d", "e", "b", "c", "a"}, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestNoLessonsIsAProblem(t *testing.T) {
	_, problems := lessons.Load(fstest.MapFS{"README.md": {Data: []byte("Hello.")}})
	want := []string{".:1:1: there is no lesson; add a folder with a lesson.md"}
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := lessons.Load(content.FS); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

// Below a path, links to the site's own pages lead below it; all others, and
// words that look like one, stay as they are.
func TestLinksKnowThePathOfTheSite(t *testing.T) {
	tree := lessonOf("\n## First {#first}\n\n[There](/concepts/demo#first), [here](#first), [out](https://example.org/), `href=\"/x\"`.\n")
	ld := lessons.Loader{Base: "/learn"}
	lib, problems := ld.Load(tree)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := `<p><a href="/learn/concepts/demo#first">There</a>, <a href="#first">here</a>, <a href="https://example.org/">out</a>, <code>href=&quot;/x&quot;</code>.</p>`
	if got := lib.Lessons()[0].Steps[0].Blocks[0].(*lessons.Prose).HTML; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
