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
