package grade_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fencepost/lessons/grade"
)

// stored is what Store made of the leases lesson's scorer.
func stored(tb testing.TB) []byte {
	tb.Helper()
	data, err := scorer(tb).Store()
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func TestALoadedScorerSaysWhatTheTrainedOneSaid(t *testing.T) {
	l, was := leases(t), scorer(t)
	is, err := grade.Load(l.Rubric, l.Samples, grade.PageText(l), stored(t))
	if err != nil {
		t.Fatal(err)
	}
	if is.Version() != was.Version() || is.Version() != grade.Version(l.Rubric, l.Samples, grade.PageText(l)) {
		t.Errorf("versions: loaded %s, trained %s", is.Version(), was.Version())
	}
	for i := 0; i < len(l.Samples); i += 5 {
		text := l.Samples[i].Text
		if diff := cmp.Diff(was.Score(text), is.Score(text)); diff != "" {
			t.Fatalf("sample %s (-trained +loaded):\n%s", l.Samples[i].ID, diff)
		}
	}
	if diff := cmp.Diff(was.Report(l.Samples), is.Report(l.Samples), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("report (-trained +loaded):\n%s", diff)
	}
}

func TestStoringIsByteForByteTheSame(t *testing.T) {
	data := stored(t)
	if again := stored(t); !bytes.Equal(data, again) {
		t.Error("stored twice, the bytes differ")
	}
	t.Logf("%d bytes", len(data))
}

func TestAScorerOfOtherSamplesIsStale(t *testing.T) {
	l := leases(t)
	if _, err := grade.Load(l.Rubric, l.Samples[1:], grade.PageText(l), stored(t)); !errors.Is(err, grade.ErrStale) {
		t.Errorf("a sample less: %v, want ErrStale", err)
	}
	if _, err := grade.Load(l.Rubric, l.Samples, "another page", stored(t)); !errors.Is(err, grade.ErrStale) {
		t.Errorf("another page: %v, want ErrStale", err)
	}
}

func TestADamagedScorerIsRefused(t *testing.T) {
	l, data := leases(t), stored(t)
	for name, bad := range map[string][]byte{
		"empty": {}, "cut": data[:len(data)/2], "noise": bytes.Repeat([]byte{0xa5}, 1000),
	} {
		if _, err := grade.Load(l.Rubric, l.Samples, grade.PageText(l), bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	l, data := leases(b), stored(b)
	page := grade.PageText(l)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := grade.Load(l.Rubric, l.Samples, page, data); err != nil {
			b.Fatal(err)
		}
	}
}
