package grade_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// stored is what Store made of the leases lesson's scorer, and of what source.
func stored(tb testing.TB) (source string, data []byte) {
	tb.Helper()
	l := leases(tb)
	source = grade.Source(l.Rubric, nil, grade.PageText(l))
	data, err := scorer(tb).Store(source, scorer(tb).Report(l.Samples.Get()))
	if err != nil {
		tb.Fatal(err)
	}
	return source, data
}

func TestALoadedScorerSaysWhatTheTrainedOneSaid(t *testing.T) {
	l, was := leases(t), scorer(t)
	source, data := stored(t)
	is, err := grade.Load(l.Rubric, grade.PageText(l), source, data)
	if err != nil {
		t.Fatal(err)
	}
	if is.Version() != was.Version() {
		t.Errorf("versions: loaded %s, trained %s", is.Version(), was.Version())
	}
	samples := l.Samples.Get()
	for i := 0; i < len(samples); i += 5 {
		text := samples[i].Text
		if diff := cmp.Diff(was.Score(text), is.Score(text)); diff != "" {
			t.Fatalf("sample %s (-trained +loaded):\n%s", samples[i].ID, diff)
		}
	}
	if diff := cmp.Diff(was.Report(samples), is.Report(samples), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("report (-trained +loaded):\n%s", diff)
	}
}

func TestTheHeadOfAStoredScorerSaysWhatItIsAndHowGood(t *testing.T) {
	l, was := leases(t), scorer(t)
	source, data := stored(t)
	head, err := grade.ReadHead(data)
	if err != nil {
		t.Fatal(err)
	}
	want := grade.Head{Source: source, Version: was.Version(), Report: *was.Report(l.Samples.Get())}
	withoutMisses := cmpopts.IgnoreFields(grade.Agreement{}, "Worst")
	if diff := cmp.Diff(want, head, withoutMisses, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
}

func TestStoringIsByteForByteTheSame(t *testing.T) {
	_, data := stored(t)
	if _, again := stored(t); !bytes.Equal(data, again) {
		t.Error("stored twice, the bytes differ")
	}
	t.Logf("%d bytes", len(data))
}

func TestAScorerOfAnotherSourceIsStale(t *testing.T) {
	l := leases(t)
	source, data := stored(t)
	edited := *l.Rubric
	edited.Version = "of a sample more"
	learnt := []lessons.Sample{{ID: "mark:1", Text: "The token rises."}}
	for name, other := range map[string]string{
		"other samples":     grade.Source(&edited, nil, grade.PageText(l)),
		"another page":      grade.Source(l.Rubric, nil, "another page"),
		"a mark was learnt": grade.Source(l.Rubric, learnt, grade.PageText(l)),
	} {
		if other == source {
			t.Errorf("%s: the same source", name)
		}
		if _, err := grade.Load(l.Rubric, grade.PageText(l), other, data); !errors.Is(err, grade.ErrStale) {
			t.Errorf("%s: %v, want ErrStale", name, err)
		}
	}
}

func TestADamagedScorerIsRefused(t *testing.T) {
	l := leases(t)
	source, data := stored(t)
	for name, bad := range map[string][]byte{
		"empty": {}, "cut": data[:len(data)/2], "noise": bytes.Repeat([]byte{0xa5}, 1000),
	} {
		if _, err := grade.Load(l.Rubric, grade.PageText(l), source, bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	l := leases(b)
	source, data := stored(b)
	page := grade.PageText(l)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := grade.Load(l.Rubric, page, source, data); err != nil {
			b.Fatal(err)
		}
	}
}
