package byname

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesAreFiledAsPeopleDo(t *testing.T) {
	got := []string{"Zoë", "Ágnes", "adaeze", "Bùi", "agnes", " Agnes", "Ída", "山田", "Agnes"}
	slices.SortFunc(got, Compare)
	if diff := cmp.Diff([]string{"adaeze", " Agnes", "Agnes", "agnes", "Ágnes", "Bùi", "Ída", "Zoë", "山田"}, got); diff != "" {
		t.Error(diff)
	}
}
