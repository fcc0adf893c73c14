package lessons

import (
	"fmt"
	"slices"
)

// maxOptions is how many options a reader can hold beside each other.
const maxOptions = 10

// question reads a check fence.
func (l *loader) question(f *fence) *Check {
	c := &Check{ID: f.name, Pos: f.pos}
	l.claimQuestion(f, "a check")
	l.pointing(f)
	root := f.root(f.body)
	if root == nil {
		return c
	}
	m, ok := f.mapping(root, "a check")
	if !ok {
		return c
	}
	c.Type = l.checkType(m)
	c.Ask, c.AskText = l.ask(m)
	kind, known := kinds()[c.Type]
	if !known {
		kind = kinds()[Multiple] // its options can be looked at all the same
	} else {
		l.checkKeys(m, c.Type, append([]string{"type", "ask"}, kind.keys...))
	}
	k := kind.make()
	k.read(l, m, c)
	if kind.holds {
		c.Body = k
	}
	return c
}

// checkKeys reports keys that checks of a type do not have.
func (l *loader) checkKeys(m *mapping, t CheckType, known []string) {
	for _, key := range m.order {
		if !slices.Contains(known, key) {
			l.add(m.at(m.key[key]), didYouMean(key, known), "a check of type %s has no key %q", t, key)
		}
	}
}

func (l *loader) checkType(m *mapping) CheckType {
	if key := m.misspelt("type"); key != "" {
		l.add(m.at(m.key[key]), "did you mean type?", "a check has no key %q", key)
		return ""
	}
	t := m.text("type", "write "+oneOf(checkTypes()))
	if t != "" && !slices.Contains(checkTypes(), t) {
		l.add(m.at(m.value["type"]), didYouMean(t, checkTypes()), "no check has the type %q", t)
	}
	return CheckType(t)
}

// options reads the options of a check, each by one, and sees that they differ.
// It says whether every one of them could be read, so that what they are
// together can be judged.
func (l *loader) options(m *mapping, c *Check, least int, keys []string, one func(*mapping) Option) bool {
	if !m.need("options", "offer at least "+[]string{"none", "one", "two", "three"}[least]) {
		return false
	}
	nodes := m.list("options")
	for _, n := range nodes {
		if o, ok := m.mapping(n, "an option", keys...); ok {
			c.Options = append(c.Options, one(o))
		}
	}
	if len(nodes) < least || len(nodes) > maxOptions {
		l.add(m.at(m.key["options"]), fmt.Sprintf("offer %d to %d", least, maxOptions), "this check offers %d", len(nodes))
	}
	l.optionsDiffer(c)
	return len(c.Options) == len(nodes)
}

// optionsDiffer reports options that share an id or a text.
func (l *loader) optionsDiffer(c *Check) {
	ids, texts := map[string]bool{"": true}, map[string]bool{"": true}
	for _, o := range c.Options {
		if o.ID != "" && ids[o.ID] {
			l.add(o.Pos, "give each its own id", "two options of %q have the id %q", c.ID, o.ID)
		}
		if o.Text != "" && texts[o.Text] {
			l.add(o.Pos, "let each say something else", "two options of %q say the same", c.ID)
		}
		ids[o.ID], texts[o.Text] = true, true
	}
}

// named begins an option with its place and id.
func (l *loader) named(m *mapping) Option {
	o := Option{Pos: m.at(m.node), ID: m.text("id", "name the option for good")}
	if o.ID != "" && !isDashed(o.ID) {
		l.add(m.at(m.value["id"]), dashedMend, "%q cannot be the id of an option", o.ID)
	}
	return o
}

// optionText reads what an option says.
func (l *loader) optionText(m *mapping, o *Option) {
	if s := m.text("text", "write what the option says"); s != "" {
		o.HTML, o.Text = l.inline(Phrase{s, m.at(m.value["text"])})
	}
}

// said is Markdown of any number of paragraphs that must be there.
func (l *loader) said(m *mapping, key, mend string) string {
	s := m.text(key, mend)
	if s == "" {
		return ""
	}
	html, _ := l.blocks(Phrase{s, m.at(m.value[key])})
	return html
}

// rightOnes reports a check with no right option, and one with more than it
// may have.
func (l *loader) rightOnes(c *Check, at Pos, many bool) {
	right := 0
	for _, o := range c.Options {
		if o.Right {
			right++
		}
		if o.Right && right == 2 && !many {
			l.add(o.Pos, "keep one, or make the type multiple", "%q is a choice and has a second right option", c.ID)
		}
	}
	if right == 0 {
		l.add(at, "mark the right option with right: true", "%q has no right option", c.ID)
	}
}

// spoils reports ids that stand in the page's source and give the answer away.
func (l *loader) spoils(m *mapping, o *Option) {
	if slices.Contains([]string{"right", "wrong", "correct", "incorrect", "true", "false", "answer"}, o.ID) {
		l.add(m.at(m.value["id"]), "name what it says", "the id %q can be read in the page and gives the answer away", o.ID)
	}
}
