package metrics

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// scrape asks for everything and reads it with Prometheus' own parser, which
// refuses a family that is described twice or torn apart.
func scrape(t *testing.T, r *Registry) map[string]*dto.MetricFamily {
	t.Helper()
	w := httptest.NewRecorder()
	r.Handler(slog.New(slog.NewTextHandler(io.Discard, nil))).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if got := w.Header().Get("Content-Type"); got != "text/plain; version=0.0.4; charset=utf-8" {
		t.Errorf("Content-Type %q", got)
	}
	text := w.Body.String()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(w.Body)
	if err != nil {
		t.Fatalf("the parser says %v of\n%s", err, text)
	}
	return families
}

// sample is the metric of a family that has these labels, given as name, value.
func sample(t *testing.T, f *dto.MetricFamily, labels ...string) *dto.Metric {
	t.Helper()
	for _, m := range f.GetMetric() {
		found := 0
		for _, l := range m.GetLabel() {
			for i := 0; i+1 < len(labels); i += 2 {
				if l.GetName() == labels[i] && l.GetValue() == labels[i+1] {
					found++
				}
			}
		}
		if found == len(labels)/2 {
			return m
		}
	}
	t.Fatalf("%s has no sample %v, but %v", f.GetName(), labels, f.GetMetric())
	return nil
}

func TestRequestsAreCountedByRoute(t *testing.T) {
	r := New()
	r.Request("GET", "/concepts/:slug", 200, 3*time.Millisecond)
	r.Request("GET", "/concepts/:slug", 200, 40*time.Millisecond)
	r.Request("GET", "/concepts/:slug", 404, time.Minute)
	r.Request("BREW\"\n", "", 405, time.Microsecond)
	families := scrape(t, r)
	h := sample(t, families[requestSeconds], "method", "GET", "route", "/concepts/:slug").GetHistogram()
	if h.GetSampleCount() != 3 || h.GetSampleSum() != 60.043 {
		t.Errorf("count %d, sum %v; want 3 and 60.043 s", h.GetSampleCount(), h.GetSampleSum())
	}
	for _, b := range h.GetBucket() {
		want := uint64(0)
		switch {
		case b.GetUpperBound() > 30: // +Inf
			want = 3
		case b.GetUpperBound() >= .05:
			want = 2
		case b.GetUpperBound() >= .005:
			want = 1
		}
		if b.GetCumulativeCount() != want {
			t.Errorf("%d took at most %v s, want %d", b.GetCumulativeCount(), b.GetUpperBound(), want)
		}
	}
	if n := sample(t, families[requestsTotal], "route", "/concepts/:slug", "status", "404").GetCounter().GetValue(); n != 1 {
		t.Errorf("%v of them answered 404, want 1", n)
	}
	if n := sample(t, families[requestsTotal], "route", "none", "method", "other", "status", "405").GetCounter().GetValue(); n != 1 {
		t.Errorf("%v with a method of somebody's own, want 1", n)
	}
}

func TestShareOfUnsureVerdicts(t *testing.T) {
	r := New()
	for _, v := range []string{"covered", "unsure", "missing", "covered"} {
		r.Verdict("leases", "s1", v)
	}
	r.Verdict("queues", "s2", "covered")
	families := scrape(t, r)
	for lesson, want := range map[string]float64{"leases": 0.25, "queues": 0} {
		if got := sample(t, families["fencepost_unsure_share"], "lesson", lesson).GetGauge().GetValue(); got != want {
			t.Errorf("%s: unsure share %v, want %v", lesson, got, want)
		}
	}
	if n := sample(t, families[verdictsTotal], "lesson", "leases", "verdict", "covered", "scorer", "s1").GetCounter().GetValue(); n != 2 {
		t.Errorf("%v covered, want 2", n)
	}
}

func TestSourcesAreReadWhenAsked(t *testing.T) {
	r := New()
	n := 0.0
	r.Add(func(context.Context) ([]Family, error) {
		n++
		return []Family{
			Gauge("a", "How \"it\" is.", n),
			{
				Name: "b", Help: "Sizes.", Type: "histogram", Sum: 70, Count: 4,
				Buckets: []Bucket{{1, 1}, {2, 3}},
			},
			{Name: "c", Help: "With labels.", Type: "gauge", Samples: []Sample{
				{[]Label{{"x", "back\\slash \"quoted\"\nline"}}, 1}, {[]Label{{"x", "a"}}, 2},
			}},
			{Name: "d", Help: "Nothing to say.", Type: "gauge"},
		}, nil
	})
	r.Add(func(context.Context) ([]Family, error) {
		return []Family{Counter("e_total", "Half.", 7)}, errors.New("gone")
	})
	scrape(t, r)
	families := scrape(t, r)
	if got := families["a"].GetMetric()[0].GetGauge().GetValue(); got != 2 {
		t.Errorf("a is %v at the second scrape, want 2", got)
	}
	h := families["b"].GetMetric()[0].GetHistogram()
	if h.GetSampleCount() != 4 || h.GetSampleSum() != 70 || h.GetBucket()[1].GetCumulativeCount() != 3 || len(h.GetBucket()) != 3 {
		t.Errorf("b is %v", h)
	}
	sample(t, families["c"], "x", "back\\slash \"quoted\"\nline")
	if families["d"] != nil {
		t.Error("a family without samples is written")
	}
	if families["e_total"].GetType() != dto.MetricType_COUNTER || families["fencepost_sources_failed"].GetMetric()[0].GetGauge().GetValue() != 1 {
		t.Errorf("a source that failed half way: %v, %v", families["e_total"], families["fencepost_sources_failed"])
	}
	for _, name := range []string{"go_goroutines", "go_memstats_heap_alloc_bytes", "process_resident_memory_bytes", "process_open_fds"} {
		if families[name] == nil {
			t.Errorf("%s of the runtime is missing", name)
		}
	}
}
