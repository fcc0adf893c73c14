package lessons

import (
	"strings"
	"testing"
)

// Authors write a figure's parameters by their names; in the page's address
// those of every figure but the first stand behind the figure's id.
func TestLinksSetTheFigureThatTheyLeadTo(t *testing.T) {
	l := &loader{figures: []string{"row", "rule", "burst"}}
	for _, c := range []struct{ to, want string }{
		{"?strategy=lock#row", "?strategy=lock#row"},
		{"?guard=own#rule", "?rule.guard=own#rule"},
		{"?guard=own&tape=1&step=6#rule", "?rule.guard=own&rule.tape=1&rule.step=6#rule"},
		{"?n=3#burst", "?burst.n=3#burst"},
		{"#rule", "#rule"},
		{"?guard=own#elsewhere", "?guard=own#elsewhere"},
		{"/concepts/other?guard=own#rule", "/concepts/other?guard=own#rule"},
		{"https://example.org/?guard=own#rule", "https://example.org/?guard=own#rule"},
	} {
		if got := l.aim(c.to); got != c.want {
			t.Errorf("%s leads to %s, want %s", c.to, got, c.want)
		}
	}
}

const twoFigures = `---
title: Two figures
category: Trials
summary: Links that stand above the figures to which they lead.
order: 1
---

## First {#first}

[One](?a=1#light), [two](?b=2&step=3#lamp).

` + "```sim light\ncaption: The first.\n```\n\n```sim light\nid: lamp\ncaption: The second.\n```\n"

func TestLinksAboveTheirFigure(t *testing.T) {
	s := newSource("lesson.md", []byte(twoFigures), &report{})
	l := parseLesson("two", s, newMarkdown(), "")
	html := l.lesson.Steps[0].Blocks[0].(*Prose).HTML
	for _, want := range []string{`href="?a=1#light"`, `href="?lamp.b=2&amp;lamp.step=3#lamp"`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	if got := l.lesson.Links[1].To; got != "?b=2&step=3#lamp" {
		t.Errorf("lint sees %q, want the link as it is written", got)
	}
}
