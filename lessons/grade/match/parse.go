package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParsePattern compiles one line of a rubric's patterns:
//
//	[maybe|against] [[SPAN]] CHAIN { & CHAIN }
//	CHAIN = ITEM { >[GAP] ITEM }
//	ITEM  = [+|~|!] ( NAME | (NAME|NAME...) )    NAMEs in brackets may have + or ~
//	NAME  = @concept, a word, or "some words"
func (l *Lexicon) ParsePattern(src string) (*Pattern, error) {
	p := &parser{lex: l, in: lexPattern(src)}
	out := &Pattern{Source: src, span: defaultSpan}
	p.head(out)
	for {
		p.chain(out)
		if p.err != nil {
			return nil, fmt.Errorf("pattern %q: %w", src, p.err)
		}
		if !p.accept("&") {
			break
		}
	}
	if p.peek() != "" {
		return nil, fmt.Errorf("pattern %q: %q was not expected", src, p.peek())
	}
	if len(out.chains) == 0 {
		return nil, fmt.Errorf("pattern %q: nothing in it must be present", src)
	}
	out.firm = out.affirms()
	l.tally(out)
	return out, nil
}

// lexPattern cuts a pattern into marks, quoted phrases and words.
func lexPattern(src string) []string {
	var out []string
	for src != "" {
		switch c := src[0]; {
		case c == ' ':
			src = src[1:]
		case strings.IndexByte(marks, c) >= 0:
			out, src = append(out, src[:1]), src[1:]
		case c == '"':
			n := strings.IndexByte(src[1:], '"')
			if n < 0 {
				n = len(src) - 2
			}
			out, src = append(out, src[:n+2]), src[n+2:]
		default:
			n := strings.IndexAny(src, ` "`+marks)
			if n < 0 {
				n = len(src)
			}
			out, src = append(out, src[:n]), src[n:]
		}
	}
	return out
}

type parser struct {
	lex *Lexicon
	in  []string
	err error
}

func (p *parser) peek() string {
	if len(p.in) == 0 {
		return ""
	}
	return p.in[0]
}

func (p *parser) take() string {
	t := p.peek()
	if len(p.in) > 0 {
		p.in = p.in[1:]
	}
	return t
}

func (p *parser) accept(t string) bool {
	if p.peek() != t {
		return false
	}
	p.take()
	return true
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// head reads the kind and the span.
func (p *parser) head(out *Pattern) {
	switch {
	case p.accept("maybe"):
		out.Kind = Hint
	case p.accept("against"):
		out.Kind = Against
	}
	if p.accept("[") {
		out.span = p.number(defaultSpan)
		if !p.accept("]") {
			p.fail("[ wants a number and ]")
		}
	}
}

// number takes a number, or returns the default where none stands here.
func (p *parser) number(without int) int {
	n, err := strconv.Atoi(p.peek())
	if err != nil || n < 0 || n > 999 {
		return without
	}
	p.take()
	return n
}

// chain reads items joined by >. An absent item stands alone.
func (p *parser) chain(out *Pattern) {
	if p.accept("!") {
		out.absent = append(out.absent, p.atom())
		return
	}
	steps := []step{{atom: p.atom()}}
	for p.err == nil && p.accept(">") {
		gap := p.number(defaultGap)
		steps = append(steps, step{p.atom(), gap})
	}
	out.chains = append(out.chains, steps)
}

// atom reads one item: a concept, or alternatives in brackets, each with a
// polarity of its own or that of the bracket.
func (p *parser) atom() atom {
	want := p.polarity(either)
	if !p.accept("(") {
		return atom{{p.concept(), want}}
	}
	out := atom{p.alternative(want)}
	for p.err == nil && p.accept("|") {
		out = append(out, p.alternative(want))
	}
	if !p.accept(")") {
		p.fail("( is not closed")
	}
	return out
}

func (p *parser) alternative(outer polarity) alternative {
	want := p.polarity(outer)
	return alternative{p.concept(), want}
}

// polarity reads + or ~; without either it is the one given.
func (p *parser) polarity(without polarity) polarity {
	switch {
	case p.accept("+"):
		return affirmed
	case p.accept("~"):
		return denied
	}
	return without
}

var errNoItem = errors.New("a concept, a word or a phrase was expected")

const marks = "&>|()!+~[]"

// concept reads @name, or words up to the next mark: a phrase.
func (p *parser) concept() int {
	t := p.take()
	if t == "" || strings.Contains(marks, t) {
		p.fail("%w", errNoItem)
		return 0
	}
	if name, ok := strings.CutPrefix(t, "@"); ok {
		i := p.lex.Concept(name)
		if i < 0 {
			p.fail("@%s is not a concept", name)
		}
		return i
	}
	return p.phrase(strings.Trim(t, `"`))
}

// phrase takes the words that follow a first one.
func (p *parser) phrase(words string) int {
	for next := p.peek(); next != "" && !strings.Contains(marks, next) && next[0] != '@'; next = p.peek() {
		words += " " + strings.Trim(p.take(), `"`)
	}
	i, err := p.lex.literal(words)
	if err != nil {
		p.fail("%w", err)
	}
	return i
}
