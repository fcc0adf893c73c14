package lab

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
)

// What a text leaves behind may be more than the lab's own SQL can look at within
// the limits. That is the text's doing, and no fault of the site.
func TestWhatATextLeavesBehindIsItsWritersMistake(t *testing.T) {
	l, ok := library(t).Lesson("leases-and-fencing-tokens")
	if !ok {
		t.Fatal("no lesson on leases")
	}
	one := l.Labs()[0]
	n := "(SELECT 1 AS x" + strings.Repeat(" UNION ALL SELECT 1", 9) + ")"
	for name, claim := range map[string]string{
		"more rows than are looked at": fmt.Sprintf("INSERT INTO jobs (owner) SELECT 'x' FROM %s a, %s b", n, n),
		"a row that is too large":      "UPDATE jobs SET owner = '" + strings.Repeat("x", 1950) + "', result = '" + strings.Repeat("x", 1950) + "' RETURNING token",
		"more work than there is":      fmt.Sprintf("UPDATE jobs SET owner = :owner WHERE id = 1 AND (SELECT count(*) FROM %s a, %s b, %s c, %s d) > 0 RETURNING token", n, n, n, n),
	} {
		texts := maps.Clone(one.Solution.Texts)
		texts["claim"] = claim
		var m *Mistake
		if _, err := Run(one, texts); err != nil && !errors.As(err, &m) {
			t.Errorf("%s: %v, want nothing or a *Mistake", name, err)
		} else if err != nil && (m.Slot == "" || m.Line != 1 || m.Message == "") {
			t.Errorf("%s: %+v", name, m)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}
