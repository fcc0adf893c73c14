package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	addresses "fencepost/cmd/web/internal/process"
	"fencepost/content"
)

// served is a server that runs within the test.
type served struct {
	addr string
	url  string
	stop func() int // ends it and returns its exit code
	errs *syncLines
}

// startServer runs web serve on a free port with a database of its own.
func startServer(t *testing.T, args ...string) *served {
	t.Helper()
	addr := freeAddress(t)
	ctx, cancel := context.WithCancel(t.Context())
	ready, out := io.Pipe()
	s := &served{addr: addr, url: "http://" + addr, errs: new(syncLines)}
	args = append([]string{"serve", "-listen-addr", addr, "-base-url", s.url, "-data-dir", t.TempDir()}, args...)
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, stdio{strings.NewReader(""), out, s.errs}, args)
		out.Close()
	}()
	stopped := false
	s.stop = func() int {
		stopped = true
		cancel()
		return <-ended
	}
	t.Cleanup(func() {
		if !stopped {
			if code := s.stop(); code != 0 {
				t.Errorf("exit code %d:\n%s", code, s.errs)
			}
		}
	})
	says := s.url
	if i := slices.Index(args[5:], "-base-url"); i >= 0 {
		says = args[5:][i+1]
	}
	line := make([]byte, 256)
	n, err := ready.Read(line)
	if err != nil || !strings.Contains(string(line[:n]), says) {
		t.Fatalf("the server says %q (%v), not its address:\n%s", line[:n], err, s.errs)
	}
	go func() { _, _ = io.Copy(io.Discard, ready) }()
	return s
}

func freeAddress(t testing.TB) string {
	t.Helper()
	addr, err := addresses.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// get is the status and body of an address.
func get(t *testing.T, address string) (int, string) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestServeAndHealthcheck(t *testing.T) {
	s := startServer(t)
	if code, _, errs := web(t, t.Context(), "healthcheck", "-listen-addr", s.addr); code != 0 {
		t.Errorf("healthcheck of a running server: exit code %d: %s", code, errs)
	}
	if code, body := get(t, s.url+"/readyz"); code != 200 {
		t.Errorf("readyz: %d %s", code, body)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, s.errs)
	}
	if code, _, _ := web(t, t.Context(), "healthcheck", "-listen-addr", s.addr); code != 1 {
		t.Errorf("healthcheck of a stopped server: exit code %d, want 1", code)
	}
}

func TestShutdownFinishesWhatIsUnderWay(t *testing.T) {
	s := startServer(t)
	body, send := io.Pipe()
	answered := make(chan *http.Response, 1)
	go func() {
		r, err := http.NewRequest(http.MethodPost, s.url+"/concepts/leases-and-fencing-tokens/explanations", body)
		if err != nil {
			t.Error(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		// The client waits for 100 Continue, so the server is reading once it sends.
		r.Header.Set("Expect", "100-continue")
		resp, err := (&http.Transport{ExpectContinueTimeout: time.Minute}).RoundTrip(r)
		if err != nil {
			t.Error(err)
		}
		answered <- resp
	}()
	text := url.Values{"text": {"If the owner crashes it stops renewing, so the lease runs out and another worker may claim it."}}.Encode()
	if _, err := io.WriteString(send, text[:20]); err != nil {
		t.Fatal(err)
	}
	ended := make(chan int)
	go func() { ended <- s.stop() }()
	for !refusesConnections(s.addr) {
		time.Sleep(time.Millisecond)
	}
	if _, err := io.WriteString(send, text[20:]); err != nil {
		t.Fatal(err)
	}
	send.Close()
	if resp := <-answered; resp == nil || resp.StatusCode != http.StatusSeeOther {
		t.Errorf("the request under way got %v, want its redirect", resp)
	}
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d:\n%s", code, s.errs)
	}
}

// refusesConnections says whether the server no longer listens.
func refusesConnections(addr string) bool {
	c, err := net.Dial("tcp", addr)
	if err == nil {
		c.Close()
	}
	return err != nil
}

// copyContent writes the built-in lessons into a folder.
func copyContent(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, content.FS); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestServeRefusesBadContent(t *testing.T) {
	dir := copyContent(t)
	file := filepath.Join(dir, "leases-and-fencing-tokens", "lesson.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bad := strings.Replace(string(text), "```sim lease", "```sim no-such-world", 1)
	if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := web(t, t.Context(), "serve", "-listen-addr", "127.0.0.1:0", "-data-dir", t.TempDir(), "-content-dir", dir)
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	_, lint, _ := web(t, t.Context(), "lint", "-content", dir)
	first, _, _ := strings.Cut(lint, "\n")
	if first == "" || !strings.Contains(errs, first) {
		t.Errorf("serve says\n%s\nlint says\n%s", errs, lint)
	}
}
