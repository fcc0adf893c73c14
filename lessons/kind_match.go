package lessons

import (
	"fmt"
	"slices"
)

// partnerField begins the name of the field that holds an option's partner.
const partnerField = "with-"

// Matching asks what belongs with each option. Several may have one partner,
// and a partner may be left over.
type Matching struct {
	Partners []Partner
}

// Partner is what options can be matched with.
type Partner struct {
	ID   string // explicit and permanent within the check
	Text string
	Pos  Pos
}

func (k *Matching) read(l *loader, m *mapping, c *Check) {
	k.partners(l, m, c)
	l.options(m, c, 2, []string{"id", "text", "partner", "feedback"}, func(m *mapping) Option {
		o := l.named(m)
		l.optionText(m, &o)
		o.Partner = m.text("partner", "name the partner that it belongs with, by its id")
		if o.Partner != "" && !slices.Contains(k.ids(), o.Partner) {
			l.add(m.at(m.value["partner"]), didYouMean(o.Partner, k.ids()), "%q has no partner %q", c.ID, o.Partner)
		}
		if o.Partner == o.ID && o.ID != "" {
			l.add(m.at(m.value["partner"]), "give the two different ids", "ids can be read in the page, and %q gives the pair away", o.ID)
		}
		o.Feedback = l.said(m, "feedback", "say to those who match it otherwise what to look for")
		return o
	})
	c.Right = l.said(m, "right", "say why it is so, to someone who has it right")
}

func (k *Matching) partners(l *loader, m *mapping, c *Check) {
	if !m.need("partners", "list what the options can be matched with, each with id and text") {
		return
	}
	nodes := m.list("partners")
	var ids, texts []place
	for _, n := range nodes {
		p, ok := m.mapping(n, "a partner", "id", "text")
		if !ok {
			continue
		}
		o := l.named(p)
		one := Partner{ID: o.ID, Text: p.plain("text", "write what it says"), Pos: o.Pos}
		k.Partners = append(k.Partners, one)
		ids, texts = append(ids, place{one.ID, one.Pos}), append(texts, place{one.Text, one.Pos})
	}
	if len(nodes) < 2 || len(nodes) > maxOptions {
		l.add(m.at(m.key["partners"]), fmt.Sprintf("offer 2 to %d", maxOptions), "this check offers %d partners", len(nodes))
	}
	l.differ(ids, "give each its own id", "two partners of %q have the id %q", c.ID)
	l.differ(texts, "let each say something else", "two partners of %q say %q", c.ID)
}

// PartnerText is what a partner says; "" where there is no such partner.
func (k *Matching) PartnerText(id string) string {
	for _, p := range k.Partners {
		if p.ID == id {
			return p.Text
		}
	}
	return ""
}

func (k *Matching) ids() []string { return idsOf(k.Partners, func(p Partner) string { return p.ID }) }

func (k *Matching) take(c *Check, f Fields, _ Aids) (Answer, string) {
	a, fault := Answer{Pairs: map[string]string{}}, ""
	for _, o := range c.Options {
		switch id := f.get(partnerField + o.ID); {
		case slices.Contains(k.ids(), id):
			a.Pairs[o.ID] = id
		case id != "":
			fault = staleOption
		case fault == "":
			fault = "Choose a partner for each of them."
		}
	}
	return a, fault
}

// mark says something of every option that was matched with another.
func (k *Matching) mark(c *Check, a Answer) Marking {
	m := Marking{Right: true, Options: map[string]Remark{}}
	for _, o := range c.Options {
		switch chosen, matched := a.Pairs[o.ID]; {
		case chosen == o.Partner:
			m.Options[o.ID] = Remark{Right: true}
		case matched:
			m.Options[o.ID] = Remark{HTML: o.Feedback}
			m.Right = false
		default:
			m.Right = false
		}
	}
	if m.Right {
		m.Whole = &Remark{Right: true, HTML: c.Right}
	}
	return m
}

func (k *Matching) lay(c *Check, a Answer, aids Aids) Sheet {
	var s Sheet
	for _, o := range shuffled(c, aids) {
		s.Rows = append(s.Rows, Row{ID: o.ID, HTML: o.HTML, Text: o.Text, Partner: a.Pairs[o.ID]})
	}
	partners := k.Partners
	if aids.Shuffle != nil {
		partners = nil
		for _, i := range aids.Shuffle(c.ID+" partners", len(k.Partners)) {
			partners = append(partners, k.Partners[i])
		}
	}
	for _, p := range partners {
		s.Partners = append(s.Partners, Row{ID: p.ID, Text: p.Text})
	}
	return s
}
