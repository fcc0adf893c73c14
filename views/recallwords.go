package views

import "fmt"

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
