package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// settings are how much is measured, and what with.
type settings struct {
	rounds   int           // each measures everything once, in turn
	span     time.Duration // that one figure is counted over
	warm     time.Duration // before that
	starts   int           // of the program, for the time of a start
	web      string        // the program
	controls string        // the site's test program, which serves the controls
	pocket   string        // PocketBase
	out      string        // file to write
	only     string        // name of the one part to measure; "" for all
}

// read reads the settings from the environment.
func read() (s settings, err error) {
	s = settings{
		web: os.Getenv("BENCH_WEB"), controls: os.Getenv("BENCH_CONTROLS"), pocket: os.Getenv("BENCH_POCKETBASE"),
		out: os.Getenv("BENCH_OUT"), only: os.Getenv("BENCH_ONLY"),
	}
	var millis, warm int
	for _, n := range []struct {
		name string
		to   *int
		def  int
	}{
		{"BENCH_ROUNDS", &s.rounds, 5},
		{"BENCH_STARTS", &s.starts, 7},
		{"BENCH_SPAN_MS", &millis, 2000},
		{"BENCH_WARM_MS", &warm, 500},
	} {
		if *n.to, err = whole(n.name, n.def); err != nil {
			return s, err
		}
	}
	s.span, s.warm = time.Duration(millis)*time.Millisecond, time.Duration(warm)*time.Millisecond
	return s, nil
}

// whole reads a number above 0.
func whole(name string, def int) (int, error) {
	text := os.Getenv(name)
	if text == "" {
		return def, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s: %q is no number above 0", name, text)
	}
	return n, nil
}
