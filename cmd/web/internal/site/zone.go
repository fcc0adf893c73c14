package site

import (
	"errors"
	"strings"
	"time"

	"fencepost/views"
)

var errZone = errors.New("no such time zone")

// zoneOf finds a time zone by its IANA name. The server's own is none.
func zoneOf(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, errZone
	}
	z, err := time.LoadLocation(name)
	if err != nil {
		return nil, errZone
	}
	return z, nil
}

// zoneOr is a stored zone, or UTC where this machine does not know it.
func zoneOr(name string) *time.Location {
	if z, err := zoneOf(name); err == nil {
		return z
	}
	return time.UTC
}

// zones are offered while one types; any other may be typed.
func zones() []views.Choice {
	var out []views.Choice
	for _, name := range strings.Fields(`UTC Africa/Cairo Africa/Johannesburg Africa/Lagos Africa/Nairobi
		America/Argentina/Buenos_Aires America/Bogota America/Chicago America/Denver America/Los_Angeles America/Mexico_City
		America/New_York America/Sao_Paulo America/Toronto Asia/Dhaka Asia/Dubai Asia/Hong_Kong Asia/Jakarta Asia/Jerusalem
		Asia/Karachi Asia/Kolkata Asia/Manila Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Taipei Asia/Tehran Asia/Tokyo
		Australia/Sydney Europe/Amsterdam Europe/Athens Europe/Berlin Europe/Dublin Europe/Helsinki Europe/Istanbul Europe/Kyiv
		Europe/Lisbon Europe/London Europe/Madrid Europe/Paris Europe/Prague Europe/Rome Europe/Stockholm Europe/Vienna
		Europe/Warsaw Europe/Zurich Pacific/Auckland`) {
		out = append(out, views.Choice{Value: name, Text: name})
	}
	return out
}

// dueLayout is how a browser's field for date and time writes one.
const dueLayout = "2006-01-02T15:04"

var (
	errDueForm = errors.New("not a date and time")
	errDueGap  = errors.New("clocks skip this time")
)

// dueIn reads a due time in a zone; "" is none. A time that the clocks of the
// zone skip in spring is refused; of one that comes twice in autumn the first
// is meant.
func dueIn(text string, z *time.Location) (ms int64, err error) {
	if text == "" {
		return 0, nil
	}
	text = strings.Replace(text, " ", "T", 1)
	t, err := time.ParseInLocation(dueLayout, text, z)
	if err != nil || t.Year() < 2000 || t.Year() > 2200 {
		return 0, errDueForm
	}
	if t.Format(dueLayout) != text {
		return 0, errDueGap
	}
	return firstOf(t).UnixMilli(), nil
}

// firstOf is the first time at which the clocks of t's zone read what they read
// at t: where they were just put back, that was before.
func firstOf(t time.Time) time.Time {
	back, _ := t.ZoneBounds()
	if back.IsZero() {
		return t
	}
	_, is := t.Zone()
	_, was := back.Add(-1).Zone()
	if first := t.Add(time.Duration(is-was) * time.Second); first.Before(back) {
		return first
	}
	return t
}

// beginning is the first moment of a day in a zone. Where the clocks go forward
// over midnight, that is the moment when they do.
func beginning(year int, month time.Month, day int, z *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, z)
	midnight, reads := time.Date(year, month, day, 0, 0, 0, 0, time.UTC), asUTC(t)
	// In such a gap time.Date answers a time on either side of it.
	before, after := t.ZoneBounds()
	switch {
	case reads.After(midnight):
		return before
	case reads.Before(midnight):
		return after
	}
	return firstOf(t)
}

// asUTC is when clocks in UTC read what those of t's zone read at t.
func asUTC(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.Add(time.Duration(offset) * time.Second).UTC()
}

// dueText writes a due time in a zone, for a field.
func dueText(ms int64, z *time.Location) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).In(z).Format(dueLayout)
}

// dueWords writes a due time in a zone, for people.
func dueWords(ms int64, z *time.Location) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).In(z).Format("Mon 2 January 2006, 15:04 MST")
}

// leftWords says how far off a time is: "in 2 days", "3 hours ago".
func leftWords(ms, nowMS int64) string {
	d := time.Duration(ms-nowMS) * time.Millisecond
	ago := d < 0
	if ago {
		d = -d
	}
	n, unit := int(d.Minutes()), "minute"
	switch {
	case d >= 48*time.Hour:
		n, unit = int(d.Hours()/24), "day"
	case d >= 2*time.Hour:
		n, unit = int(d.Hours()), "hour"
	}
	words := spell(n) + " " + plural(n, unit, unit+"s")
	switch {
	case n == 0:
		return "now"
	case ago:
		return words + " ago"
	}
	return "in " + words
}

// oneLine is a text with every run of white space as one space.
func oneLine(text string) string { return strings.Join(strings.Fields(repaired(text)), " ") }
