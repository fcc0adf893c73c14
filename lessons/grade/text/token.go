package text

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// What parts a token from the one before it.
const (
	gapNone uint8 = iota
	gapSoft       // a conjunction: a new clause, no distance
	gapClause
	gapSentence
)

// scanner walks over folded characters and cuts tokens. Its memory is used
// again.
type scanner struct {
	src  string
	in   []char
	pos  int
	gap  uint8
	line int    // where the current line starts
	buf  []byte // of the word under way
	out  []Token
}

// tokenise folds a text, cuts it into tokens and appends them to out.
func tokenise(src string, out []Token) []Token {
	s := scanners.Get().(*scanner)
	in := fold(src, s.in[:0])
	*s = scanner{src: src, in: in, buf: s.buf, out: slices.Grow(out, len(in)/5+1)}
	for s.pos < len(s.in) {
		s.next()
	}
	out, s.src, s.out = s.out, "", nil
	if len(in) <= longText {
		scanners.Put(s)
	}
	return out
}

// longText is the number of characters from which on a text's memory is not used
// again: what is read is mostly much shorter, and would hold on to it.
const longText = 16 << 10

var scanners = sync.Pool{New: func() any { return new(scanner) }}

// at is the character k places from here, or 0 beyond the ends.
func (s *scanner) at(k int) rune {
	if i := s.pos + k; i >= 0 && i < len(s.in) {
		return s.in[i].r
	}
	return 0
}

// next consumes one token or one separator.
func (s *scanner) next() {
	r := s.at(0)
	switch {
	case unicode.IsLetter(r):
		s.word()
	case unicode.IsDigit(r):
		s.number()
	case r == '\n':
		s.newline()
	case isSymbol(r):
		s.symbol()
	default:
		s.punctuation(r)
		s.pos++
	}
}

// emit appends the token that runs from the character at from to here.
func (s *scanner) emit(from int, norm string, kind Kind) {
	s.out = append(s.out, Token{
		Norm: norm, Kind: kind, open: s.gap,
		Start: int(s.in[from].start), End: int(s.in[s.pos-1].end),
	})
	s.gap = gapNone
}

// widen raises the gap before the next token.
func (s *scanner) widen(gap uint8) {
	if gap > s.gap {
		s.gap = gap
	}
}

// word takes letters, digits and inner apostrophes.
func (s *scanner) word() {
	from := s.pos
	s.buf = s.buf[:0]
	for ; s.pos < len(s.in); s.pos++ {
		r := s.at(0)
		inner := r == '\'' && unicode.IsLetter(s.at(1)) && s.pos > from
		if !inner && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		s.buf = utf8.AppendRune(s.buf, r)
	}
	s.emit(from, uncontract(s.taken(from)), Word)
}

// taken is what was taken since the character at from: a part of the source
// where folding changed nothing, as in most words.
func (s *scanner) taken(from int) string {
	if src := s.src[s.in[from].start:s.in[s.pos-1].end]; src == string(s.buf) {
		return src
	}
	return string(s.buf)
}

// number takes digits with inner points or colons; "30s" is 30 and s.
func (s *scanner) number() {
	from := s.pos
	s.buf = s.buf[:0]
	for ; s.pos < len(s.in); s.pos++ {
		r := s.at(0)
		inner := (r == '.' || r == ':' || r == ',') && unicode.IsDigit(s.at(1))
		if !unicode.IsDigit(r) && !inner {
			break
		}
		s.buf = utf8.AppendRune(s.buf, r)
	}
	norm := s.taken(from)
	if w, ok := numerals[norm]; ok {
		norm = w
	}
	s.emit(from, norm, Number)
}

func isSymbol(r rune) bool {
	switch r {
	case '+', '<', '>', '=', '≤', '≥', '≠', '!', '&', '✔', '✓':
		return true
	}
	return false
}

// symbol takes one symbol. Arrows part clauses; a lone ! ends a sentence.
func (s *scanner) symbol() {
	r, from := s.at(0), s.pos
	s.pos++
	switch {
	case r == '!' && s.at(0) != '=':
		s.widen(gapSentence)
	case r == '>' && (s.at(-2) == '-' || s.at(-2) == '='):
		s.widen(gapClause)
	default:
		s.emit(from, string(r), Symbol)
	}
}

// punctuation notes what a separator parts.
func (s *scanner) punctuation(r rune) {
	switch r {
	case '.':
		s.stop()
	case '?', '。', '！', '？', '¿', '¡', '•', '·', '‣':
		s.widen(gapSentence)
	case ',', ';', '(', ')', '—', '[', ']', '{', '}', '|', '→', '⇒', '、', '，', '；':
		s.widen(gapClause)
	case ':':
		s.widen(gapClause)
	case '-':
		if s.at(-1) == ' ' && s.at(1) == ' ' || s.at(1) == '-' {
			s.widen(gapClause)
		}
	}
}

// stop handles a full stop: it ends a sentence before white space and parts a
// clause elsewhere, unless it belongs to e.g. or i.e.
func (s *scanner) stop() {
	switch next := s.at(1); {
	case s.initial() && (unicode.IsLetter(next) || s.at(-2) == '.'):
	case next == 0, strings.ContainsRune(" \n\"').", next):
		s.widen(gapSentence)
	default:
		s.widen(gapClause)
	}
}

// initial says whether a lone letter stands before the full stop.
func (s *scanner) initial() bool {
	return unicode.IsLetter(s.at(-1)) && !unicode.IsLetter(s.at(-2)) && !unicode.IsDigit(s.at(-2))
}

// wrapped is the length from which a line may be one that was wrapped.
const wrapped = 60

// newline ends a sentence before a bullet, a blank line, or after a short
// line; a long line without a full stop was wrapped and goes on.
func (s *scanner) newline() {
	length := s.pos - s.line
	s.pos++
	s.line = s.pos
	rest := s.pos
	for rest < len(s.in) && s.in[rest].r == ' ' {
		rest++
	}
	if length < wrapped || s.bullet(rest) {
		s.widen(gapSentence)
	}
}

// bullet says whether the line that starts at i is blank or an item of a list.
func (s *scanner) bullet(i int) bool {
	if i >= len(s.in) {
		return true
	}
	switch s.in[i].r {
	case '\n', '-', '*', '+', '—', '#', '(':
		return true
	}
	return unicode.IsDigit(s.in[i].r)
}
