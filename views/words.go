package views

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"fencepost/static"
)

// asset is the address of a static file.
func asset(ctx context.Context, name string) string { return Path(ctx, static.Path(name)) }

// onEveryPage are the modules of a page: the one that all have, and its own.
func onEveryPage(own []string) []string { return append([]string{"js/page.js"}, own...) }

// count is a number with its noun: "1 step", "5 steps".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return digits(n) + " " + many
}

// digits writes a number from 0 on as every page does: "999", "4,000".
func digits(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// small are the numbers that running text spells out.
var small = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// spelt writes a number as running text does: "seven", "13".
func spelt(n int) string {
	if n >= 0 && n < len(small) {
		return small[n]
	}
	return digits(n)
}

// answersLede says whose explanations the page of answers lists.
func answersLede(v Visitor) string {
	if v.Name == "" {
		return "Every explanation that you sent from this browser, newest first."
	}
	return "Every explanation that you sent, newest first."
}

// capital makes the first letter of s a capital one.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// labsSolved is what is done of a lesson's labs, in words.
func labsSolved(solved, of int) string {
	return fmt.Sprintf("%d of %s solved", solved, count(of, "lab", "labs"))
}

// questionsDone is what is done of a lesson's questions, in words: of its checks,
// predictions and challenges together.
func questionsDone(done, of int) string {
	return fmt.Sprintf("%d of %s done", done, count(of, "question", "questions"))
}

// postX and postsWidth place the posts of the small fence, in pixels.
func postX(i int) string { return strconv.FormatFloat(3+12.5*float64(i), 'f', -1, 64) }

func postsWidth(steps []bool) string {
	return strconv.FormatFloat(max(0, 12.5*float64(len(steps)))-.5, 'f', -1, 64)
}

// postClass is d for done and p for a plain post.
func postClass(done bool) string {
	if done {
		return "d"
	}
	return "p"
}

// readCount is how many of the steps were read.
func readCount(steps []bool) int {
	n := 0
	for _, done := range steps {
		if done {
			n++
		}
	}
	return n
}
