package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// firstPage is the page for which a start is measured: the dearest there is.
const firstPage = "/concepts/leases-and-fencing-tokens"

// goFlags are those with which the Dockerfile builds the program.
var goFlags = regexp.MustCompile(`(?m)^ENV GOFLAGS="(.*)"$`)

// shipped builds the program as the Dockerfile does.
func shipped(b *testing.B) string {
	b.Helper()
	docker, err := os.ReadFile(filepath.Join("..", "..", "Dockerfile"))
	if err != nil {
		b.Fatal(err)
	}
	flags := goFlags.FindSubmatch(docker)
	if flags == nil {
		b.Fatal("the Dockerfile sets no GOFLAGS")
	}
	file := filepath.Join(b.TempDir(), "web")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", file, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+string(flags[1]))
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return file
}

// shippedProcess is a running program and where it answers.
type shippedProcess struct {
	*exec.Cmd
	url string
}

func launch(b *testing.B, file, dir, addr string) *shippedProcess {
	b.Helper()
	p := &shippedProcess{exec.Command(file, "-listen-addr", addr, "-base-url", "http://"+addr, "-data-dir", dir), "http://" + addr}
	if err := p.Start(); err != nil {
		b.Fatal(err)
	}
	return p
}

// read reads a page as soon as the program takes connections.
func (p *shippedProcess) read(b *testing.B, path string) {
	b.Helper()
	for {
		resp, err := http.Get(p.url + path)
		if err != nil {
			time.Sleep(time.Millisecond)
			continue
		}
		_, err = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK {
			b.Fatalf("%s: status %d, %v", path, resp.StatusCode, err)
		}
		return
	}
}

func (p *shippedProcess) end() {
	_ = p.Process.Signal(syscall.SIGTERM)
	_ = p.Wait()
}

// processor is the processor time that the program has used, in ms: what a start
// costs on a machine that does other things too.
func (p *shippedProcess) processor() float64 {
	total := 0.0
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.Process.Pid))
	for _, task := range tasks {
		if text, err := os.ReadFile(task); err == nil {
			ns, _ := strconv.ParseFloat(strings.Fields(string(text))[0], 64)
			total += ns / 1e6
		}
	}
	return total
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// BenchmarkStart measures from the start of the program as it is shipped to its
// first page, with an empty data folder and with one that was used: medians of
// the time and of the processor's, in ms.
func BenchmarkStart(b *testing.B) {
	file := shipped(b)
	for _, name := range []string{"fresh", "existing"} {
		b.Run(name, func(b *testing.B) {
			addr, dir := freeAddress(b), b.TempDir()
			if name == "existing" {
				p := launch(b, file, dir, addr)
				p.read(b, firstPage)
				time.Sleep(3 * time.Second) // what is staged behind the first page is stored
				p.end()
			}
			var took, processor []float64
			for b.Loop() {
				if name == "fresh" {
					dir = b.TempDir()
				}
				begun := time.Now()
				p := launch(b, file, dir, addr)
				p.read(b, firstPage)
				took = append(took, float64(time.Since(begun).Microseconds())/1000)
				processor = append(processor, p.processor())
				p.end()
			}
			b.ReportMetric(median(took), "ms-median")
			b.ReportMetric(median(processor), "cpu-ms-median")
		})
	}
}

// BenchmarkIdle measures what memory the program as it is shipped keeps, in MB,
// when it has served a few pages and nothing was asked for a while: all that is
// resident, and what of it is not just the program's file. It tells the
// program's size, too.
func BenchmarkIdle(b *testing.B) {
	file := shipped(b)
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	addr, dir := freeAddress(b), b.TempDir()
	var all, own []float64
	for b.Loop() {
		p := launch(b, file, dir, addr)
		for _, path := range []string{"/", firstPage, "/concepts/ordering", "/search?q=lease", "/glossary"} {
			p.read(b, path)
		}
		time.Sleep(3 * quietLooks * lookEvery)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
		if err != nil {
			b.Fatal(err)
		}
		all, own = append(all, inMB(status, "VmRSS")), append(own, inMB(status, "RssAnon"))
		p.end()
	}
	b.ReportMetric(median(all), "MB-resident")
	b.ReportMetric(median(own), "MB-anonymous")
	b.ReportMetric(float64(info.Size())/1e6, "MB-program")
}

// inMB is a line of /proc/PID/status, in MB of 2^20 bytes.
func inMB(status []byte, name string) float64 {
	_, rest, _ := strings.Cut(string(status), name+":")
	kB, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return kB / 1024
}
