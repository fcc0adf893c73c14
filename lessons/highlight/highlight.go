// Package highlight sets listings the way a book does: keywords bold, comments
// slanted, everything else as it is. It writes <b> and <i>, no colour, class
// or style, so a listing needs nothing of a page's style sheet and reads the
// same in print.
package highlight

import (
	"embed"
	"fmt"
	"html"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// The lexers are those of chroma, one file a language. Its own lexers package
// would do the same, but reads some 300 of them at every start (13 ms and
// 6 MB of binary).
//
//go:embed languages/*.xml
var languages embed.FS

// Plain is the language of a listing that is not to be highlighted.
const Plain = "text"

var lexers = map[string]func() (chroma.Lexer, error){
	"bash": lexer("bash"),
	"go":   lexer("go"),
	"json": lexer("json"),
	"sql":  lexer("sql"),
	"yaml": lexer("yaml"),
}

// lexer reads a language's file when it is first asked for.
func lexer(name string) func() (chroma.Lexer, error) {
	return sync.OnceValues(func() (chroma.Lexer, error) {
		l, err := chroma.NewXMLLexer(languages, "languages/"+name+".xml")
		if err != nil {
			return nil, fmt.Errorf("read the lexer of %s: %w", name, err)
		}
		return chroma.Coalesce(l), nil
	})
}

// Languages are the names that HTML knows, in alphabetical order.
func Languages() []string { return []string{"bash", "go", "json", "sql", Plain, "yaml"} }

// HTML is the inside of a code element: code escaped, with its keywords and
// comments marked. A language that it does not know is an error.
func HTML(language, code string) (string, error) {
	if language == Plain {
		return html.EscapeString(code), nil
	}
	get, ok := lexers[language]
	if !ok {
		return "", fmt.Errorf("no language %q", language)
	}
	l, err := get()
	if err != nil {
		return "", err
	}
	tokens, err := l.Tokenise(nil, code)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", language, err)
	}
	return write(tokens), nil
}

// write marks the tokens up.
func write(tokens chroma.Iterator) string {
	var b strings.Builder
	for _, t := range tokens.Tokens() {
		tag := mark(t.Type)
		words := strings.TrimRight(t.Value, " \n")
		if tag == "" || words == "" {
			b.WriteString(html.EscapeString(t.Value))
			continue
		}
		fmt.Fprintf(&b, "<%s>%s</%[1]s>%[3]s", tag, html.EscapeString(words), t.Value[len(words):])
	}
	return b.String()
}

// mark is the element that a kind of token is set in.
func mark(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Keyword):
		return "b"
	case t.InCategory(chroma.Comment):
		return "i"
	}
	return ""
}

// Lines is HTML cut at the ends of lines: every line is whole by itself. A
// line end at the end of code opens no further line.
func Lines(language, code string) ([]string, error) {
	all, err := HTML(language, strings.TrimSuffix(code, "\n"))
	if err != nil {
		return nil, err
	}
	out := strings.Split(all, "\n")
	open := ""
	for i, line := range out {
		line = open + line
		open = unclosed(line)
		out[i] = line
		if open != "" {
			out[i] += "</" + open[1:]
		}
	}
	return out, nil
}

// unclosed is the tag that a line leaves open, "" for none. Tags are never
// nested.
func unclosed(line string) string {
	for _, tag := range []string{"<b>", "<i>"} {
		if strings.LastIndex(line, tag) > strings.LastIndex(line, "</"+tag[1:]) {
			return tag
		}
	}
	return ""
}
