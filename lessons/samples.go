package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// parseSamples reads samples.jsonl: one JSON object a line, empty lines
// between them allowed. A line with a problem is left out.
func parseSamples(s *source, rubric *Rubric) []Sample {
	if !s.readable() {
		return nil
	}
	var out []Sample
	lines, texts := map[string]int{}, map[string]int{}
	for n := 1; n <= len(s.starts); n++ {
		line := s.line(n)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		sample, ok := s.sample(n, line)
		if !ok || !s.labelled(&sample, line, rubric) {
			continue
		}
		if first, taken := lines[sample.ID]; taken {
			s.add(s.inLine(n, line, `"`+sample.ID+`"`), "give each sample its own id", "the sample %q already stands on line %d", sample.ID, first)
			continue
		}
		lines[sample.ID] = n
		if s.repeated(sample, texts) {
			continue
		}
		out = append(out, sample)
	}
	return out
}

// repeated reports a text that stands twice: it would be learnt twice, and a
// measurement on texts held back would meet one that was learnt.
func (s *source) repeated(sample Sample, texts map[string]int) bool {
	text := strings.ToLower(strings.Join(strings.Fields(sample.Text), " "))
	first, twice := texts[text]
	if twice {
		s.add(sample.Pos, "keep one of the two", "the text of the sample %q already stands on line %d", sample.ID, first)
	}
	texts[text] = sample.Pos.Line
	return twice
}

// sample decodes one line.
func (s *source) sample(n int, line []byte) (Sample, bool) {
	out := Sample{Pos: Pos{s.file, n, 1}}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err := dec.Decode(&out)
	if err == nil && dec.More() {
		err = errors.New("something follows the object")
	}
	if err != nil {
		offset, said := jsonFault(err, dec, line)
		s.add(s.pos(s.starts[n-1]+offset), "write one JSON object with id, style, text, points and misconceptions", "this line cannot be read: %s", said)
		return out, false
	}
	return out, true
}

// jsonFault is where in the line decoding stopped, and why, in words.
func jsonFault(err error, dec *json.Decoder, line []byte) (int, string) {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	said := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case errors.As(err, &syntax):
		return max(int(syntax.Offset)-1, 0), said
	case errors.As(err, &kind):
		name := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		return max(bytes.Index(line, []byte(`"`+name+`"`)), 0), fmt.Sprintf("%q cannot be a %s", name, kind.Value)
	case strings.HasPrefix(said, "unknown field "):
		name := strings.TrimPrefix(said, "unknown field ")
		return max(bytes.Index(line, []byte(name)), 0), "there is no field " + name
	case strings.Contains(said, "unexpected EOF"):
		return len(line), "it ends too early"
	}
	return int(dec.InputOffset()), said
}

// labelled checks a sample against the rubric and says whether it may be used.
func (s *source) labelled(sample *Sample, line []byte, rubric *Rubric) bool {
	before := len(s.list)
	n := sample.Pos.Line
	switch {
	case sample.ID == "":
		s.add(sample.Pos, "give it one", "a sample without an id")
	case strings.TrimSpace(sample.Text) == "":
		s.add(sample.Pos, "write the explanation or take the line out", "the sample %q has no text", sample.ID)
	}
	flags := map[string]int{"copied": sample.Copied, "gaming": sample.Gaming, "offtopic": sample.OffTopic}
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		if v := flags[key]; v != 0 && v != 1 {
			s.add(s.inLine(n, line, `"`+key+`"`), "write 0 or 1", "the label %q is %d", key, v)
		}
	}
	if rubric != nil {
		s.labels(sample.Points, idsOf(rubric.Points, func(p KeyPoint) string { return p.ID }), n, line, "key point")
		s.labels(sample.Misconceptions, idsOf(rubric.Misconceptions, func(m Misconception) string { return m.ID }), n, line, "misconception")
	}
	return len(s.list) == before
}

// labels checks one set of labels: every known name, no other, 0 or 1.
func (s *source) labels(given map[string]int, known []string, n int, line []byte, what string) {
	for _, id := range slices.Sorted(maps.Keys(given)) {
		switch v := given[id]; {
		case !slices.Contains(known, id):
			s.add(s.inLine(n, line, `"`+id+`"`), didYouMean(id, known), "the rubric has no %s %q", what, id)
		case v != 0 && v != 1:
			s.add(s.inLine(n, line, `"`+id+`"`), "write 0 or 1", "the label %q is %d", id, v)
		}
	}
	for _, id := range known {
		if _, ok := given[id]; !ok {
			s.add(Pos{s.file, n, 1}, "write 1 where the text says it and 0 where it does not", "no label for the %s %q", what, id)
		}
	}
}

// inLine is where some words stand in a line; its start where they do not.
func (s *source) inLine(n int, line []byte, words string) Pos {
	i := max(bytes.LastIndex(line, []byte(words)), 0)
	return Pos{s.file, n, utf8.RuneCount(line[:i]) + 1}
}
