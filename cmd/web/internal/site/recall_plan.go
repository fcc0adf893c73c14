package site

import (
	"fmt"
	"strconv"
	"time"

	"fencepost/lessons/recall"
	"fencepost/views"
)

// dayTime is the beginning of a day counted from 1 January 1970, UTC.
func dayTime(day int64) time.Time { return time.UnixMilli(day * recall.DayMS).UTC() }

// dayWords names a day from today on: "tomorrow, Tuesday 1 December".
func dayWords(day, today int64) string {
	date := dayTime(day).Format("Monday 2 January")
	switch day - today {
	case 0:
		return "today"
	case 1:
		return "tomorrow, " + date
	}
	return "on " + date
}

// inDays says how far off something is: "in 3 days".
func inDays(n int) string {
	switch {
	case n >= 365:
		return fmt.Sprintf("in %.1f years", float64(n)/365)
	case n >= 60:
		return fmt.Sprintf("in %d months", n/30)
	}
	return "in " + howMany(n, "day", "days")
}

// howMany is a number with its noun.
func howMany(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return digits(n) + " " + many
}

// The drawing of the plan, in pixels.
const (
	planFloor = 108 // from the top to the rail
	planTall  = 88  // of the longest post
)

// planView is the plan of the coming four weeks.
func planView(d deck) views.RecallPlan {
	loads, left := d.plan(recall.Horizon)
	p := views.RecallPlan{Line: planLine(loads, left), Empty: len(d.cards) == 0}
	for _, l := range loads {
		p.Most = max(p.Most, l.Planned)
	}
	for i, l := range loads {
		one := views.RecallDay{
			Date: dayTime(l.Day).Format("Mon 2 Jan"), Due: l.Due, Planned: l.Planned,
			X: strconv.FormatFloat(float64(i)*100/recall.Horizon, 'f', 3, 64) + "%",
		}
		if i%7 == 0 {
			one.Short = dayTime(l.Day).Format("2 Jan")
		}
		if l.Planned > 0 {
			tall := max(4, l.Planned*planTall/p.Most)
			one.Y, one.H = strconv.Itoa(planFloor-tall), strconv.Itoa(tall)
		}
		p.Days = append(p.Days, one)
	}
	return p
}

// planLine is the plan in a sentence.
func planLine(loads []recall.Load, left int) string {
	var week, rest int
	for i, l := range loads[1:] {
		if i < 7 {
			week += l.Planned
		} else {
			rest += l.Planned
		}
	}
	line := fmt.Sprintf("%s today, %d in the week after, %d in the three weeks after that", howMany(loads[0].Planned, "review", "reviews"), week, rest)
	if left > 0 {
		line += fmt.Sprintf("; %d later", left)
	}
	return line + "."
}
