package xapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// version is the one that is spoken.
const version = "1.0.3"

const (
	requestWithin = 20 * time.Second
	mostSaid      = 200 // bytes of an answer that are kept
)

// Settings name a learning record store.
type Settings struct {
	Endpoint string // below which /statements is
	Username string // of HTTP Basic; "" for none
	Password string
	Plain    bool // http to another machine is allowed
}

// Client speaks to a learning record store.
type Client struct {
	statements string
	settings   Settings
	http       *http.Client
}

// NewClient reads the settings. The error names what is wrong with them.
func NewClient(s Settings) (*Client, error) {
	u, err := url.Parse(s.Endpoint)
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return nil, fmt.Errorf("%q is not the address of a learning record store, such as https://lrs.example.org/xapi", s.Endpoint)
	case u.Scheme == "https", u.Scheme == "http" && (s.Plain || loopback(u.Hostname())):
	case u.Scheme == "http":
		return nil, errors.New("statements and password would travel in the clear: use https, or say that it is wanted")
	default:
		return nil, fmt.Errorf("%q is neither http nor https", s.Endpoint)
	}
	return &Client{
		statements: strings.TrimSuffix(u.String(), "/") + "/statements", settings: s,
		// The password goes to the address that the operator named and to no other.
		http: &http.Client{Timeout: requestWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// failure is an answer that is not the one wanted, or none.
type failure struct {
	status int           // 0: no answer came
	said   string        // what is kept of it
	after  time.Duration // how long to wait at least, where the store says so
	cause  error
}

func (f *failure) Error() string {
	if f.status == 0 {
		return f.cause.Error()
	}
	return strings.TrimSpace(strconv.Itoa(f.status) + " " + http.StatusText(f.status))
}

func (f *failure) Unwrap() error { return f.cause }

// whole is the failure with what the store said of it.
func (f *failure) whole() string {
	if f.said == "" {
		return f.Error()
	}
	return f.Error() + ": " + f.said
}

// refused says that the same again has no prospect: the store takes offence at
// what is sent, not at the time. A wrong password or address can be mended, so
// those are tried again.
func (f *failure) refused() bool {
	switch f.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusProxyAuthRequired,
		http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return f.status >= 400 && f.status < 500
}

// post sends statements in one request, which the store takes whole or not at
// all.
func (c *Client) post(ctx context.Context, list []json.RawMessage) *failure {
	body, err := json.Marshal(list)
	if err != nil {
		return &failure{cause: err}
	}
	return c.ask(ctx, http.MethodPost, c.statements, body)
}

// has says whether the store has a statement of this id.
func (c *Client) has(ctx context.Context, id string) (bool, *failure) {
	f := c.ask(ctx, http.MethodGet, c.statements+"?"+url.Values{"statementId": {id}}.Encode(), nil)
	if f != nil && f.status == http.StatusNotFound {
		return false, nil
	}
	return f == nil, f
}

func (c *Client) ask(ctx context.Context, method, to string, body []byte) *failure {
	r, err := http.NewRequestWithContext(ctx, method, to, bytes.NewReader(body))
	if err != nil {
		return &failure{cause: err}
	}
	r.Header.Set("X-Experience-API-Version", version)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.settings.Username != "" {
		r.SetBasicAuth(c.settings.Username, c.settings.Password)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return &failure{cause: plainly(err)}
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	switch {
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return &failure{status: resp.StatusCode, said: excerpt(said), after: retryAfter(resp.Header.Get("Retry-After"))}
	case err != nil:
		return &failure{cause: plainly(err)}
	}
	return nil
}

// plainly is an error of a request without its address, which may be long.
func plainly(err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		return u.Err
	}
	return err
}

// excerpt is the beginning of an answer as text that can be kept.
func excerpt(body []byte) string {
	text := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(body), ""))
	if len(text) > mostSaid {
		text = strings.ToValidUTF8(text[:mostSaid], "") + "…"
	}
	return strings.TrimSpace(text)
}

// retryAfter reads the header of RFC 9110, 10.2.3: seconds or a date.
func retryAfter(value string) time.Duration {
	if n, err := strconv.Atoi(value); err == nil && n > 0 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
