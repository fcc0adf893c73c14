package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// head says what was measured, on what, and what else that did.
func head(s settings, began time.Time, loadBefore string) string {
	var b strings.Builder
	b.WriteString("# What it costs, measured\n\n")
	b.WriteString("Written by `make bench`; not edited by hand. Ours and each control were measured in turn, in one\n")
	b.WriteString("run on one machine; a figure is the median of the rounds, with the least and the greatest in\n")
	b.WriteString("brackets; a ratio is the median of the rounds' ratios. Clients, servers and controls share the\n")
	b.WriteString("processors, so the ratios tell more than the rates, and processor time (CPU) more than either.\n\n")
	fmt.Fprintf(&b, "- %s, %d cores, %s, %s/%s\n", processor(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(&b, "- commit %s, %s, %d rounds of %s a figure\n", commit(), began.UTC().Format("2 January 2006, 15:04 UTC"), s.rounds, s.span)
	fmt.Fprintf(&b, "- load average (1, 5, 15 minutes) before: %s; after: %s; the run took %s\n",
		loadBefore, loadAverage(), time.Since(began).Round(time.Second))
	return b.String()
}

func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], ", ")
}

func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=12").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
