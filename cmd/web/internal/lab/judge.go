package lab

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
	"fencepost/sim"
)

// breaks are the ids of the rules that are broken as the rows are now.
func (p *player) breaks() ([]string, error) {
	var out []string
	if !p.watch {
		return nil, nil
	}
	for i := range p.lab.Rules {
		r, err := p.ask(&p.lab.Rules[i], p.lab.Rules[i].Breaks)
		if err != nil {
			return nil, err
		}
		if len(r.Rows) > 0 {
			out = append(out, p.lab.Rules[i].ID)
		}
	}
	return out, nil
}

func (p *player) ask(rule *lessons.LabRule, query string) (sandbox.Result, error) {
	r, _, err := p.own.Run(query, 0, sandbox.Policy{Author: true}, nil)
	if err != nil {
		return r, &authorError{rule.Pos, err}
	}
	return r, nil
}

// judge says of every rule whether it holds now that the schedule is over, and
// derives the verdict: of rules that hold what there is to tell beyond that.
func (p *player) judge() error {
	run := &p.out.Run
	run.Horizon = run.End + max(run.End/10, sim.Second)
	for i := range run.Spans {
		run.Spans[i].To = min(run.Spans[i].To, run.Horizon)
	}
	p.out.Held = true
	run.Verdict = sim.Verdict{Kind: "safe", Word: "It holds", Look: "safe", Entry: len(run.Entries) - 1}
	var held []string
	for i := range p.lab.Rules {
		rule := &p.lab.Rules[i]
		f, said, err := p.find(rule)
		if err != nil {
			return err
		}
		run.Findings = append(run.Findings, f)
		switch {
		case f.Holds:
			if said != "" {
				held = append(held, said)
			}
		case p.out.Held:
			p.out.Held, p.out.Broke = false, rule.ID
			run.Verdict = sim.Verdict{Kind: "unsafe", Word: "It breaks", Look: "unsafe", Sentence: said, Entry: f.At}
		}
	}
	if p.out.Held {
		run.Verdict.Sentence = cmp.Or(strings.Join(held, " "), "Every rule holds.")
	}
	return nil
}

// find is the finding about one rule, and what is to be said of it.
func (p *player) find(rule *lessons.LabRule) (sim.Finding, string, error) {
	f := sim.Finding{Name: rule.ID, Statement: rule.Says, Holds: true, At: -1}
	broken, err := p.ask(rule, rule.Breaks)
	if err != nil {
		return f, "", err
	}
	numbers := sandbox.Result{}
	if rule.Numbers != "" {
		if numbers, err = p.ask(rule, rule.Numbers); err != nil {
			return f, "", err
		}
	}
	if len(broken.Rows) == 0 {
		return f, lessons.Measured(fill(rule.Held, numbers)), nil
	}
	f.Holds, f.At = false, p.decided(rule.ID)
	return f, lessons.Measured(fill(fill(rule.Broken, broken), numbers)), nil
}

// decided is the entry after which a rule was broken for good: from which on it
// stayed broken, and after which it holds where the worked solution runs. A rule
// about how things end is broken on the way there too, and no step that leaves it
// so in any run is to blame.
func (p *player) decided(rule string) int {
	last := len(p.broken) - 1
	at := last
	for at > 0 && slices.Contains(p.broken[at-1], rule) {
		at--
	}
	for at < last && at < len(p.model) && slices.Contains(p.model[at], rule) {
		at++
	}
	return at
}

// blank is where a value goes in a sentence, as in {seats}, or a word that goes
// by it, as in {seats|seat|seats}.
var blank = regexp.MustCompile(`\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}`)

// fill writes the first row's values into a sentence, and the words that go by
// whether they are one.
func fill(sentence string, r sandbox.Result) string {
	if len(r.Rows) == 0 {
		return sentence
	}
	return blank.ReplaceAllStringFunc(sentence, func(s string) string {
		m := blank.FindStringSubmatch(s)
		i := slices.Index(r.Columns, m[1])
		switch {
		case i < 0:
			return s
		case !strings.Contains(s, "|"):
			return text(r.Rows[0][i])
		case text(r.Rows[0][i]) == "1":
			return m[2]
		}
		return m[3]
	})
}
