package e2e

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// bound is the longest that these tests wait for anything; none asserts a time.
const bound = 60 * time.Second

// connect opens a connection to the server from an address of the loopback
// network, so that one machine is many neighbours.
func (s *server) connect(t *testing.T, from string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: bound}
	c, err := d.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// reads says that a page is read over a new connection.
func (s *server) reads(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), bound)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/how-scoring-works", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		t.Fatalf("nobody else gets in: %v", err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("nobody else gets in: %d, %v", resp.StatusCode, err)
	}
}

// resident is the server's memory in MiB, and open how many files and
// connections it holds.
func (s *server) resident(t *testing.T) (mib int, open int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(status), &size, &pages); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() >> 20, len(files)
}

// mostFiles is how many connections this process may open, less some for itself.
func mostFiles(t *testing.T) int {
	t.Helper()
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r); err != nil {
		t.Fatal(err)
	}
	return int(min(r.Cur, 1<<20)) - 200
}

// A thousand connections send the head of a request byte by byte: others are
// served meanwhile, and the server ends each by itself.
func TestSlowHeadersHoldUpNobody(t *testing.T) {
	s := serve(t)
	var slow []net.Conn
	for i := range min(1000, mostFiles(t)) {
		c := s.connect(t, fmt.Sprintf("127.0.1.%d", i%200+1))
		defer c.Close()
		slow = append(slow, c)
		if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nX: "); err != nil {
			t.Fatal(err)
		}
	}
	stop := make(chan struct{})
	var dripping sync.WaitGroup
	dripping.Go(func() { drip(slow, stop) })
	for range 20 {
		s.reads(t)
	}
	for i, c := range slow {
		_ = c.SetReadDeadline(time.Now().Add(bound))
		if rest, err := io.ReadAll(c); isTimeout(err) || strings.Contains(string(rest), " 200 ") {
			t.Fatalf("connection %d is still open, or was answered: %v %q", i, err, rest)
		}
	}
	close(stop)
	dripping.Wait()
	mib, open := s.resident(t)
	t.Logf("%d slow connections were ended; the server holds %d MiB and %d files", len(slow), mib, open)
}

// A thousand connections of five addresses begin a form and do not end it, short
// ones and long ones: more than are worked on at once. Others read and write
// meanwhile.
func TestSlowFormsHoldUpNobody(t *testing.T) {
	s := serve(t)
	for i := range min(1000, mostFiles(t)) {
		c := s.connect(t, fmt.Sprintf("127.0.1.%d", i%5+1))
		defer c.Close()
		form := fmt.Sprintf("POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\ne", 100+i%2*30_000)
		if _, err := io.WriteString(c, form); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		s.reads(t)
	}
	resp, err := (&http.Client{Timeout: bound}).PostForm(s.url+"/signin", url.Values{"email": {"ada@mail.example"}, "password": {adaPassword}})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusUnprocessableEntity { // nobody has an account
		t.Errorf("a form beside them: %d", resp.StatusCode)
	}
}

// drip sends a byte on each connection twice a second.
func drip(to []net.Conn, stop chan struct{}) {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			for _, c := range to {
				_, _ = io.WriteString(c, "x") // those that were ended fail
			}
		}
	}
}

func isTimeout(err error) bool {
	late, ok := err.(net.Error)
	return ok && late.Timeout()
}

// Ten thousand connections that each asked once and then say nothing may stay
// for two minutes; whoever comes then is served at once all the same.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	s := serve(t)
	most := min(10_000, mostFiles(t))
	for i := range most {
		c := s.connect(t, fmt.Sprintf("127.0.2.%d", i%200+1))
		defer c.Close()
		if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(bound))
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Fatalf("connection %d of %d: %q, %v", i, most, line, err)
		}
	}
	s.reads(t)
	mib, open := s.resident(t)
	if open > 4096+200 {
		t.Errorf("the server holds %d files; 4,096 connections are its bound", open)
	}
	t.Logf("after %d idle connections the server holds %d MiB and %d files", most, mib, open)
}

// One address alone gets no more than its part of the connections.
func TestOneAddressHasAPartOfTheConnections(t *testing.T) {
	s := serve(t)
	for range min(1500, mostFiles(t)) {
		c := s.connect(t, "127.0.3.1")
		defer c.Close()
	}
	for _, from := range []string{"127.0.3.1", "127.0.3.2"} {
		if got := s.ask(t, from, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 200") {
			t.Errorf("%s gets %.60q", from, got)
		}
	}
	if _, open := s.resident(t); open > 1024+200 {
		t.Errorf("the server holds %d files; one address may have 1,024 connections", open)
	}
}

// ask sends bytes and is the answer.
func (s *server) ask(t *testing.T, from, request string) string {
	t.Helper()
	c := s.connect(t, from)
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(bound))
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(c)
	if err != nil && len(got) == 0 {
		t.Fatal(err)
	}
	return string(got)
}

func TestALongHeadIsRefused(t *testing.T) {
	s := serve(t)
	got := s.ask(t, "127.0.0.1", "GET / HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("x", 64<<10)+"\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 431 ") {
		t.Errorf("the answer is %.80q, want 431", got)
	}
}
