package lessons

import (
	"bytes"
	"errors"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"
)

// broken reports text that is no YAML, at the place where the parser stopped, or
// at the space before it that only looks like one.
func (y *yamlText) broken(text []byte, err error) {
	var load *yaml.LoadError
	if !errors.As(err, &load) || load.Mark.Line == 0 {
		y.add(y.empty, "mend the YAML", "%s cannot be read: %s", y.what, strings.TrimPrefix(err.Error(), "yaml: "))
		return
	}
	lines := bytes.Split(text, []byte("\n"))
	for n := max(load.Mark.Line-1, 1); n <= min(load.Mark.Line, len(lines)); n++ {
		if r, col := strayIndent(lines[n-1]); col > 0 {
			y.add(y.place(n, col), "indent with spaces, not tabs or anything else", "%s cannot be read: the line begins with %s", y.what, spaceName(r))
			return
		}
	}
	y.add(y.place(load.Mark.Line, max(load.Mark.Column, 1)), yamlMend(load.Message, at(lines, load.Mark)), "%s cannot be read: %s", y.what, load.Message)
}

// strayIndent is the first character in a line's indentation that is no plain
// space, and its column; column 0 for none.
func strayIndent(line []byte) (rune, int) {
	for i, r := range []rune(string(line)) {
		switch {
		case r == ' ':
			continue
		case unicode.IsSpace(r):
			return r, i + 1
		}
		break
	}
	return 0, 0
}

func spaceName(r rune) string {
	switch r {
	case '\t':
		return "a tab"
	case '\u00A0':
		return "a no-break space"
	}
	return "a space that is none"
}

// at is the character at a mark; 0 past the end of its line.
func at(lines [][]byte, m yaml.Mark) rune {
	if m.Line > len(lines) {
		return 0
	}
	line := []rune(string(lines[m.Line-1]))
	if m.Column < 1 || m.Column > len(line) {
		return 0
	}
	return line[m.Column-1]
}

// yamlMend guesses what the author meant from the parser's message and the
// character at which it stopped.
func yamlMend(message string, stopped rune) string {
	switch {
	case strings.Contains(message, "mapping values"):
		return "put straight quotes around a value that holds a colon and a space"
	case strings.Contains(message, "cannot start any token") && stopped != 0:
		return "put quotes around a value that begins with " + string(stopped)
	case strings.Contains(message, "tab"):
		return "put spaces in the place of tabs"
	case strings.Contains(message, "expected <document start>"):
		return "keep to one mapping of keys and values"
	}
	return "check the indentation, the quotes and the brackets up to here"
}
