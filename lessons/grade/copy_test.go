package grade_test

import (
	"slices"
	"strings"
	"testing"

	"fencepost/lessons/grade"
)

const iceberg = "An iceberg floats with nine tenths of its bulk below the surface, since frozen water weighs a little less " +
	"than the sea that it pushes aside, and whoever steers by what is above will meet what is below."

func TestCopiesAndOwnWords(t *testing.T) {
	r := ice()
	r.Prompt = "Explain in your own words to a younger friend why an iceberg does not go down to the bottom of the sea."
	s, err := grade.Train(r, nil, "Icebergs. "+iceberg+" "+r.Prompt)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text   string
		copied bool
	}{
		"the page":           {iceberg, true},
		"the page in part":   {"I think that " + iceberg[:130] + " and so it swims on top of the water in my opinion.", true},
		"a few words of it":  {"Ice floats because frozen water weighs a little less than the liquid around it does.", false},
		"the same terms":     {"The iceberg is lighter than the sea, so nine tenths lie below the surface and one tenth is above.", false},
		"the question first": {r.Prompt + " Because ice is lighter than water and so it swims, however large a piece you take.", false},
		"a short sentence":   {"Frozen water weighs a little less than the sea.", false},
		"copied in capitals": {strings.ToUpper(iceberg), true},
	} {
		if got := slices.Contains(s.Score(c.text).Flags, grade.Copied); got != c.copied {
			t.Errorf("%s: copied is %v\n%s", name, got, c.text)
		}
	}
}
