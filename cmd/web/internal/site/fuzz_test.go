package site

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
)

// FuzzForm reads any body as a form. What is taken is what was sent, whole;
// what is cut off says so, and is never cut within a character.
func FuzzForm(f *testing.F) {
	for _, seed := range []string{
		"", "text=x", "text=%", "text=%F", "text=%FF", "a=1&a=2;b=3", "=&=&=", "text=\xff", "%00=%00", "text=" + strings.Repeat("%E2%82%AC", 7300),
		strings.Repeat("a&", 40000), "text=" + strings.Repeat("\u20ac", 30000),
	} {
		f.Add("application/x-www-form-urlencoded", []byte(seed))
	}
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\n"))
	f.Add("application/x-www-form-urlencoded; charset=\xff", []byte("text=x"))
	server := echo.New()
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", kind)
		fields, err := form(server.NewContext(r, httptest.NewRecorder()))
		if err == nil {
			want, wrong := url.ParseQuery(string(body))
			if wrong != nil || fields.Encode() != want.Encode() || len(body) > maxForm {
				t.Errorf("%d bytes became %q", len(body), fields)
			}
		}
		if errors.Is(err, errTooLarge) {
			for _, values := range fields {
				if len(values) > 0 && utf8.Valid(body) && !strings.Contains(string(body), "%") && !utf8.ValidString(values[0]) {
					t.Errorf("a character was cut: %q", values[0][max(len(values[0])-8, 0):])
				}
			}
		}
	})
}

// FuzzRoster reads any file as a roster. Whoever it names can be stored, once,
// and every line that is wrong is told in words.
func FuzzRoster(f *testing.F) {
	for _, seed := range []string{
		"name,email\nAda,ada@mail.example\n", "\ufeffName;E-Mail;Role\r\nAda;ada@mail.example;assistant\r\n",
		"first name\tlast name\temail\nA\tB\ta@b.example", "name,email\n\"=1+1\",x@y.example\n\"open", "email\n", "name,email\n,,,,\n\n",
		"name,email\nA,a@b.example\nB,A@B.example\n", "name,email,role\nA,a@b.example,admin\n", "a,b\x00", "\xff\xfe",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		lines, wrong := readRoster(file)
		if len(lines)+len(wrong) > maxRoster+2 {
			t.Errorf("%d lines and %d mistakes", len(lines), len(wrong))
		}
		seen := map[string]bool{}
		for _, l := range lines {
			name, err := auth.CleanName(l.name)
			email, wrongMail := auth.CleanEmail(l.email)
			if err != nil || wrongMail != nil || name != l.name || email != l.email || seen[email] || l.role == "" {
				t.Errorf("line %+v", l)
			}
			seen[email] = true
		}
		for _, w := range wrong {
			if w.text == "" || !utf8.ValidString(w.text) || len(w.text) > 1000 {
				t.Errorf("mistake %+v", w)
			}
		}
	})
}

// fuzzedPosts are the addresses that FuzzPost sends to.
var fuzzedPosts = []string{
	lessonPath + "/explanations", lessonPath + "/draft", lessonPath + "/checks/self-fencing",
	lessonPath + "/predictions/what-storage-holds", lessonPath + "/challenges/shortest-freeze", "/signin", "/forgotten", "/join/none",
}

// FuzzPost sends any body to the forms that need no account: the answer is
// never a failure of ours, and the page that comes back runs nothing.
func FuzzPost(f *testing.F) {
	for i := range fuzzedPosts {
		f.Add(i, "text=x&key=k&option=a&email=a%40b.example&password=p&name=n")
		f.Add(i, "text="+url.QueryEscape(hostile[3])+"&option="+url.QueryEscape(hostile[2])+"&key="+url.QueryEscape(hostile[1]))
		f.Add(i, "%")
	}
	s := testSite(f, testBase)
	cookie := firstCookie(f, s)
	f.Fuzz(func(t *testing.T, where int, body string) {
		path := fuzzedPosts[uint(where)%uint(len(fuzzedPosts))]
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("POST %s %q: %d", path, body, w.Code)
		}
		for _, active := range activeParts(t, w.Body.String()) {
			t.Errorf("POST %s %q: %s", path, body, active)
		}
	})
}

// FuzzAddressOf lets a client write anything into X-Forwarded-For. As long as
// our proxy adds what it sees, that is who sent the request.
func FuzzAddressOf(f *testing.F) {
	for _, seed := range []string{"", "9.9.9.9", ", ,", "10.0.0.1", "::1", "[::1]:80", "unknown", "\"", "9.9.9.9\r\nX-Real-IP: 1.1.1.1", "10.0.0.9, 10.0.0.8"} {
		f.Add(seed)
	}
	_, ours, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		f.Fatal(err)
	}
	of := clientIP([]*net.IPNet{ours})
	f.Fuzz(func(t *testing.T, claimed string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "10.0.0.7:1"
		r.Header.Set("X-Forwarded-For", claimed+", 203.0.113.5")
		r.Header.Set("X-Real-IP", claimed)
		if got := of(r); got != "203.0.113.5" {
			t.Errorf("%q makes it %q", claimed, got)
		}
	})
}

// FuzzDesk gives the review desk any query: a filter finds something or
// nothing, or is refused, and is never the database's error.
func FuzzDesk(f *testing.F) {
	for _, seed := range []string{
		"", "q=lease&state=any&after=x", "cohort='&lesson=%22&point=;--&verdict=x", "from=2026-01-01&to=9999-99-99", "q=" + strings.Repeat("(a+)+", 50), "zone=\xff&reason=%00",
	} {
		f.Add(seed)
	}
	w := newTown(f)
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest(http.MethodGet, "/teach", nil)
		r.URL.RawQuery = query
		r.Header.Set("Cookie", w.cookies["admin"])
		got := httptest.NewRecorder()
		w.ServeHTTP(got, r)
		if got.Code >= 500 {
			t.Errorf("%q: %d", query, got.Code)
		}
		for _, active := range activeParts(t, got.Body.String()) {
			t.Errorf("%q: %s", query, active)
		}
	})
}
