package class

import (
	"bytes"
	"compress/gzip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// archiveText is what web export would write of these rows.
const archiveText = `{"tables":[{"name":"learners","columns":[{"name":"id"},{"name":"token_hash"}]},` +
	`{"name":"attempts","columns":[{"name":"id"},{"name":"form_key"}]},` +
	`{"name":"explanations","columns":[{"name":"id"},{"name":"form_key"}]},` +
	`{"name":"scores","columns":[{"name":"explanation_id"}]},` +
	`{"name":"steps_read","columns":[{"name":"learner_id"},{"name":"lesson"},{"name":"step"}]},` +
	`{"name":"drafts","columns":[{"name":"learner_id"},{"name":"lesson"},{"name":"revision"}]}]}
["learners","l1","/w=="]
["attempts","a1","ax1-77"]
["attempts","a2","ax2-77"]
["attempts","a3","ax2-77"]
["explanations","e1","ax3-77"]
["explanations","e2","ax4-77"]
["scores","e1"]
["steps_read","l1","leases","why"]
["drafts","l1","leases",3]
{"rows":9}
`

func TestALedgerIsHeldAgainstTheDatabase(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(archiveText)) // into memory
	_ = z.Close()
	k, err := ReadKept(&packed)
	if err != nil {
		t.Fatal(err)
	}
	ledger := []Entry{
		{Student: "a", Lesson: "leases", Token: []byte{0xff}, Keys: map[string]Kind{"ax1": Check, "ax3": HandIn, "ax9": Check}, Steps: []string{"why", "how"}, Draft: 4},
		{Student: "b", Lesson: "leases", Token: []byte{0xfe}, Steps: []string{"why"}},
		{Student: "c", Lesson: "leases", Learner: "l1", Steps: []string{"why"}, Draft: 3},
	}
	want := Loss{Lost: []string{"a draft 4", "a read how", "check answered ax9"}, Doubled: []string{"ax2"}, Unknown: []string{"b"}, Scored: 1, Waiting: 1}
	if diff := cmp.Diff(want, k.Compare(ledger)); diff != "" {
		t.Error(diff)
	}
	if n := Count(ledger); n != 3+2+1+1+1+1 {
		t.Errorf("%d writes acknowledged", n)
	}
}

func TestQuantile(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(100-i))
	}
	for q, want := range map[float64]time.Duration{0: 1, 0.5: 51, 0.99: 100, 1: 100} {
		if got := Quantile(times, q); got != want {
			t.Errorf("Quantile(%v) = %d, want %d", q, got, want)
		}
	}
}
