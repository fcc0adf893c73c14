package lab

import (
	"cmp"
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
// derives the verdict.
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
			held = append(held, said)
		case p.out.Held:
			p.out.Held, p.out.Broke = false, rule.ID
			run.Verdict = sim.Verdict{Kind: "unsafe", Word: "It breaks", Look: "unsafe", Sentence: said, Entry: f.At}
		}
	}
	if p.out.Held {
		run.Verdict.Sentence = strings.Join(held, " ")
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
		return f, fill(cmp.Or(rule.Held, rule.Says), numbers), nil
	}
	f.Holds, f.At = false, p.since(rule.ID)
	return f, fill(fill(rule.Broken, broken), numbers), nil
}

// since is the entry from which on a rule stayed broken; the last one, where it
// was broken from the beginning and something should have mended it.
func (p *player) since(rule string) int {
	last := len(p.broken) - 1
	at := last
	for at > 0 && slices.Contains(p.broken[at-1], rule) {
		at--
	}
	if at == 0 && slices.Contains(p.first, rule) {
		return last
	}
	return at
}

// fill writes the first row's values into a sentence.
func fill(sentence string, r sandbox.Result) string {
	if len(r.Rows) == 0 {
		return sentence
	}
	for i, c := range r.Columns {
		sentence = strings.ReplaceAll(sentence, "{"+c+"}", text(r.Rows[0][i]))
	}
	return sentence
}
