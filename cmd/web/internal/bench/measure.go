package main

import (
	"context"
	"errors"
	"time"

	"fencepost/cmd/web/internal/bench/load"
	"fencepost/cmd/web/internal/process"
)

// figure is what one measurement of one server gave.
type figure struct {
	perSecond float64
	cpu       time.Duration // of the server, a request
	p50, p99  time.Duration
	bytes     float64 // of the body, a request
}

// measure sends requests to p and counts what it used meanwhile.
func measure(ctx context.Context, p *process.Process, clients []load.Source, warm, span time.Duration) (figure, error) {
	var used [2]time.Duration
	r, err := load.Run(ctx, load.Plan{Addr: p.Addr, Clients: clients, Warm: warm, For: span, At: func(begins bool) {
		at := 1
		if begins {
			at = 0
		}
		used[at] = process.CPU(p.Pid())
	}})
	if err != nil {
		return figure{}, err
	}
	if r.Requests == 0 {
		return figure{}, errors.New("nothing was answered in time")
	}
	n := float64(r.Requests)
	return figure{
		perSecond: r.PerSecond(), cpu: time.Duration(float64(used[1]-used[0]) / n),
		p50: r.Slow.At(0.5), p99: r.Slow.At(0.99), bytes: float64(r.Bytes) / n,
	}, nil
}
