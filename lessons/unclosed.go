package lessons

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// unclosed reports a fence that nobody closed, and says whether n is one: it runs
// to the end of the file, or on to the end of the fence that comes next, whose
// opening line stands in it.
func (l *loader) unclosed(n ast.Node) bool {
	f, ok := n.(*ast.FencedCodeBlock)
	if !ok {
		return false
	}
	pos := l.pos(f.Pos())
	if next := l.opensWithin(f, pos.Line); next > 0 {
		l.add(pos, "close it with a line of three backticks, or begin and end it with four where it is to show the other",
			"this fence is never closed before line %d, where the next begins", next)
		return true
	}
	if l.closes(pos.Line + f.Lines().Len() + 1) {
		return false
	}
	l.add(pos, "close it with a line of three backticks", "this fence is never closed")
	return true
}

// closes says whether a line, where the file has it, ends a fence.
func (l *loader) closes(line int) bool {
	if line > len(l.starts) {
		return false
	}
	closing := strings.TrimSpace(string(l.line(line)))
	return len(closing) >= 3 && strings.Trim(closing, "`~") == ""
}

// opensWithin is the first line inside a fence that would open another: at the
// left margin the marks of its own kind, as many at least, and a word behind them.
// 0 where there is none.
func (l *loader) opensWithin(f *ast.FencedCodeBlock, from int) int {
	mark, size := fenceMark(bytes.TrimLeft(l.line(from), " "))
	for line := from + 1; line <= from+f.Lines().Len(); line++ {
		text := l.line(line)
		other, n := fenceMark(text)
		info := bytes.TrimSpace(text[n:])
		if other == mark && n >= size && len(info) > 0 && !bytes.ContainsRune(info, '`') {
			return line
		}
	}
	return 0
}

// fenceMark is what a line begins with: which mark of a fence, and how many.
func fenceMark(line []byte) (mark byte, n int) {
	if len(line) == 0 || line[0] != '`' && line[0] != '~' {
		return 0, 0
	}
	return line[0], len(line) - len(bytes.TrimLeft(line, string(line[:1])))
}
