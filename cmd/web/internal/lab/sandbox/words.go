package sandbox

import "strings"

// verbs are the words that a statement may begin with, and what else it needs
// to be allowed: "" for nothing.
var verbs = map[string]string{
	"select": "", "with": "", "values": "", "insert": "", "replace": "", "update": "", "delete": "",
	"begin": "transaction", "commit": "transaction", "end": "transaction", "rollback": "transaction",
	"create": "create",
}

// changes are the verbs after which SQLite's count of changed rows is the
// statement's own.
var changes = map[string]bool{"insert": true, "replace": true, "update": true, "delete": true, "with": true}

// verbFits says why a statement may not begin as it does.
func (c *Conn) verbFits(verb string, from int) error {
	need, known := verbs[verb]
	p := c.guard.policy
	switch {
	case c.guard.settling, p.Author:
		return nil
	case !known:
		return &Error{Kind: Forbidden, Offset: from, Message: "a statement cannot begin with " + named(verb) + " here; it may with SELECT, INSERT, UPDATE, DELETE or WITH"}
	case need == "transaction" && !p.Transaction:
		return &Error{Kind: Forbidden, Offset: from, Message: "transactions are no part of this statement: it is one already"}
	case need == "create" && !p.CreateTable && !p.CreateIndex:
		return &Error{Kind: Forbidden, Offset: from, Message: "CREATE is no part of this statement"}
	}
	return nil
}

func named(verb string) string {
	if verb == "" {
		return "this"
	}
	return strings.ToUpper(verb)
}

// verb is the first word of a statement in lower case, at most 20 bytes of it.
func verb(text string) string {
	n := 0
	for n < len(text) && n < 20 && letter(text[n]) {
		n++
	}
	return strings.ToLower(text[:n])
}

func letter(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= 0x80
}

// skip is how many bytes of space, comments and empty statements open a text.
func skip(text string) int {
	at := 0
	for at < len(text) {
		rest := text[at:]
		switch {
		case strings.ContainsRune(" \t\r\n\f;", rune(rest[0])):
			at++
		case strings.HasPrefix(rest, "--"):
			at += ended(rest, "\n", 0)
		case strings.HasPrefix(rest, "/*"):
			at += ended(rest, "*/", 2)
		default:
			return at
		}
	}
	return at
}

// ended is how many bytes there are up to and with the end of something that
// opens with so many; all where it never ends.
func ended(text, end string, opens int) int {
	i := strings.Index(text[opens:], end)
	if i < 0 {
		return len(text)
	}
	return opens + i + len(end)
}

// find is where a word stands in a text, outside comments and quotes and in
// whatever case; 0 where it does not.
func find(text, word string) int {
	for at := 0; word != "" && at < len(text); {
		rest := text[at:]
		if n := skip(rest); n > 0 && rest[0] != ';' && rest[0] > ' ' {
			at += n
			continue
		}
		if len(rest) >= len(word) && strings.EqualFold(rest[:len(word)], word) && (at == 0 || !letter(text[at-1]) || !letter(word[0])) && (len(rest) == len(word) || !letter(rest[len(word)])) {
			return at
		}
		if rest[0] == '\'' {
			at += ended(rest, "'", 1)
			continue
		}
		at++
	}
	return 0
}

// about is the name that one of SQLite's messages is about, where it does not
// say at which place: "no such column: ownr", "table jobs has no column named x".
func about(message string) string {
	words := strings.Fields(message)
	if len(words) == 0 {
		return ""
	}
	name := words[len(words)-1]
	return name[strings.LastIndexByte(name, '.')+1:]
}
