package class

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// How a student asks again.
const (
	mostTries = 8
	secondTry = 2 * time.Second // where the answer does not say when
	longest   = time.Minute     // that anybody waits for an answer
)

// browser is a student's: one connection, a cookie jar, and what happened.
type browser struct {
	base  string
	who   string
	http  *http.Client
	tally *Tally
	over  context.Context // ends when the class does: nobody asks again after that
}

// sent is one request, and how its answer is read.
type sent struct {
	kind   Kind
	method string
	path   string
	header map[string]string
	body   string
	read   bool // whether the answer's body is wanted
}

// got is an answer.
type got struct {
	status int
	to     string // of a redirect
	body   string
}

// room is the address from which a classroom's browsers come: each has one, as
// behind its own router.
func room(n int) *net.TCPAddr { return &net.TCPAddr{IP: net.IPv4(127, 1, byte(n>>8), byte(n))} }

func newBrowser(over context.Context, base, who string, classroom int) *browser {
	jar, _ := cookiejar.New(nil) // fails for bad options, and there are none
	from := net.Dialer{LocalAddr: room(classroom), Timeout: longest}
	return &browser{base: base, who: who, tally: NewTally(), over: over, http: &http.Client{
		Jar: jar, Timeout: longest,
		// Under the 75 s for which nginx keeps a connection.
		Transport:     &http.Transport{DialContext: from.DialContext, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (b *browser) setCookie(name, value string) {
	u, _ := url.Parse(b.base)
	b.http.Jar.SetCookies(u, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

func (b *browser) close() { b.http.CloseIdleConnections() }

// ask sends until it is answered well, and counts. ok is false where the student
// gave up, or the class was over.
func (b *browser) ask(s sent) (g got, ok bool) {
	for range mostTries {
		begun := time.Now()
		g, wait, err := b.once(s)
		b.tally.Took[s.kind] = append(b.tally.Took[s.kind], time.Since(begun))
		if err == nil && wait == 0 {
			if g.status >= 400 {
				b.tally.Refused[fmt.Sprint(s.path, " ", g.status)]++
			}
			return g, g.status < 400 || g.status == http.StatusConflict
		}
		b.again(s.kind, g.status, err)
		select {
		case <-b.over.Done():
			return g, false
		case <-time.After(wait):
		}
	}
	b.tally.GaveUp++
	return g, false
}

// again notes that something has to be asked for again.
func (b *browser) again(k Kind, status int, err error) {
	b.tally.Retries[b.who]++
	if k.script() {
		b.tally.Unseen[b.who]++
	}
	why := fmt.Sprint(k, " ", status)
	if err != nil {
		why = fmt.Sprint(k, ": ", cause(err))
	}
	b.tally.Again[why]++
}

// cause is the innermost part of an error, without addresses.
func cause(err error) string {
	text := err.Error()
	return text[strings.LastIndex(text, ": ")+1:]
}

// once sends one request. wait is how long to wait before the next try; 0 where
// this one was answered.
func (b *browser) once(s sent) (g got, wait time.Duration, err error) {
	// What is under way when the class ends is still answered.
	r, err := http.NewRequestWithContext(context.WithoutCancel(b.over), s.method, b.base+s.path, strings.NewReader(s.body))
	if err != nil {
		return g, 0, err
	}
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Accept", "text/html")
	if s.method == http.MethodPost {
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for k, v := range s.header {
		r.Header.Set(k, v)
	}
	resp, err := b.http.Do(r)
	if err != nil {
		return g, secondTry, err
	}
	defer resp.Body.Close()
	if g.body, err = contents(resp, s.read); err != nil {
		return g, secondTry, err
	}
	g.status, g.to = resp.StatusCode, resp.Header.Get("Location")
	if g.status == http.StatusTooManyRequests || g.status >= 500 {
		return g, retryAfter(resp), nil
	}
	return g, 0, nil
}

func contents(resp *http.Response, wanted bool) (string, error) {
	if !wanted {
		_, err := io.Copy(io.Discard, resp.Body)
		return "", err
	}
	var from io.Reader = resp.Body
	if resp.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(resp.Body)
		if err != nil {
			return "", err
		}
		from = z
	}
	body, err := io.ReadAll(from)
	return string(body), err
}

// retryAfter is what an answer says of when to come again.
func retryAfter(resp *http.Response) time.Duration {
	if n, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && n > 0 {
		return time.Duration(n) * time.Second
	}
	return secondTry
}
