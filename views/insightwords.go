package views

import "strconv"

func waitingWords(n int) string {
	if n == 0 {
		return "Nothing waits in the queue"
	}
	return count(n, "answer waits", "answers wait") + " in the queue"
}

// orderMark is an arrow after the head of the column that sorts.
func orderMark(order string) string {
	switch order {
	case "ascending":
		return " ↑"
	case "descending":
		return " ↓"
	}
	return ""
}

// sortMark is what stands for "sort" below a lesson's name.
func sortMark(order string) string {
	switch order {
	case "ascending":
		return "↑"
	case "descending":
		return "↓"
	}
	return "↕"
}

// totalClass marks the column that stays in sight.
func totalClass(i int) string {
	if i == 0 {
		return "name"
	}
	return "t"
}

// listTotal is a figure with its name: "Points 14/24". The first column is the
// student's name, which has no figure.
func listTotal(heads []InsightColumn, i int, t InsightTotal) string {
	return heads[i+1].Title + " " + t.Text
}

// insightX and insightWidth place the posts of a cell, in pixels.
func insightX(i int) string { return strconv.Itoa(2 + 7*i) }

func insightWidth(posts []bool) string { return strconv.Itoa(1 + 7*len(posts)) }
