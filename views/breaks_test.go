package views

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnAddressBreaksBehindItsMarks(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                 {""},
		"Ada Byron, 3.5 points.":           {"Ada Byron, 3.5 points."},
		"ada.b@mail.example":               {"ada.", "b@", "mail.", "example"},
		", ada@mail.example, student":      {", ada@", "mail.", "example, student"},
		"Sign in with ada@mail.example.":   {"Sign in with ada@", "mail.", "example."},
		"https://id.example/realms/school": {"https://", "id.", "example/", "realms/", "school"},
		"é@bücher.example":                 {"é@", "bücher.", "example"},
	} {
		if diff := cmp.Diff(want, breaks(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
