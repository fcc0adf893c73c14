package figure

import (
	"net/url"
	"testing"
)

// FuzzAddress gives figures whatever can stand in an address. A figure is
// always drawn, and the address that it gives itself leads back to it.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{
		"", "freeze=12s&fencing=off&step=5", "freeze=1e309s", "freeze=-0s&step=-1", "tape=0.1.2&lossy=on",
		"tape=.", "tape=65536", "step=99999999999999999999", "lease=2s&renew=15s&at=20s&skew=-10s&judge=own",
		"freeze=%00&fencing=\xff", "crash=on&check=on&pause=between&learn=grant&write=10s&work=10s&deadline=120s",
	} {
		f.Add(seed)
	}
	all, err := Prepare(leaseLesson(map[string]string{"freeze": "12s"}), testPage)
	if err != nil {
		f.Fatal(err)
	}
	s := all[0]
	f.Fuzz(func(t *testing.T, query string) {
		q, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		v := s.View(q)
		if v.Step < 1 || v.Step > max(len(v.Events), 1) {
			t.Fatalf("step %d of %d", v.Step, len(v.Events))
		}
		u, err := url.Parse(v.Self)
		if err != nil {
			t.Fatal(err)
		}
		if again := s.View(u.Query()); again.Self != v.Self || len(again.Notes) > 0 {
			t.Fatalf("%s leads to %s, notes %q", v.Self, again.Self, again.Notes)
		}
		if _, _, err := s.Answer(q); err != nil {
			t.Fatal(err)
		}
	})
}
