package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// families reads what a server's /metrics says with Prometheus' own parser.
func families(t *testing.T, addr string) map[string]*dto.MetricFamily {
	t.Helper()
	code, text := get(t, "http://"+addr+"/metrics")
	if code != http.StatusOK {
		t.Fatalf("/metrics answers %d: %s", code, text)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	all, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatalf("the parser says %v of\n%s", err, text)
	}
	return all
}

// labelled is the value of a label of a metric.
func labelled(m *dto.Metric, name string) string {
	for _, l := range m.GetLabel() {
		if l.GetName() == name {
			return l.GetValue()
		}
	}
	return ""
}

// total adds the counters and gauges of a family of which a label has a value.
func total(f *dto.MetricFamily, label, value string) (sum float64) {
	for _, m := range f.GetMetric() {
		if label == "" || labelled(m, label) == value {
			sum += m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	return sum
}

func TestMetricsOfARunningServer(t *testing.T) {
	addr := freeAddress(t)
	s := startServer(t, "-metrics-addr", addr)
	browser := &http.Client{}
	browser.Jar, _ = cookiejar.New(nil)
	visit := func(resp *http.Response, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	const lesson = "/concepts/leases-and-fencing-tokens"
	visit(browser.Get(s.url + lesson))
	visit(browser.Get(s.url + "/concepts/no-such-lesson-zebra"))
	visit(browser.Get(s.url + "/zebra"))
	visit(browser.PostForm(s.url+lesson+"/explanations", url.Values{
		"text": {"If the owner crashes it stops renewing, so the lease runs out and another worker may claim it."},
	}))
	all := families(t, addr)

	if n := total(all["fencepost_requests_total"], "route", "/concepts/:slug/explanations"); n != 1 {
		t.Errorf("%v explanations were posted, want 1", n)
	}
	if n := total(all["fencepost_requests_total"], "status", "404"); n != 2 {
		t.Errorf("%v requests were answered 404, want 2", n)
	}
	for _, m := range all["fencepost_request_duration_seconds"].GetMetric() {
		if route := labelled(m, "route"); strings.Contains(route, "leases") || strings.Contains(route, "zebra") {
			t.Errorf("the route %q holds what was asked for", route)
		}
	}
	commits := total(all["fencepost_commits_total"], "", "")
	held := all["fencepost_commit_writes"].GetMetric()[0].GetHistogram()
	if commits < 2 || float64(held.GetSampleCount()) != commits || held.GetSampleSum() < commits {
		t.Errorf("%v commits (the learner, the text, the score), by size %v", commits, held)
	}
	points := total(all["fencepost_verdicts_total"], "lesson", "leases-and-fencing-tokens")
	share := all["fencepost_unsure_share"].GetMetric()
	unsure := total(all["fencepost_verdicts_total"], "verdict", "unsure")
	if points == 0 || len(share) != 1 || share[0].GetGauge().GetValue() != unsure/points {
		t.Errorf("%v verdicts, %v of them unsure; the share is %v", points, unsure, share)
	}
	if scorer := labelled(share[0], "scorer"); total(all["fencepost_scorer_info"], "scorer", scorer) != 1 {
		t.Errorf("the scorer %q that scored is not the one in force: %v", scorer, all["fencepost_scorer_info"])
	}
	if n := len(all["fencepost_review_queue"].GetMetric()); n != 7 {
		t.Errorf("the queue has %d reasons, want 7", n)
	}
	for _, name := range []string{"fencepost_database_bytes", "fencepost_database_log_bytes", "fencepost_disk_free_bytes", "fencepost_build_info", "go_goroutines"} {
		if total(all[name], "", "") <= 0 {
			t.Errorf("%s is %v", name, all[name])
		}
	}
	if total(all["fencepost_sources_failed"], "", "") != 0 {
		t.Errorf("sources failed:\n%s", s.errs)
	}
	if code, _ := get(t, s.url+"/metrics"); code != http.StatusNotFound {
		t.Errorf("the site itself answers /metrics with %d", code)
	}
	if code, _ := get(t, "http://"+addr+"/"); code != http.StatusNotFound {
		t.Errorf("the metrics' listener answers / with %d", code)
	}
	s.stop()
	if !refusesConnections(addr) {
		t.Error("the metrics' listener outlives the server")
	}
}

func TestMetricsAddressThatIsTakenIsRefused(t *testing.T) {
	addr := freeAddress(t)
	startServer(t, "-metrics-addr", addr)
	code, _, errs := web(t, t.Context(), "serve", "-listen-addr", "127.0.0.1:0", "-metrics-addr", addr, "-data-dir", t.TempDir())
	if code != 1 || !strings.Contains(errs, "METRICS_ADDR") {
		t.Errorf("exit code %d, it says\n%s", code, errs)
	}
}
