package class

import (
	"math/big"
	"net/url"
	"strconv"
	"strings"

	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/sim/catalog"
)

// askShare is how many changes of a simulator need the server: those of the main
// controls came along with the page.
const askShare = 0.4

// play changes a simulator some times.
func (p *planner) play(f *lessons.Figure) {
	for range p.from(3, 12) {
		p.add(p.around(simulatorTime, spread), "", "")
		if q, ok := p.setting(f); ok && p.hits(askShare) {
			p.do(0, Run, f.ID).Form = q
		}
	}
}

// setting is a figure as it is first shown, with one parameter changed.
func (p *planner) setting(f *lessons.Figure) (url.Values, bool) {
	sc, err := catalog.Find(f.Scenario)
	if err != nil {
		return nil, false
	}
	v := shown(sc, f)
	i := p.IntN(len(sc.Params))
	low, _, step := sc.Params[i].Bounds()
	v = v.With(i, low+int64(p.IntN(sc.Params[i].Count()))*step)
	return spelt(sc, v), true
}

func shown(sc *sim.Scenario, f *lessons.Figure) sim.Values {
	v := sc.Params.Defaults()
	for name, text := range f.Show {
		if w, err := v.Set(name, text); err == nil {
			v = w
		}
	}
	return v
}

// spelt is every parameter under its name, as the page's script asks.
func spelt(sc *sim.Scenario, v sim.Values) url.Values {
	q := url.Values{}
	for i := range sc.Params {
		q.Set(sc.Params[i].Name, sc.Params[i].Text(v.At(i)))
	}
	return q
}

func (p *planner) predict(b *lessons.Predict) {
	p.do(p.around(predictTime, spread), Predict, b.ID).Form = url.Values{"option": {pick(p.chance, b.Options).ID}}
}

// check is answered until it is right, or three times.
func (p *planner) check(c *lessons.Check) {
	for n := range 3 {
		knows := n == 2 || p.hits(p.knows+0.2*float64(n))
		p.do(p.around(checkTime, spread), Check, c.ID).Form = p.answer(c, knows)
		if knows {
			return
		}
	}
}

// answer fills in the form of a check as somebody does who knows it or does not.
func (p *planner) answer(c *lessons.Check, knows bool) url.Values {
	switch body := c.Body.(type) {
	case *lessons.Numeric:
		return url.Values{"text": {number(body.Answer, knows)}}
	case *lessons.Matching:
		return paired(c, knows)
	case *lessons.Sentence:
		return url.Values{"text": {sentence(p.account(""))}}
	case *lessons.Spotting:
		return url.Values{"line": {strconv.Itoa(p.IntN(100))}} // which of those that the page has
	}
	if c.Type == lessons.Order {
		return ordered(c, knows)
	}
	form := url.Values{}
	for _, o := range c.Options {
		if o.Right == knows && (c.Type == lessons.Multiple || !form.Has("option")) {
			form.Add("option", o.ID)
		}
	}
	return form
}

func number(right *big.Rat, knows bool) string {
	if !knows {
		right = new(big.Rat).Add(right, big.NewRat(1000, 1))
	}
	text := right.FloatString(6)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

func paired(c *lessons.Check, knows bool) url.Values {
	form := url.Values{}
	for i, o := range c.Options {
		if !knows {
			o.Partner = c.Options[(i+1)%len(c.Options)].Partner
		}
		form.Set("with-"+o.ID, o.Partner)
	}
	return form
}

// ordered gives the options their places; who does not know begins with the last.
func ordered(c *lessons.Check, knows bool) url.Values {
	form := url.Values{}
	for i, o := range c.Options {
		place := i + 1
		if !knows {
			place = len(c.Options) - i
		}
		form.Set("place-"+o.ID, strconv.Itoa(place))
	}
	return form
}

// sentence is the beginning of a text that fits into one answer.
func sentence(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// try hands in some runs of a challenge.
func (p *planner) try(ch *lessons.Challenge) {
	f := p.lesson.Figure(ch.Run.Figure)
	if f == nil {
		return
	}
	sc, err := catalog.Find(f.Scenario)
	if err != nil {
		return
	}
	for range p.from(1, 5) {
		form := url.Values{}
		for _, free := range ch.Free {
			if i := sc.Params.Index(free.Text); i >= 0 {
				low, _, step := sc.Params[i].Bounds()
				form.Set(free.Text, sc.Params[i].Text(low+int64(p.IntN(sc.Params[i].Count()))*step))
			} else {
				form.Set(free.Text, "0")
			}
		}
		p.do(p.around(challengeTime, spread), Challenge, ch.ID).Form = form
	}
}
