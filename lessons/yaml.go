package lessons

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// yamlText reads YAML strictly and by hand, so that every complaint can name
// the place: yaml's own decoding into structs forgets where values stood.
type yamlText struct {
	*report
	what  string // "the front matter", "the check": how messages call it
	place func(line, col int) Pos
	empty Pos // where to point when there is nothing to point at
}

// root parses text and returns its top mapping; nil after a reported problem.
func (y *yamlText) root(text []byte) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Load(text, &doc); err != nil && strings.TrimSpace(string(text)) != "" {
		y.broken(text, err)
		return nil
	}
	if len(doc.Content) == 0 || y.null(doc.Content[0]) {
		y.add(y.empty, "write its keys", "%s is empty", y.what)
		return nil
	}
	if !y.simple(doc.Content[0]) {
		return nil
	}
	return doc.Content[0]
}

// simple reports anchors, aliases, merges and tags, and whether there were
// none: content has no use for them, and aliases can make a small file huge.
func (y *yamlText) simple(n *yaml.Node) bool {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		y.add(y.at(n), "write the value out", "anchors and aliases are not used in content")
		return false
	case n.Style&yaml.TaggedStyle != 0:
		y.add(y.at(n), "leave the tag out", "the tag %s is not used in content", n.Tag)
		return false
	}
	for _, c := range n.Content {
		if !y.simple(c) {
			return false
		}
	}
	return true
}

// at is the place of a node.
func (y *yamlText) at(n *yaml.Node) Pos {
	if n == nil || n.Line == 0 {
		return y.empty
	}
	return y.place(n.Line, n.Column)
}

// null says whether n holds nothing: an empty value, ~ or null.
func (y *yamlText) null(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}

// mapping is one YAML mapping whose keys are known.
type mapping struct {
	*yamlText
	name  string // "option": how messages call it
	node  *yaml.Node
	value map[string]*yaml.Node
	key   map[string]*yaml.Node
	order []string
}

// mapping reads n as a mapping of known keys; no known keys means any.
// It reports every other key and every key that stands twice.
func (y *yamlText) mapping(n *yaml.Node, name string, known ...string) (*mapping, bool) {
	m := &mapping{yamlText: y, name: name, node: n, value: map[string]*yaml.Node{}, key: map[string]*yaml.Node{}}
	if n.Kind != yaml.MappingNode {
		y.add(y.at(n), "write it as keys and values", "%s must be a mapping, not %s", name, kind(n))
		return m, false
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		m.take(n.Content[i], n.Content[i+1], known)
	}
	return m, true
}

// take files one key and value of the mapping.
func (m *mapping) take(k, v *yaml.Node, known []string) {
	if len(known) > 0 && !slices.Contains(known, k.Value) {
		m.add(m.at(k), didYouMean(k.Value, known), "%s has no key %q", m.name, k.Value)
		return
	}
	if _, twice := m.key[k.Value]; twice {
		m.add(m.at(k), "keep one of the two", "%s has the key %q twice", m.name, k.Value)
		return
	}
	m.key[k.Value], m.value[k.Value] = k, v
	m.order = append(m.order, k.Value)
}

// has says whether the key is there with a value.
func (m *mapping) has(key string) bool {
	return m.value[key] != nil && !m.null(m.value[key])
}

// misspelt is the key that was written where another was meant; "" where that
// other one is there, or none looks like it.
func (m *mapping) misspelt(key string) string {
	if m.key[key] != nil {
		return ""
	}
	for _, k := range m.order {
		if Distance(k, key) == 1 {
			return k
		}
	}
	return ""
}

// need reports a key that is not there or has no value.
func (m *mapping) need(key, mend string) bool {
	switch {
	case m.has(key):
		return true
	case m.key[key] != nil:
		m.add(m.at(m.key[key]), mend, "%s has nothing under %q", m.name, key)
	default:
		m.add(m.at(m.node), mend, "%s has no %q", m.name, key)
	}
	return false
}

// text is a value that must be there and be text; mend says what to write.
func (m *mapping) text(key, mend string) string {
	if !m.need(key, mend) {
		return ""
	}
	s, ok := m.scalar(m.value[key], key)
	if ok && strings.TrimSpace(s) == "" {
		m.add(m.at(m.value[key]), mend, "%s has nothing under %q", m.name, key)
	}
	return strings.TrimSpace(s)
}

// markup recognises marks of Markdown or HTML.
var markup = regexp.MustCompile("\\*\\*|`|\\]\\(|</?[a-z]+>")

// plain is a text value that must be there and that readers see as it is
// written: mark-up in it would be shown as such.
func (m *mapping) plain(key, mend string) string {
	s := m.text(key, mend)
	if mark := markup.FindString(s); mark != "" {
		m.add(m.at(m.value[key]), "take it out; these words are shown as they are", "%q holds the mark-up %s", key, mark)
	}
	return s
}

// maybe is a text value that may be missing.
func (m *mapping) maybe(key string) string {
	if !m.has(key) {
		return ""
	}
	s, _ := m.scalar(m.value[key], key)
	return strings.TrimSpace(s)
}

// scalar is the text of a plain value.
func (y *yamlText) scalar(n *yaml.Node, key string) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		y.add(y.at(n), "write one value", "%q must be text, not %s", key, kind(n))
		return "", false
	}
	if n.Style == 0 && n.LineComment != "" && strings.Contains(n.Value, " ") {
		y.add(y.at(n), "put quotes around the value, or the comment on a line of its own", "%q ends before %q", key, n.LineComment)
	}
	return n.Value, true
}

// whole is a whole number within bounds; otherwise stands for a missing key.
func (m *mapping) whole(key string, otherwise, low, high int) int {
	if !m.has(key) {
		return otherwise
	}
	s, ok := m.scalar(m.value[key], key)
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		m.add(m.at(m.value[key]), "write a whole number from "+strconv.Itoa(low)+" to "+strconv.Itoa(high), "%q is %q", key, s)
		return otherwise
	}
	return n
}

// truth is true or false; a missing key is false.
func (m *mapping) truth(key string) bool {
	if !m.has(key) {
		return false
	}
	s, ok := m.scalar(m.value[key], key)
	if ok && s != "true" && s != "false" {
		m.add(m.at(m.value[key]), "write true or false", "%q is %q", key, s)
	}
	return s == "true"
}

// list is the nodes of a list; a missing key is an empty one.
func (m *mapping) list(key string) []*yaml.Node {
	if !m.has(key) {
		return nil
	}
	n := m.value[key]
	if n.Kind != yaml.SequenceNode {
		m.add(m.at(n), "write a list, each item on a line of its own after a dash", "%q must be a list, not %s", key, kind(n))
		return nil
	}
	return n.Content
}

// texts is a list of plain values with the places where they stand.
func (m *mapping) texts(key string) []Phrase {
	var out []Phrase
	for _, n := range m.list(key) {
		s, ok := m.scalar(n, key)
		s = strings.TrimSpace(s)
		if ok && s == "" {
			m.add(m.at(n), "write something or take the dash out", "%q has an empty item", key)
			continue
		}
		out = append(out, Phrase{Text: s, Pos: m.at(n)})
	}
	return out
}

// kind is a node's kind in plain words.
func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return "a single value"
}
