// Package metrics counts what the site does, for monitoring: in Prometheus'
// text format, version 0.0.4. Labels hold routes, lessons and versions, never
// anything that a client chose.
package metrics

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
)

// The names of what is counted as it happens.
const (
	requestSeconds = "fencepost_request_duration_seconds"
	requestsTotal  = "fencepost_requests_total"
	verdictsTotal  = "fencepost_verdicts_total"
)

// bounds are the upper ends of the buckets of a request's duration, in
// seconds: from a page out of memory to what the server's limits cut off.
var bounds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// Registry counts. Its methods may be called at the same time.
type Registry struct {
	set *vm.Set

	mu       sync.Mutex
	requests map[request]counted
	verdicts map[verdict]*vm.Counter
	sources  []Source
}

type (
	request struct {
		method, route string
		status        int
	}
	counted struct {
		took *vm.PrometheusHistogram
		n    *vm.Counter
	}
	verdict struct{ lesson, scorer, says string }
)

// New makes a registry that counted nothing yet.
func New() *Registry {
	vm.ExposeMetadata(true) // types for all that the library writes; it is set for the process
	return &Registry{set: vm.NewSet(), requests: map[request]counted{}, verdicts: map[verdict]*vm.Counter{}}
}

// Request counts a request that was answered. route is the pattern that the
// router matched, "" for none.
func (r *Registry) Request(method, route string, status int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	c := r.counted(request{known(method), route, status})
	c.took.Update(took.Seconds())
	c.n.Inc()
}

// known keeps a method that somebody made up from becoming a label.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

func (r *Registry) counted(k request) counted {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.requests[k]
	if !ok {
		labels := []Label{{"method", k.method}, {"route", k.route}}
		c.took = r.set.GetOrCreatePrometheusHistogramExt(requestSeconds+braced(labels), bounds)
		c.n = r.set.GetOrCreateCounter(requestsTotal + braced(append(labels, Label{"status", strconv.Itoa(k.status)})))
		r.requests[k] = c
	}
	return c
}

// Verdict counts what a scorer said of one key point of an explanation that was
// handed in. Each verdict has a counter, so that its share can be drawn over
// any time.
func (r *Registry) Verdict(lesson, scorer, says string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := verdict{lesson, scorer, says}
	c, ok := r.verdicts[k]
	if !ok {
		c = r.set.GetOrCreateCounter(verdictsTotal + braced([]Label{{"lesson", lesson}, {"scorer", scorer}, {"verdict", says}}))
		r.verdicts[k] = c
	}
	c.Inc()
}

// unsureShare is the share of verdicts since the start that were unsure, by
// lesson and scorer.
func (r *Registry) unsureShare() Family {
	type pair struct{ lesson, scorer string }
	unsure, all := map[pair]float64{}, map[pair]float64{}
	r.mu.Lock()
	for k, c := range r.verdicts {
		p, n := pair{k.lesson, k.scorer}, float64(c.Get())
		all[p] += n
		if k.says == "unsure" {
			unsure[p] += n
		}
	}
	r.mu.Unlock()
	f := Family{
		Name: "fencepost_unsure_share", Type: "gauge",
		Help: "Share of the verdicts on key points since the start that were unsure, in [0,1].",
	}
	for p, n := range all {
		f.Samples = append(f.Samples, Sample{[]Label{{"lesson", p.lesson}, {"scorer", p.scorer}}, unsure[p] / n})
	}
	return f
}
