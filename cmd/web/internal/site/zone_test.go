package site

import (
	"errors"
	"testing"
	"time"
)

func TestDueIn(t *testing.T) {
	berlin := zoneOr("Europe/Berlin")
	for _, tt := range []struct {
		text string
		want string // in UTC; "" for none
		err  error
	}{
		{"", "", nil},
		{"2027-01-12T18:00", "2027-01-12T17:00:00Z", nil}, // CET is UTC+1
		{"2027-07-12T18:00", "2027-07-12T16:00:00Z", nil}, // CEST is UTC+2
		{"2027-07-12 18:00", "2027-07-12T16:00:00Z", nil}, // as one writes it by hand
		{"2027-03-28T01:59", "2027-03-28T00:59:00Z", nil}, // the last minute before the clocks go forward
		{"2027-03-28T02:30", "", errDueGap},
		{"2027-10-31T02:30", "2027-10-31T00:30:00Z", nil}, // comes twice; the first is meant
		{"2027-02-30T10:00", "", errDueForm},
		{"tomorrow", "", errDueForm},
		{"0001-01-01T00:00", "", errDueForm},
		{"9999-01-01T00:00", "", errDueForm},
	} {
		ms, err := dueIn(tt.text, berlin)
		got := ""
		if ms != 0 {
			got = time.UnixMilli(ms).UTC().Format(time.RFC3339)
		}
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q: %s, %v; want %s, %v", tt.text, got, err, tt.want, tt.err)
		}
	}
}

// Clocks are not put back by an hour everywhere: by half of one on Lord Howe
// Island (from +11 to +10:30 at 15:00 UTC), by two at Troll (from +2 to +0 at
// 01:00 UTC). Of a time that comes twice the first is meant there too.
func TestOfATimeThatComesTwiceTheFirstIsMeant(t *testing.T) {
	for _, tt := range []struct{ zone, text, want string }{
		{"Australia/Lord_Howe", "2027-04-04T01:45", "2027-04-03T14:45:00Z"},
		{"Australia/Lord_Howe", "2027-04-04T01:15", "2027-04-03T14:15:00Z"}, // before the clocks are put back
		{"Australia/Lord_Howe", "2027-04-04T02:00", "2027-04-03T15:30:00Z"}, // after
		{"Antarctica/Troll", "2027-10-31T01:30", "2027-10-30T23:30:00Z"},
		{"Antarctica/Troll", "2027-10-31T03:30", "2027-10-31T03:30:00Z"},
		{"America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"},
		{"Europe/London", "2026-10-25T01:30", "2026-10-25T00:30:00Z"},
		{"UTC", "2026-10-25T01:30", "2026-10-25T01:30:00Z"},
	} {
		ms, err := dueIn(tt.text, zoneOr(tt.zone))
		if got := time.UnixMilli(ms).UTC().Format(time.RFC3339); got != tt.want || err != nil {
			t.Errorf("%s in %s: %s, %v; want %s", tt.text, tt.zone, got, err, tt.want)
		}
	}
}

// In Havana and Cairo the clocks go forward at midnight and their day begins
// when they read one; at Apia a whole day was left out. A day ends when the next
// one begins: no answer is of two days, and none of no day.
func TestADayBeginsWhenTheOneBeforeEnds(t *testing.T) {
	for _, tt := range []struct{ zone, day, from, to string }{
		{"America/Havana", "2026-03-07", "2026-03-07T05:00:00Z", "2026-03-08T05:00:00Z"},
		{"America/Havana", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"},
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"}, // 25 hours; midnight comes twice
		{"America/Santiago", "2025-09-06", "2025-09-06T04:00:00Z", "2025-09-07T04:00:00Z"},
		{"America/Santiago", "2025-09-07", "2025-09-07T04:00:00Z", "2025-09-08T03:00:00Z"},
		{"Africa/Cairo", "2026-04-23", "2026-04-22T22:00:00Z", "2026-04-23T22:00:00Z"},
		{"Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"},
		{"Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"Europe/Berlin", "2027-03-28", "2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z"}, // 23 hours
		{"UTC", "2026-12-31", "2026-12-31T00:00:00Z", "2027-01-01T00:00:00Z"},
	} {
		utc := func(later int) string {
			ms, _ := dayIn(tt.day, zoneOr(tt.zone), later)
			return time.UnixMilli(ms).UTC().Format(time.RFC3339)
		}
		if from, to := utc(0), utc(1); from != tt.from || to != tt.to {
			t.Errorf("%s in %s: %s to %s, want %s to %s", tt.day, tt.zone, from, to, tt.from, tt.to)
		}
	}
	for _, none := range []string{"", "tomorrow", "2026-02-30", "2026-3-1", "2026-03-01T00:00"} {
		if ms, text := dayIn(none, time.UTC, 1); ms != 0 || text != "" {
			t.Errorf("%q: %d, %q", none, ms, text)
		}
	}
}

func TestLeftWords(t *testing.T) {
	for _, tt := range []struct {
		d    time.Duration
		want string
	}{
		{0, "now"},
		{time.Minute, "in one minute"},
		{-90 * time.Minute, "90 minutes ago"},
		{3 * time.Hour, "in three hours"},
		{47 * time.Hour, "in 47 hours"},
		{-49 * time.Hour, "two days ago"},
	} {
		if got := leftWords(tt.d.Milliseconds(), 0); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.d, got, tt.want)
		}
	}
}

func TestZoneOfRefusesWhatIsNone(t *testing.T) {
	for _, name := range []string{"", "Local", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "Europe/Berlin\x00"} {
		if _, err := zoneOf(name); err == nil {
			t.Errorf("%q was taken for a time zone", name)
		}
	}
}
