package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"

	"fencepost/cmd/web/internal/bench/load"
	"fencepost/cmd/web/internal/process"
)

// readers is how many read at once, each over a connection of its own.
const readers = 16

// pageRound measures the lesson's page of readers who are signed in and have made
// progress, and what it is compared with, in turn.
func (b *bench) pageRound(ctx context.Context) error {
	return b.onSite(ctx, 256, 256, func(s *site) error {
		compressed, plain, err := s.page()
		if err != nil {
			return err
		}
		nginx, err := b.startNginx(ctx, plain, compressed)
		if err != nil {
			return err
		}
		controls, err := b.startControls(ctx, compressed)
		if err != nil {
			return errors.Join(err, end(nginx))
		}
		return errors.Join(b.pages(ctx, s, nginx, controls), end(controls.Process), end(nginx))
	})
}

func (b *bench) pages(ctx context.Context, s *site, nginx *process.Process, controls *controls) error {
	before, err := s.counters()
	if err != nil {
		return err
	}
	if err := b.figureOf(ctx, "page", s.Process, s.readers(readers)); err != nil {
		return err
	}
	after, err := s.counters()
	if err != nil {
		return err
	}
	n := after.requests - before.requests
	b.add("page reads", tenth((after.reads-before.reads)/n))
	b.add("page allocations", (after.allocations-before.allocations)/n)
	for _, c := range []struct {
		name string
		p    *process.Process
		r    load.Request
	}{
		{"nginx", nginx, plainGet(nginx.Addr, nginxPath, "")},
		{"memory", controls.Process, plainGet(controls.Addr, "/memory", "")},
		{"rendered", controls.Process, plainGet(controls.Addr, "/drawn?slug="+slug, controls.cookie)},
		{"rendered and compressed", controls.Process, plainGet(controls.Addr, "/drawn?compressed&slug="+slug, controls.cookie)},
	} {
		if err := b.figureOf(ctx, c.name, c.p, same(c.r, readers)); err != nil {
			return err
		}
	}
	return nil
}

// tenth rounds to one decimal: what the site reads in between for its own purposes
// is no page's.
func tenth(v float64) float64 { return math.Round(v*10) / 10 }

// readers are n clients, each of whom is a student who opens the page.
func (s *site) readers(n int) []load.Source {
	list := make([]load.Source, n)
	for i := range list {
		r := s.get(s.class[i])
		list[i] = func() load.Request { return r }
	}
	return list
}

// same are n clients who all send r.
func same(r load.Request, n int) []load.Source {
	list := make([]load.Source, n)
	for i := range list {
		list[i] = func() load.Request { return r }
	}
	return list
}

func plainGet(addr, path, cookie string) load.Request {
	h := http.Header{"Accept-Encoding": {"gzip, deflate, br, zstd"}, "Accept": {"text/html"}}
	if cookie != "" {
		h.Set("Cookie", cookie)
	}
	return load.Request{Want: http.StatusOK, Raw: load.Raw(http.MethodGet, path, addr, h, "")}
}

// page is the first student's page, as it is sent and as it is read.
func (s *site) page() (compressed, plain []byte, err error) {
	r, err := http.NewRequest(http.MethodGet, "http://"+s.Addr+lessonPath, nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header = http.Header{"Cookie": {s.class[0].cookie(s.base)}, "Accept-Encoding": {"gzip"}}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Encoding") != "gzip" {
		return nil, nil, fmt.Errorf("the lesson's page: status %d, coding %q", resp.StatusCode, resp.Header.Get("Content-Encoding"))
	}
	if compressed, err = io.ReadAll(resp.Body); err != nil {
		return nil, nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, nil, err
	}
	plain, err = io.ReadAll(z)
	return compressed, plain, err
}
