package site

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// browserOf keeps the cookies of one person between requests.
type browserOf struct {
	*Site
	cookies map[string]string
}

func (b *browserOf) take(w *httptest.ResponseRecorder) *httptest.ResponseRecorder {
	for _, c := range w.Result().Cookies() {
		b.cookies[c.Name] = c.Value
	}
	return w
}

func (b *browserOf) header() string {
	var all []string
	for name, value := range b.cookies {
		all = append(all, name+"="+value)
	}
	return strings.Join(all, "; ")
}

func (b *browserOf) get(path string) *httptest.ResponseRecorder {
	return b.take(see(b.Site, path, b.header()))
}

func (b *browserOf) post(path string, fields url.Values) *httptest.ResponseRecorder {
	return b.take(post(b.Site, path, b.header(), fields))
}

func newBrowser(s *Site) *browserOf { return &browserOf{s, map[string]string{}} }

// signIn fills in the form; the browser keeps what comes.
func (b *browserOf) signIn(email string) *httptest.ResponseRecorder {
	return b.post("/signin", url.Values{"email": {email}, "password": {goodPassword}, "next": {"/cohorts"}})
}

func newPerson(t *testing.T, s *Site, name, email string, role store.Role) store.Person {
	t.Helper()
	p, err := s.accounts.Add(t.Context(), auth.Newcomer{Name: name, Email: email, Password: goodPassword}, role)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var secretInPage = regexp.MustCompile(`<code class="secret">([A-Z2-7 ]+)</code>`)

var hiddenInPage = regexp.MustCompile(`type="hidden" name="(seal|uri|secret)" value="([^"]*)"`)

// addApp adds an authenticator app and gives its secret and the codes.
func (b *browserOf) addApp(t *testing.T, now time.Time) (secret string, codes []string) {
	t.Helper()
	page := b.get("/account/authenticator").Body.String()
	found := secretInPage.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no secret on the page")
	}
	secret = strings.ReplaceAll(found[1], " ", "")
	fields := url.Values{"label": {"phone"}}
	for _, h := range hiddenInPage.FindAllStringSubmatch(page, -1) {
		fields.Set(h[1], strings.ReplaceAll(h[2], "&amp;", "&"))
	}
	fields.Set("code", "000000")
	if w := b.post("/account/authenticator", fields); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(w.Body.String(), found[1]) || !strings.Contains(w.Body.String(), `value="phone"`) {
		t.Errorf("a wrong code: %d; the same secret and the name are wanted back", w.Code)
	}
	code, err := totp.GenerateCode(secret, now)
	if err != nil {
		t.Fatal(err)
	}
	fields.Set("code", code)
	w := b.post("/account/authenticator", fields)
	for _, c := range regexp.MustCompile(`<li><code>([A-Z2-7-]+)</code>`).FindAllStringSubmatch(w.Body.String(), -1) {
		codes = append(codes, c[1])
	}
	if w.Code != http.StatusOK || len(codes) != 10 {
		t.Fatalf("a right code: %d with %d recovery codes, want 200 with 10", w.Code, len(codes))
	}
	return secret, codes
}

// A password opens nothing where a second factor is set: not a page, not a
// form, not the export, until the factor was shown.
func TestSecondFactor(t *testing.T) {
	now := time.Now()
	s := testSiteAt(t, testBase, func() time.Time { return now })
	newPerson(t, s, "Ada", "ada@mail.example", store.RoleInstructor)
	first := newBrowser(s)
	first.signIn("ada@mail.example")
	secret, codes := first.addApp(t, now)
	if w := first.get("/account"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "phone") {
		t.Errorf("the session that added the app: %d", w.Code)
	}

	now = now.Add(time.Minute)
	b := newBrowser(s)
	if to := b.signIn("ada@mail.example").Header().Get("Location"); to != "/signin/factor?next=%2Fcohorts" {
		t.Errorf("after the password: %s", to)
	}
	for _, path := range []string{"/account", "/cohorts", "/account/data.json", "/cohorts/new", "/account/authenticator"} {
		if w := b.get(path); w.Code != http.StatusSeeOther {
			t.Errorf("%s with half a sign-in: %d", path, w.Code)
		}
	}
	if w := b.get("/"); strings.Contains(w.Body.String(), ">Ada<") {
		t.Error("half a sign-in shows whose it is")
	}
	if w := b.post("/account/password", url.Values{"old": {goodPassword}, "password": {"violet copper anchor tree"}}); w.Code != http.StatusSeeOther {
		t.Errorf("a new password with half a sign-in: %d", w.Code)
	}
	code, err := totp.GenerateCode(secret, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		code, way string
		want      int
	}{
		{"123", "totp", 422}, {"", "recovery", 422}, {code, "totp", 303},
	} {
		w := b.post("/signin/factor", url.Values{"code": {tt.code}, "way": {tt.way}, "next": {"/cohorts"}})
		if w.Code != tt.want || strings.Contains(w.Body.String(), `value="123"`) {
			t.Errorf("%q by %s: %d, want %d", tt.code, tt.way, w.Code, tt.want)
		}
	}
	if w := b.get("/cohorts"); w.Code != http.StatusOK {
		t.Errorf("after the factor: %d", w.Code)
	}
	checkUsedUp(t, s, code, codes[0])
}

// checkUsedUp signs in anew: the app's code of before opens nothing, a
// recovery code does, once.
func checkUsedUp(t *testing.T, s *Site, code, recovery string) {
	t.Helper()
	for i, tt := range []struct {
		code, way string
		want      int
	}{
		{code, "totp", 422}, {strings.ToLower(recovery), "recovery", 303}, {recovery, "recovery", 422},
	} {
		b := newBrowser(s)
		b.signIn("ada@mail.example")
		if w := b.post("/signin/factor", url.Values{"code": {tt.code}, "way": {tt.way}}); w.Code != tt.want {
			t.Errorf("try %d by %s: %d, want %d", i, tt.way, w.Code, tt.want)
		}
	}
}

// Where the site asks for a second factor, those who teach see nothing of
// others before they have one; their own account and the lessons stay open.
func TestDemandedFactor(t *testing.T) {
	now := time.Now()
	s := testSiteAt(t, testBase, func() time.Time { return now })
	s.accounts = testAccounts(t, mustURL(t, testBase), s.store, s.now, true)
	newPerson(t, s, "Ada", "ada@mail.example", store.RoleAdmin)
	b := newBrowser(s)
	b.signIn("ada@mail.example")
	for path, want := range map[string]int{
		"/": 200, "/account": 200, "/cohorts/new": 303, "/people": 303, "/log": 303, "/teach": 303,
	} {
		w := b.get(path)
		if w.Code != want || want == 303 && w.Header().Get("Location") != "/account#second-factor" {
			t.Errorf("%s: %d %s, want %d", path, w.Code, w.Header().Get("Location"), want)
		}
	}
	b.addApp(t, now)
	if w := b.get("/people"); w.Code != http.StatusOK {
		t.Errorf("/people with the factor: %d", w.Code)
	}
	page := b.get("/account").Body.String()
	remove := regexp.MustCompile(`/account/factors/[^"]*/remove`).FindString(page)
	if w := b.post(remove, nil); w.Code != http.StatusConflict {
		t.Errorf("the only factor given up: %d, want 409", w.Code)
	}
}

// A session's id in the address ends one's own sessions and nobody else's.
func TestNobodyEndsAnothersSession(t *testing.T) {
	w := newTown(t)
	end := "/account/sessions/" + w.names["$SESSION"] + "/end"
	for _, who := range []string{"other", "instrA", "admin"} {
		post(w.Site, end, w.cookies[who], nil)
		if got := see(w.Site, "/account", w.cookies["self"]); got.Code != http.StatusOK {
			t.Errorf("after %s asked: %d", who, got.Code)
		}
	}
}

// Hostile text in every field that people fill in stays text on every page
// that shows it.
func TestHostileNamesStayText(t *testing.T) {
	for _, text := range hostile {
		w := newTown(t)
		ada, sam := w.cookies["instrA"], w.cookies["self"]
		a := "/cohorts/" + w.names["$A"]
		post(w.Site, "/account/profile", sam, url.Values{"name": {text}, "email": {"self@mail.example"}})
		post(w.Site, a, ada, url.Values{"title": {text}, "term": {text}, "zone": {"UTC"}})
		pages := map[string]*httptest.ResponseRecorder{
			"cohort": see(w.Site, a, ada), "cohorts": see(w.Site, "/cohorts", sam), "account": see(w.Site, "/account", sam),
			"join": see(w.Site, "/join/CODEA", ""), "people": see(w.Site, "/people", w.cookies["admin"]),
			"person": see(w.Site, "/people/"+w.names["$SELF"], w.cookies["admin"]), "log": see(w.Site, "/log", w.cookies["admin"]),
			"log of": see(w.Site, "/log?"+url.Values{"action": {text}, "after": {text}}.Encode(), w.cookies["admin"]),
			"search": see(w.Site, "/people?"+url.Values{"q": {text}, "after": {text}}.Encode(), w.cookies["admin"]),
			"signin": post(w.Site, "/signin", "", url.Values{"email": {text}, "next": {text}, "password": {text}}),
			"next":   see(w.Site, "/signin?"+url.Values{"next": {text}, "done": {text}}.Encode(), ""),
			"member": post(w.Site, a+"/members", ada, url.Values{"name": {text}, "email": {text}, "role": {text}}),
			"lesson": post(w.Site, a+"/lessons", ada, url.Values{"lesson": {text}, "due": {text}, "form": {"set"}}),
			"new":    post(w.Site, "/cohorts/new", ada, url.Values{"title": {text}, "term": {text}, "zone": {text}}),
			"code":   see(w.Site, "/join/"+url.PathEscape(text), ""),
			"import": sendFile(t, w.Site, a+"/import", ada, map[string]string{"file": "name,email,role\n\"" + strings.ReplaceAll(text, `"`, `""`) + "\",x,y\n"}),
			"secret": see(w.Site, "/reset/"+url.PathEscape(text), ""),
			"delete": see(w.Site, "/account/delete", sam),
			"own":    see(w.Site, "/", sam),
		}
		for name, page := range pages {
			if page.Code >= 500 {
				t.Errorf("%q, page %s: %d", text, name, page.Code)
			}
			for _, active := range activeParts(t, page.Body.String()) {
				t.Errorf("%q, page %s (%d): %s", text, name, page.Code, active)
			}
		}
	}
}
