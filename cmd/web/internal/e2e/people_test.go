package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/pquerna/otp/totp"
)

const (
	adaPassword = "purple lantern ferry moss"
	samPassword = "violet copper anchor tree"
)

var setupLink = regexp.MustCompile(`/setup/[\w-]{43}`)

// fill types into the named fields of the form with this action.
func (p *page) fill(action string, pairs ...string) {
	p.t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		js[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector('form[action$=%q]').elements[%q]; e.value = %q; return true })()`, action, pairs[i], pairs[i+1]))
	}
}

// send presses the button of the form with this action and waits for the page
// that comes.
func (p *page) send(action string) {
	p.t.Helper()
	js[bool](p, `(() => { window.before = true; return true })()`)
	js[bool](p, fmt.Sprintf(`(() => { document.querySelector('form[action$=%q] button[type=submit]').click(); return true })()`, action))
	p.waitUntil(`!window.before && document.readyState === "complete"`)
}

// settle makes the first account and signs it in.
func (p *page) settle() {
	p.t.Helper()
	link := setupLink.FindString(p.server.Log.String())
	if link == "" {
		p.t.Fatalf("no link for the first account:\n%s", &p.server.Log)
	}
	p.open(link)
	p.fill(link, "name", "Ada Byron", "email", "ada@mail.example", "password", adaPassword)
	p.send(link)
}

// class makes a cohort with a lesson that is due and a join link, whose path
// is returned.
func (p *page) class() (cohort, join string) {
	p.t.Helper()
	p.open("/cohorts/new")
	p.fill("/cohorts/new", "title", "Distributed systems, group 2", "term", "Autumn 2026", "zone", "Europe/Berlin")
	p.send("/cohorts/new")
	cohort = js[string](p, `location.pathname`)
	p.fill(cohort+"/lessons", "due", time.Now().AddDate(0, 0, 3).Format("2006-01-02")+"T18:00")
	p.send(cohort + "/lessons")
	p.send(cohort + "/codes")
	join = js[string](p, `new URL(document.querySelector('#codes input[readonly]').value).pathname`)
	return cohort, join
}

// joins makes an account of a student by a join link.
func (p *page) joins(join, name, email string) {
	p.t.Helper()
	p.open(join)
	p.fill(join, "name", name, "email", email, "password", samPassword)
	p.send(join)
}

// posting names a server for mail, where nobody listens: what the pages say must
// not depend on it.
var posting = []string{"SMTP_URL=smtp://localhost:1?tls=off", "MAIL_FROM=post@learn.example"}

// everyPeoplePage visits each page of accounts and cohorts, and calls f with a
// name for it.
func everyPeoplePage(s *server, visit func() *page, f func(p *page, name string)) {
	ada, sam := visit(), visit()
	ada.open("/signin")
	f(ada, "signin")
	link := setupLink.FindString(s.Log.String())
	ada.open(link)
	f(ada, "setup")
	ada.fill(link, "name", "Ada Byron", "email", "ada at home", "password", "short")
	ada.send(link)
	f(ada, "setup-refused")
	ada.settle()
	f(ada, "cohort-new")
	ada.open("/cohorts")
	f(ada, "cohorts-empty")
	cohort, join := ada.class()
	f(ada, "cohort-begun")
	sam.open(join)
	f(sam, "join")
	sam.joins(join, "Sam O’Neill", "sam@mail.example")
	f(sam, "cohorts-student")
	sam.open("/")
	f(sam, "catalogue-due")
	sam.open("/account")
	f(sam, "account-student")
	ada.open(cohort)
	js[bool](ada, `(() => { document.querySelectorAll("details.change").forEach(d => d.open = true); return true })()`)
	f(ada, "cohort")
	ada.open(cohort + "/import")
	f(ada, "import")
	ada.fill("/import", "text", "name,email,role\n=SUM(A1:A9),eve@mail.example,student\nTim Untermeyer-Langenscheidt,tim@mail,\nNobody,not an address,\nSam,sam@mail.example,student\n")
	ada.send("/import")
	f(ada, "import-refused")
	ada.fill("/import", "text", "name,email,role\n=SUM(A1:A9),eve@mail.example,student\nSam,sam@mail.example,student\n")
	ada.send("/import")
	f(ada, "import-tried")
	js[bool](ada, `(() => { window.before = true; document.querySelector('#sure button').click(); return true })()`)
	ada.waitUntil(`!window.before && document.readyState === "complete"`)
	f(ada, "links")
	for _, at := range []string{"/cohorts", "/people", "/people?q=sam", "/log", "/privacy", "/forgotten", "/account/delete", "/account"} {
		ada.open(at)
		f(ada, strings.NewReplacer("/", "-", "?q=", "-").Replace(at[1:]))
	}
	ada.open("/forgotten")
	ada.fill("/forgotten", "email", "nobody")
	ada.send("/forgotten")
	f(ada, "forgotten-refused")
	ada.fill("/forgotten", "email", "nobody@mail.example")
	ada.send("/forgotten")
	f(ada, "forgotten-sent")
	ada.open("/account")
	ada.click(".who > summary")
	f(ada, "menu")
	ada.open("/people?q=sam")
	ada.click(".lines a")
	ada.waitFor("#suspend")
	f(ada, "person")
	ada.open("/account/authenticator")
	f(ada, "authenticator")
	ada.addApp()
	f(ada, "recovery-codes")
	ada.open("/account")
	f(ada, "account-factor")
	ada.send("/signout")
	f(ada, "signed-out")
	ada.signIn("ada@mail.example", adaPassword)
	f(ada, "factor")
	sam.send("/signout")
	sam.explain(mixed)
	sam.signIn("sam@mail.example", samPassword)
	sam.open("/signin")
	f(sam, "signin-again")
}

// calm is quiet but for what the browser notes of forms that were refused on
// purpose.
func (p *page) calm() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.troubles {
		if !strings.Contains(s, "status of 422") {
			p.t.Errorf("console: %s", s)
		}
	}
}

// addApp adds an authenticator app and returns its secret.
func (p *page) addApp() string {
	p.t.Helper()
	secret := strings.ReplaceAll(p.text("code.secret"), " ", "")
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		p.t.Fatal(err)
	}
	p.fill("/account/authenticator", "code", code)
	p.send("/account/authenticator")
	return secret
}

func (p *page) signIn(email, password string) {
	p.t.Helper()
	p.open("/signin")
	p.fill("/signin", "email", email, "password", password)
	p.send("/signin")
}

// The menu under one's name lies over links on a phone, and does not stay there: not
// for Escape, not for whoever goes on by keyboard or presses something else.
func TestTheMenuDoesNotStayInTheWay(t *testing.T) {
	p := visit(t, serve(t))
	p.size(390, 844)
	p.settle()
	for _, leave := range []struct{ by, then string }{
		{"press", "BODY"}, {"\x1b", "SUMMARY"}, {kb.Tab, "BUTTON"},
	} {
		js[bool](p, `(document.activeElement.blur(), document.querySelector(".who > summary").click(), true)`)
		switch leave.by {
		case "press":
			js[bool](p, `(document.querySelector("main").click(), true)`) // the menu lies over its heading
		case "\x1b":
			p.do(chromedp.Focus(chromedp.CSS(".who li:first-child a")))
			p.press(leave.by)
		default:
			p.do(chromedp.Focus(chromedp.CSS(".who li:last-child button")))
			p.press(leave.by)
		}
		p.waitUntil(`!document.querySelector(".who").open`)
		if got := js[string](p, `document.activeElement.tagName`); got != leave.then {
			t.Errorf("left by %q, the focus is on %s, want %s", leave.by, got, leave.then)
		}
	}
	p.quiet()
}

// Where no field is to blame, what is wrong is heard at the one to begin anew with.
func TestAWrongPasswordIsHeardAtTheBoxForIt(t *testing.T) {
	p := visit(t, serve(t))
	p.settle()
	p.send("/signout")
	p.signIn("ada@mail.example", "not her password at all")
	heard := js[string](p, `document.activeElement.name + ": " + document.getElementById(document.activeElement.getAttribute("aria-describedby"))?.innerText.trim()`)
	if want := "password: The address or the password is wrong."; heard != want {
		t.Errorf("the focus is on %q, want %q", heard, want)
	}
	p.accessible("a wrong password")
}

func TestPeoplePagesAreAccessible(t *testing.T) {
	t.Parallel()
	s := serve(t, posting...)
	everyPeoplePage(s, func() *page { return onAPhone(t, s) }, func(p *page, name string) {
		p.looksRight("people-" + name)
		p.calm()
	})
}
