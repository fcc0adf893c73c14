package site

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// scored is one explanation with its score in force, if it has one.
type scored struct {
	store.Explanation
	result *grade.Result // by the verdict in force; nil: stored, not scored yet
	file   store.File
}

// resultOf reads a score; nil where there is none.
func resultOf(score *store.Score) (*grade.Result, error) {
	if score == nil {
		return nil, nil
	}
	var r grade.Result
	if err := json.Unmarshal(score.Result, &r); err != nil {
		return nil, fmt.Errorf("read score %s: %w", score.ID, err)
	}
	return &r, nil
}

// history turns the attempts at one lesson, oldest first, into rows, oldest
// first. The row of the explanation shown has no address of its own.
func history(l links, attempts []scored, shown string) []views.AttemptRow {
	var out []views.AttemptRow
	for i, a := range attempts {
		row := views.AttemptRow{
			N: i + 1, Sent: utc(a.AtMS), SentMS: a.AtMS, AfterReveal: a.AfterReveal,
			Text: a.Text, Pending: a.result == nil,
		}
		if a.ID != shown {
			row.Href = l.explanation(a.ID)
		}
		if a.result != nil {
			row.Of, row.CoveredIDs = len(a.result.Points), coveredIDs(a.result)
			row.Covered = len(row.CoveredIDs)
			row.Changed = changed(before(attempts[:i]), a.result)
		}
		out = append(out, row)
	}
	return out
}

// before is the newest result among earlier attempts, or nil.
func before(earlier []scored) *grade.Result {
	for _, a := range slices.Backward(earlier) {
		if a.result != nil {
			return a.result
		}
	}
	return nil
}

func coveredIDs(r *grade.Result) []string {
	var out []string
	for _, f := range r.Points {
		if f.Verdict == grade.Covered {
			out = append(out, f.ID)
		}
	}
	return out
}

// changed says what now covers or no longer covers, against the attempt
// before, by the numbers that the page of now shows.
func changed(was, now *grade.Result) (text string) {
	if was == nil {
		return ""
	}
	then, today := coveredIDs(was), coveredIDs(now)
	var gained, gone []string
	for i, f := range now.Points {
		n := strconv.Itoa(i + 1)
		switch had, has := slices.Contains(then, f.ID), slices.Contains(today, f.ID); {
		case has && !had:
			gained = append(gained, n)
		case had && !has:
			gone = append(gone, n)
		}
	}
	if len(gained) > 0 {
		text = plural(len(gained), "Point ", "Points ") + series(gained) + plural(len(gained), " is new.", " are new.")
	}
	if len(gone) > 0 {
		if text != "" {
			text += " "
		}
		text += plural(len(gone), "Point ", "Points ") + series(gone) +
			plural(len(gone), " was clear before and is not now.", " were clear before and are not now.")
	}
	if text == "" {
		text = "The same points are clear."
	}
	return text
}

// utc writes a time as pages show it.
func utc(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }
