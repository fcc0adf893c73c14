package metrics

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
)

// collectWithin is how long one source may take.
const collectWithin = 5 * time.Second

// Label tells one sample of a family from another.
type Label struct{ Name, Value string }

// Sample is one value.
type Sample struct {
	Labels []Label
	Value  float64
}

// Family are the samples of one name. A family without samples is left out.
type Family struct {
	Name, Help, Type string
	Samples          []Sample
	// Buckets make the family a histogram: how many values were at most Upper.
	Buckets    []Bucket
	Sum, Count float64
}

// Bucket is one of a histogram; it holds those below it too.
type Bucket struct{ Upper, Count float64 }

// Gauge is a family of one value that goes up and down.
func Gauge(name, help string, v float64) Family {
	return Family{Name: name, Help: help, Type: "gauge", Samples: []Sample{{Value: v}}}
}

// Counter is a family of one value that only rises.
func Counter(name, help string, v float64) Family {
	return Family{Name: name, Help: help, Type: "counter", Samples: []Sample{{Value: v}}}
}

// Source reads values at the moment when monitoring asks.
type Source func(ctx context.Context) ([]Family, error)

// Add takes another source.
func (r *Registry) Add(s Source) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sources = append(r.sources, s)
}

// Handler answers with everything that was counted and what the sources say
// now. Values of a source that fails are missing, and the failure is logged.
func (r *Registry) Handler(log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		var body bytes.Buffer
		r.set.WritePrometheus(&body)
		r.unsureShare().write(&body)
		failed := r.collect(q.Context(), &body, log)
		Gauge("fencepost_sources_failed", "Sources of values that could not be read now.", failed).write(&body)
		vm.WriteProcessMetrics(&body)
		vm.WriteFDMetrics(&body)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(body.Bytes()) // whoever asked is gone
	})
}

// collect writes what the sources say and counts those that failed.
func (r *Registry) collect(ctx context.Context, w io.Writer, log *slog.Logger) (failed float64) {
	r.mu.Lock()
	sources := slices.Clone(r.sources)
	r.mu.Unlock()
	for _, s := range sources {
		ctx, cancel := context.WithTimeout(ctx, collectWithin)
		list, err := s(ctx)
		cancel()
		if err != nil {
			log.Warn("values for monitoring could not be read", "err", err)
			failed++
		}
		for _, f := range list {
			f.write(w)
		}
	}
	return failed
}

func (f Family) write(w io.Writer) {
	if len(f.Samples) == 0 && len(f.Buckets) == 0 {
		return
	}
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", f.Name, f.Help, f.Name, f.Type)
	slices.SortFunc(f.Samples, func(a, b Sample) int { return cmp.Compare(braced(a.Labels), braced(b.Labels)) })
	for _, s := range f.Samples {
		fmt.Fprintf(w, "%s%s %s\n", f.Name, braced(s.Labels), number(s.Value))
	}
	if len(f.Buckets) == 0 {
		return
	}
	for _, b := range f.Buckets {
		fmt.Fprintf(w, "%s_bucket{le=%q} %s\n", f.Name, number(b.Upper), number(b.Count))
	}
	fmt.Fprintf(w, "%s_bucket{le=\"+Inf\"} %s\n%s_sum %s\n%s_count %s\n", f.Name, number(f.Count), f.Name, number(f.Sum), f.Name, number(f.Count))
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// escapes are those of a label's value in the text format.
var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// braced writes labels as the text format does; "" for none.
func braced(labels []Label) string {
	if len(labels) == 0 {
		return ""
	}
	var pairs []string
	for _, l := range labels {
		pairs = append(pairs, l.Name+`="`+escapes.Replace(l.Value)+`"`)
	}
	return "{" + strings.Join(pairs, ",") + "}"
}
