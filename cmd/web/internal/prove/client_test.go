//go:build linux

package prove

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	page   = "/concepts/leases-and-fencing-tokens"
	check1 = page + "/checks/self-fencing"
)

// client is one learner's browser. It sends an answer again, under its key, until
// it is acknowledged, as a person does who presses the button once more.
type client struct {
	s       *server
	name    string
	n       int
	pending string // the key that was sent and not acknowledged
	http    *http.Client
}

func newClient(s *server, name string) *client {
	jar, _ := cookiejar.New(nil) // fails for bad options, and there are none
	return &client{s: s, name: name, http: &http.Client{
		Jar: jar, Timeout: 30 * time.Second,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 1},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// meet opens the lesson, which leaves the browser with its cookie.
func (c *client) meet() error {
	resp, err := c.http.Get(c.s.url + page)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// send sends one answer and says how it was answered. Every fortieth is an
// explanation, which is stored, scored and put on the desk.
func (c *client) send(ctx context.Context, l *ledger) (status int, err error) {
	if c.pending == "" {
		c.n++
		c.pending = fmt.Sprintf("%sx%d", c.name, c.n)
	}
	to, form := check1, url.Values{"key": {c.pending}, "option": {"pause-after-check"}}
	if c.n%40 == 0 {
		to, form = page+"/explanations", url.Values{"key": {c.pending}, "revision": {"0"}, "text": {said(c.pending)}}
	}
	resp, err := c.post(ctx, to, form)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode == http.StatusSeeOther {
		l.write(c.pending)
		c.pending = ""
	}
	return resp.StatusCode, nil
}

func said(key string) string {
	return "A worker frozen past its lease still writes; the token that rises lets the storage refuse it. Number " + key + "."
}

func (c *client) post(ctx context.Context, to string, form url.Values) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.s.url+to, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return c.http.Do(r)
}

// crowd is some clients at once.
type crowd struct {
	clients []*client
	ledger  *ledger
	refused atomic.Int64 // answers that were not 303, by the server
	unclear atomic.Int64 // and neither 303 nor 503

	longest atomic.Int64 // longest wait for an answer, ns
}

func newCrowd(s *server, n int, name string) *crowd {
	c := &crowd{ledger: newLedger()}
	for i := range n {
		c.clients = append(c.clients, newClient(s, fmt.Sprintf("%s%d", name, i)))
	}
	return c
}

// run lets every client send until ctx ends or the server is gone.
func (c *crowd) run(ctx context.Context) {
	var end sync.WaitGroup
	for _, each := range c.clients {
		end.Go(func() { c.runOne(ctx, each) })
	}
	end.Wait()
}

func (c *crowd) runOne(ctx context.Context, each *client) {
	if each.n == 0 && each.meet() != nil {
		return
	}
	for ctx.Err() == nil {
		begun := time.Now()
		status, err := each.send(ctx, c.ledger)
		if err != nil {
			return
		}
		took := int64(time.Since(begun))
		for was := c.longest.Load(); took > was && !c.longest.CompareAndSwap(was, took); was = c.longest.Load() {
		}
		if status != http.StatusSeeOther {
			c.refused.Add(1)
			if status != http.StatusServiceUnavailable {
				c.unclear.Add(1)
			}
			time.Sleep(20 * time.Millisecond) // as nobody presses a button faster
		}
	}
}

// while runs the crowd beside f.
func (c *crowd) while(ctx context.Context, f func()) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { defer close(done); c.run(ctx) }()
	f()
	stop()
	<-done
}

// until waits until n answers more are acknowledged.
func (c *crowd) until(t *testing.T, n int) {
	t.Helper()
	goal, patience := c.ledger.len()+n, time.Now().Add(2*time.Minute)
	for c.ledger.len() < goal {
		if time.Now().After(patience) {
			t.Fatalf("%d answers acknowledged in two minutes, want %d", c.ledger.len(), goal)
		}
		time.Sleep(time.Millisecond)
	}
}
