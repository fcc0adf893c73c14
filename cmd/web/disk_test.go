package main

import (
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

func TestMinFreeDisk(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want uint64
	}{
		{"0", 0}, {"512", 512}, {"100MB", 100_000_000}, {"2 gb", 2_000_000_000}, {"64kb", 64_000}, {"1TB", 1_000_000_000_000}, {"7B", 7},
	} {
		got, err := (&config{MinFreeDisk: tt.in}).minFreeDisk()
		if err != nil || got != tt.want {
			t.Errorf("%q: %d, %v; want %d", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{"", "MB", "-1MB", "1.5GB", "lots", "99999999999TB"} {
		if got, err := (&config{MinFreeDisk: in}).minFreeDisk(); err == nil {
			t.Errorf("%q was taken for %d bytes", in, got)
		}
	}
}

func TestRoom(t *testing.T) {
	dir := t.TempDir()
	if err := room(dir, 1); err != nil {
		t.Errorf("one byte: %v", err)
	}
	if err := room(dir, math.MaxUint64); !errors.Is(err, errNoRoom) {
		t.Errorf("more than any disk has: %v, want errNoRoom", err)
	}
	if err := room(filepath.Join(dir, "gone"), 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is gone: %v", err)
	}
}

func TestNearlyFullDiskIsNotReadyButAlive(t *testing.T) {
	s := startServer(t, "-min-free-disk", "10000000TB")
	code, body := get(t, s.url+"/readyz")
	if code != 503 || !strings.Contains(body, "disk") {
		t.Errorf("readyz: %d %q, want 503 and the reason", code, body)
	}
	if code, _ := get(t, s.url+"/healthz"); code != 200 {
		t.Errorf("healthz: %d", code)
	}
	if code, _ := get(t, s.url+"/"); code != 200 {
		t.Errorf("the front page: %d", code)
	}
	if !strings.Contains(s.errs.String(), "MIN_FREE_DISK") {
		t.Errorf("the log does not say which setting:\n%s", s.errs)
	}
}
