package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is the program in a process of its own.
type process struct {
	*exec.Cmd
	url  string
	addr string
	log  *syncLines
}

// startProcess starts web serve and waits until it says where it is.
func startProcess(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	p := &process{addr: freeAddress(t), log: new(syncLines)}
	p.url = "http://" + p.addr
	p.Cmd = exec.Command(os.Args[0], append([]string{"serve", "-listen-addr", p.addr, "-base-url", p.url, "-data-dir", dir}, args...)...)
	p.Env = append(os.Environ(), asProgram+"=1")
	p.Stderr = p.log
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, p.url) {
		t.Fatalf("the program says %q (%v):\n%s", line, err, p.log)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return p
}

// terminate sends SIGTERM and waits until the program takes no connection.
func (p *process) terminate(t *testing.T) {
	t.Helper()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for !refusesConnections(p.addr) {
		time.Sleep(time.Millisecond)
	}
}

// begun is a request whose first half is with the server.
type begun struct {
	browser *http.Client
	send    *io.PipeWriter
	rest    string
	answer  chan *http.Response
}

// begin opens the lesson, then sends half of an explanation. The server has
// begun to read it: it answered 100 Continue.
func begin(t *testing.T, at, text string) *begun {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	// Each is a person with a browser of their own.
	b := &begun{answer: make(chan *http.Response, 1), browser: &http.Client{
		Jar: jar, Transport: &http.Transport{ExpectContinueTimeout: time.Minute},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	lesson := at + "/concepts/leases-and-fencing-tokens"
	resp, err := b.browser.Get(lesson)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	body, send := io.Pipe()
	form := url.Values{"text": {text}}.Encode()
	b.send, b.rest = send, form[10:]
	r, err := http.NewRequest(http.MethodPost, lesson+"/explanations", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Expect", "100-continue")
	go func() {
		resp, err := b.browser.Do(r)
		if err != nil {
			resp = nil // whoever waits for it says so
		}
		b.answer <- resp
	}()
	if _, err := io.WriteString(send, form[:10]); err != nil { // returns once it is read
		t.Fatal(err)
	}
	return b
}

// end sends the other half and answers where the server leads to.
func (b *begun) end(t *testing.T) (to string) {
	t.Helper()
	if _, err := io.WriteString(b.send, b.rest); err != nil {
		t.Error(err)
	}
	b.send.Close()
	resp := <-b.answer
	if resp == nil {
		t.Error("the request under way got no answer")
		return ""
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		t.Errorf("the request under way is answered %d, want 303", resp.StatusCode)
	}
	return resp.Header.Get("Location")
}

// TestTerminatedProgramFinishesWhatIsUnderWay sends SIGTERM while 16 people hand
// something in. All of them are answered, new ones are refused, the program ends
// with code 0, and after a restart everything is there.
func TestTerminatedProgramFinishesWhatIsUnderWay(t *testing.T) {
	dir := t.TempDir()
	p := startProcess(t, dir)
	all := make([]*begun, 16)
	for i := range all {
		all[i] = begin(t, p.url, fmt.Sprintf("The lease runs out at second %d unless its owner renews it in time.", i))
	}
	p.terminate(t)
	to := make([]string, len(all))
	var answered sync.WaitGroup
	for i, b := range all {
		answered.Go(func() { to[i] = b.end(t) })
	}
	answered.Wait()
	if err := p.Wait(); err != nil {
		t.Errorf("the program ended with %v:\n%s", err, p.log)
	}
	again := startProcess(t, dir)
	here, err := url.Parse(again.url)
	if err != nil {
		t.Fatal(err)
	}
	there, _ := url.Parse(p.url)
	for i, b := range all {
		b.browser.Jar.SetCookies(here, b.browser.Jar.Cookies(there))
		resp, err := b.browser.Get(again.url + to[i])
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK || !strings.Contains(string(page), fmt.Sprintf("second %d", i)) {
			t.Errorf("%s, which was answered, is %d after a restart", to[i], resp.StatusCode)
		}
	}
}

// TestTerminatedProgramWaitsOnlySoLong has a person who never finishes.
func TestTerminatedProgramWaitsOnlySoLong(t *testing.T) {
	t.Parallel()
	p := startProcess(t, t.TempDir())
	b := begin(t, p.url, "The lease runs out at some time unless its owner renews it.")
	p.terminate(t)
	err := p.Wait()
	if p.ProcessState.ExitCode() != 1 {
		t.Errorf("the program ended with %v, want exit code 1:\n%s", err, p.log)
	}
	b.send.Close()
}
