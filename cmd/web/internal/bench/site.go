package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"fencepost/cmd/web/internal/bench/load"
	"fencepost/cmd/web/internal/process"
	"fencepost/content"
	"fencepost/lessons"
)

// site is the product, serving a folder in which there is a class.
type site struct {
	*process.Process
	base    *url.URL
	metrics string // address
	class   []student

	texts     []string // explanations, as people write them
	revisions []int64  // by student: of the draft that is kept
}

// startSite starts the program on dir. Each learner's limits are set so high that
// they count and never bite: a class of this size sends what a town would.
func startSite(ctx context.Context, program, dir string, class []student) (*site, error) {
	addr, err := process.FreeAddr()
	if err != nil {
		return nil, err
	}
	metrics, err := process.FreeAddr()
	if err != nil {
		return nil, err
	}
	base, err := url.Parse("http://" + addr)
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, addr, lessonPath, []string{
		"LISTEN_ADDR=" + addr, "METRICS_ADDR=" + metrics, "BASE_URL=" + base.String(), "DATA_DIR=" + dir,
		"LEARNER_WRITES=100000/min", "LEARNER_EXPLANATIONS=1000000/h",
	}, program)
	if err != nil {
		return nil, err
	}
	texts, err := sampleTexts()
	if err != nil {
		return nil, errors.Join(err, end(p))
	}
	return &site{Process: p, base: base, metrics: metrics, class: class, texts: texts, revisions: make([]int64, len(class))}, nil
}

// sampleTexts are the texts of the lesson's labelled samples of about 600 characters.
func sampleTexts() (texts []string, err error) {
	library, _ := lessons.Load(content.FS) // its problems are lint's to tell
	lesson, ok := library.Lesson(slug)
	if !ok {
		return nil, errors.New("the lesson that is measured is not there")
	}
	for _, s := range lesson.Samples.Get() {
		if n := len(s.Text); n > 500 && n < 700 {
			texts = append(texts, s.Text)
		}
	}
	return texts, nil
}

// get is a signed-in reader's request for the lesson's page, as a browser sends it.
func (s *site) get(of student) load.Request {
	return load.Request{Want: http.StatusOK, Raw: load.Raw(http.MethodGet, lessonPath, s.Addr, http.Header{
		"Cookie": {of.cookie(s.base)}, "Accept-Encoding": {"gzip, deflate, br, zstd"}, "Accept": {"text/html"},
	}, "")}
}

// post is a signed-in reader's request that writes, as the page's script sends it.
func (s *site) post(of student, path, kind, body string, want int) load.Request {
	return load.Request{Want: want, Raw: load.Raw(http.MethodPost, lessonPath+path, s.Addr, http.Header{
		"Cookie": {of.cookie(s.base)}, "Accept-Encoding": {"gzip, deflate, br, zstd"}, "Accept": {"*/*"},
		"Content-Type": {kind}, "Sec-Fetch-Site": {"same-origin"}, "Fencepost-Fragment": {"check"},
	}, body)}
}

// counters are what the site counted since it started.
type counters struct{ requests, commits, reads, allocations float64 }

// counters reads them from /metrics.
func (s *site) counters() (c counters, err error) {
	resp, err := http.Get("http://" + s.metrics + "/metrics")
	if err != nil {
		return c, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return c, err
	}
	for _, n := range []struct {
		name string
		to   *float64
	}{
		{"fencepost_requests_total", &c.requests},
		{"fencepost_commits_total", &c.commits},
		{"fencepost_reads_total", &c.reads},
		{"go_memstats_mallocs_total", &c.allocations},
	} {
		if *n.to, err = sumOf(string(text), n.name); err != nil {
			return c, err
		}
	}
	return c, nil
}

// sumOf adds a counter's samples, whatever their labels.
func sumOf(text, name string) (sum float64, err error) {
	found := false
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, name)
		if !ok || rest[0] != ' ' && rest[0] != '{' {
			continue
		}
		fields := strings.Fields(rest)
		v, err := strconv.ParseFloat(fields[len(fields)-1], 64)
		if err != nil {
			return 0, err
		}
		sum, found = sum+v, true
	}
	if !found {
		return 0, fmt.Errorf("/metrics has no %s", name)
	}
	return sum, nil
}
