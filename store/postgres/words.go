package postgres

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// What a tsvector can hold (https://www.postgresql.org/docs/current/textsearch-limitations.html).
const (
	longestWord  = 255       // bytes; 2,046 may be
	mostPosition = 16383     // of a word
	mostPlaces   = 255       // that one word has
	mostBytes    = 512 << 10 // of a whole vector; a megabyte may be
)

// folded is a word without case and accents, cut where it is longer than any.
func folded(word string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(word)) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if b.Len() > longestWord {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// vector is a tsvector in the making. The zero vector is empty.
type vector struct {
	order  []string
	places map[string][]string
	next   int
	bytes  int
}

// add puts the words of a text behind those before, with a weight ("" for none,
// and then without places, which nothing asks for).
func (v *vector) add(text, weight string) {
	if v.places == nil {
		v.places = make(map[string][]string)
	}
	for _, w := range sqlstore.Words(text) {
		w = folded(w)
		if v.next++; w == "" || v.bytes > mostBytes {
			continue
		}
		at, known := v.places[w]
		if !known {
			v.order = append(v.order, w)
			v.bytes += len(w) + 8
		}
		if weight != "" && len(at) < mostPlaces {
			at = append(at, strconv.Itoa(min(v.next, mostPosition))+weight)
			v.bytes += 2
		}
		v.places[w] = at
	}
}

// String is the vector as PostgreSQL reads one.
func (v *vector) String() string {
	var b strings.Builder
	for _, w := range v.order {
		b.WriteString(`'` + w + `'`)
		if at := v.places[w]; len(at) > 0 {
			b.WriteString(`:` + strings.Join(at, ","))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// beginnings are the words that a Match asks for.
func beginnings(match string) []string {
	list := strings.Split(match, " & ")
	for i, w := range list {
		list[i] = strings.TrimSuffix(strings.TrimPrefix(w, `'`), `':*`)
	}
	return list
}

// token is a word of a text by its bytes.
type token struct {
	from, to int
	found    bool
}

// tokens finds the words of a text and marks those that begin as asked.
func tokens(text string, begins []string) (list []token) {
	from := -1
	for i, r := range text + " " {
		switch word := len(sqlstore.Words(string(r))) > 0 || from >= 0 && unicode.Is(unicode.Mn, r); {
		case word && from < 0:
			from = i
		case !word && from >= 0:
			list = append(list, token{from, i, beginsAny(folded(text[from:i]), begins)})
			from = -1
		}
	}
	return list
}

func beginsAny(word string, begins []string) bool {
	for _, b := range begins {
		if strings.HasPrefix(word, b) {
			return true
		}
	}
	return false
}

// marked cuts a text where what was found begins and ends.
func marked(text string, begins []string) []store.Run {
	return runs(text, tokens(text, begins), 0, len(text))
}

// runs is the part of a text from one byte to another. Words found one after the
// other, with nothing but space between them, are one run each.
func runs(text string, list []token, from, to int) (out []store.Run) {
	add := func(a, b int, found bool) {
		if a < b {
			out = append(out, store.Run{Text: text[a:b], Found: found})
		}
	}
	for _, t := range list {
		if t.found && t.from >= from && t.to <= to {
			add(from, t.from, false)
			add(t.from, t.to, true)
			from = t.to
		}
	}
	add(from, to, false)
	return out
}

// wordsShown is how many words an excerpt has.
const wordsShown = 28

// excerpt is the stretch of a text that holds the most of what was found, the
// first of such, with dots where it was cut.
func excerpt(text string, begins []string) []store.Run {
	list := tokens(text, begins)
	if len(list) <= wordsShown {
		return marked(text, begins)
	}
	at := best(list)
	from, to := 0, len(text)
	if at > 0 {
		from = list[at].from
	}
	last := at + wordsShown
	if last < len(list) {
		to = list[last-1].to
	}
	out := runs(text, list, from, to)
	if from > 0 {
		out = append([]store.Run{{Text: "…"}}, out...)
	}
	if to < len(text) {
		out = append(out, store.Run{Text: "…"})
	}
	return joined(out)
}

// best is the first word of the stretch with the most words found.
func best(list []token) (at int) {
	most := -1
	for i := 0; i+wordsShown <= len(list); i++ {
		n := 0
		for _, t := range list[i : i+wordsShown] {
			if t.found {
				n++
			}
		}
		if n > most {
			most, at = n, i
		}
	}
	return at
}

// joined puts neighbours together that were both not found.
func joined(list []store.Run) (out []store.Run) {
	for _, r := range list {
		if n := len(out); n > 0 && !r.Found && !out[n-1].Found {
			out[n-1].Text += r.Text
			continue
		}
		out = append(out, r)
	}
	return out
}
