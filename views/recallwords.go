package views

import (
	"fmt"
	"strings"
)

// recallTally is how far the day's share is done.
func recallTally(done, share int) string {
	if done >= share {
		return fmt.Sprintf("%s done today", count(done, "review", "reviews"))
	}
	return fmt.Sprintf("%d of today’s %d done", done, share)
}

// recallGlyph is the shape of an outcome.
func recallGlyph(outcome string) string {
	switch outcome {
	case "right":
		return "g-ok"
	case "doubt":
		return "g-unsure"
	}
	return "g-no"
}

// reviewWord is the link to spaced review, with how much is due where that is
// known.
func reviewWord(v Visitor) string {
	if v.Due == 0 {
		return "Review"
	}
	return fmt.Sprintf("Review (%d due)", v.Due)
}

// recallRightWords is a right answer in one sentence.
func recallRightWords(a *RecallRight) string {
	if len(a.Items) == 0 {
		return a.Lede
	}
	return a.Lede + ": " + strings.TrimSuffix(a.Items[0].Text, ".") + "."
}

// outsideLists says of a key that it belongs to a list of choices while that has
// the focus.
func outsideLists(kind string) string {
	if kind == "match" {
		return ", outside of a list"
	}
	return ""
}

// fullestDay says how high the chart's highest post is. A day's share, which is
// a bound, may be higher.
func fullestDay(n int) string {
	return "Fullest day: " + count(n, "review", "reviews")
}
