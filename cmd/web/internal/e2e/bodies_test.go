package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// zeros is a body of so many bytes that is made while it is read.
type zeros struct{ left int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), z.left)
	for i := range p[:n] {
		p[i] = 'x'
	}
	z.left -= n
	return n, nil
}

// Ten megabytes, with their length and chunked without: 413 whichever form they
// are sent to, and the server keeps none of it.
func TestLongBodiesAreRefused(t *testing.T) {
	s := serve(t)
	before, _ := s.resident(t)
	for _, path := range []string{
		lesson + "/explanations", lesson + "/draft", lesson + "/checks/self-fencing", lesson + "/predictions/what-storage-holds",
		lesson + "/challenges/shortest-freeze", "/signin", "/explanations/none/disputes",
	} {
		for _, kind := range []string{"application/x-www-form-urlencoded", "application/json"} {
			for _, length := range []int64{10 << 20, -1} {
				code := s.sends(t, path, kind, length)
				wrongKind := kind == "application/json" && code == http.StatusUnsupportedMediaType
				if code != http.StatusRequestEntityTooLarge && !wrongKind && !(strings.Contains(path, "none") && code == http.StatusNotFound) {
					t.Errorf("POST %s, %s, length %d: %d, want 413", path, kind, length, code)
				}
			}
		}
	}
	after, _ := s.resident(t)
	t.Logf("resident memory: %d MiB before, %d after", before, after)
}

// sends posts ten megabytes and is the status.
func (s *server) sends(t *testing.T, path, kind string, length int64) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, io.MultiReader(strings.NewReader("text="), &zeros{left: 10<<20 - 5}))
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = length
	r.Header.Set("Content-Type", kind)
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatalf("POST %s: %v", path, err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// Behind a proxy that the operator named, people are told apart by what it
// says; whoever is no such proxy is the address that the connection comes from,
// whatever it claims. A /64 of IPv6 is one address.
func TestLimitsKnowWhoAsks(t *testing.T) {
	t.Parallel()
	s := serve(t, "TRUSTED_PROXIES=127.0.4.1", "ADDRESS_LEARNERS=2/h")
	news := func(from, forwarded string) int {
		body := "text=A+draft"
		got := s.ask(t, from, fmt.Sprintf("POST %s/draft HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: %s\r\nX-Real-IP: %s\r\n"+
			"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", lesson, forwarded, forwarded, len(body), body))
		var code int
		if _, err := fmt.Sscanf(got, "HTTP/1.1 %d", &code); err != nil {
			t.Fatalf("%v: %.80q", err, got)
		}
		return code
	}
	for _, tt := range []struct {
		what string
		from string
		says [3]string
		want [3]int
	}{
		{"the proxy brings three people", "127.0.4.1", [3]string{"203.0.113.1", "203.0.113.2", "203.0.113.3"}, [3]int{200, 200, 200}},
		{"one person through the proxy", "127.0.4.1", [3]string{"203.0.113.9", "203.0.113.9", "203.0.113.9"}, [3]int{200, 200, 429}},
		{"what stands before the proxy's own word is a claim", "127.0.4.1", [3]string{"1.1.1.1, 203.0.113.20", "2.2.2.2, 203.0.113.20", "3.3.3.3, 203.0.113.20"}, [3]int{200, 200, 429}},
		{"somebody who is no proxy", "127.0.4.2", [3]string{"203.0.113.31", "203.0.113.32", "203.0.113.33"}, [3]int{200, 200, 429}},
		{"one network of IPv6", "127.0.4.1", [3]string{"2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:db8:1:2::3"}, [3]int{200, 200, 429}},
		{"three networks of IPv6", "127.0.4.1", [3]string{"2001:db8:1:3::1", "2001:db8:1:4::1", "2001:db8:1:5::1"}, [3]int{200, 200, 200}},
	} {
		for i := range tt.says {
			if got := news(tt.from, tt.says[i]); got != tt.want[i] {
				t.Errorf("%s, request %d: %d, want %d", tt.what, i+1, got, tt.want[i])
			}
		}
	}
}
