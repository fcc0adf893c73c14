package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	lesson = "/concepts/leases-and-fencing-tokens"

	// weak makes one point of seven; strong makes them all.
	weak   = "A worker takes a lease and renews it with a heartbeat; when it stops renewing, the lease runs out and another worker can take over the job."
	strong = `From outside nobody can say whether a worker has died or is merely slow.
A lease gives ownership for a limited time: heartbeats renew it, and when they stop it runs out on its own, so that somebody else may take the job.
Only the database's clock decides when that is, because machines' clocks differ.
A worker frozen for longer than its lease wakes up convinced that the job is still its own and writes over the result of the new owner.
That is why each grant carries a number which is larger than every number before.
Storage looks at the number with each write and turns an older one away, so the late write changes nothing.
It does not help that the worker looks at its lease first, for it may be frozen after looking and before writing.`
)

// One student, start to finish: read, run, check, explain, see the result,
// revise, come back.
func TestAStudentLearns(t *testing.T) {
	t.Parallel()
	aStudentLearns(t, serve(t))
}

func aStudentLearns(t *testing.T, s *server) {
	t.Helper()
	p := visit(t, s)

	p.open("/")
	p.click(`a[href$="/concepts/leases-and-fencing-tokens"]`)
	p.waitUntil(`location.pathname === "` + lesson + `"`)
	if got := p.text("h1"); got != "Leases and fencing tokens" {
		t.Fatalf("h1 = %q", got)
	}
	checks := js[int](p, `document.querySelectorAll("form.check").length`)
	p.waitUntil(`/^0 of ` + itoa(checks) + ` questions? done$/.test(document.querySelector(".done").textContent.trim())`)

	t.Run("a wrong answer is told why, a right one is counted without a reload", func(t *testing.T) {
		js[bool](p, `window.sameDocument = true`)
		answerUntilRight(p)
		if !js[bool](p, `window.sameDocument === true`) {
			t.Error("the page was loaded again")
		}
		p.waitUntil(`document.querySelector(".done").textContent.trim().startsWith("1 of ")`)
	})

	t.Run("a draft survives a reload", func(t *testing.T) {
		p.typeInto(`#explain textarea[name="text"]`, weak)
		p.waitUntil(`/saved/i.test(document.querySelector("#explain").textContent)`)
		p.open(lesson)
		p.waitUntil(`document.querySelector('#explain textarea[name="text"]').value.length > 100`)
		if got := js[string](p, `document.querySelector('#explain textarea[name="text"]').value`); got != weak {
			t.Errorf("after reload the box holds %q", got)
		}
	})

	t.Run("an explanation is scored with the student's own words", func(t *testing.T) {
		p.click(`#explain form button[type="submit"]`)
		p.waitUntil(`location.pathname.startsWith("/explanations/")`)
		p.loaded()
		if !strings.Contains(p.text(".answer"), "renews it with a heartbeat") {
			t.Errorf("the student's text is not shown: %q", p.text(".answer"))
		}
		p.waitFor(".points")
		if n := js[int](p, `document.querySelectorAll(".points > li").length`); n != 7 {
			t.Errorf("%d points shown, want 7", n)
		}
	})

	t.Run("a better one covers more, and both are kept", func(t *testing.T) {
		before := js[int](p, `document.querySelectorAll(".points > li .tag.covered").length`)
		p.click(`a.btn.primary`)
		p.waitFor(`#explain textarea[name="text"]`)
		p.loaded() // and what was written before stands in the box
		js[bool](p, `(() => { const t = document.querySelector('#explain textarea[name="text"]'); t.value = ""; t.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
		p.typeInto(`#explain textarea[name="text"]`, strong)
		p.click(`#explain form button[type="submit"]`)
		p.waitUntil(`location.pathname.startsWith("/explanations/")`)
		p.waitFor(".points")
		after := js[int](p, `document.querySelectorAll(".points > li .tag.covered").length`)
		if after <= before || after < 5 {
			t.Errorf("covered %d before and %d after", before, after)
		}
		if n := js[int](p, `document.querySelectorAll(".history tbody tr").length`); n < 2 {
			t.Errorf("history has %d rows, want 2", n)
		}
		p.open("/answers")
		if n := js[int](p, `document.querySelectorAll('main a[href*="/explanations/"]').length`); n < 2 {
			t.Errorf("answers page links to %d explanations, want 2", n)
		}
	})
	p.quiet()
	s.keepsSecrets(t, weak, strong)
}

// answerUntilRight tries the options of the check in turn.
func answerUntilRight(p *page) {
	p.t.Helper()
	p.loaded()
	options := js[int](p, `document.querySelector("#check-self-fencing").querySelectorAll("input[name=option]").length`)
	for i := range options {
		js[bool](p, `(() => { const f = document.querySelector("#check-self-fencing"); f.querySelectorAll("input[name=option]")[`+itoa(i)+`].click(); f.querySelector("button[type=submit]").click(); return true })()`)
		p.waitUntil(`document.querySelector("#check-self-fencing").querySelectorAll(".fb").length > 0 && document.querySelector("#check-self-fencing").querySelectorAll("input[name=option]")[` + itoa(i) + `].closest("li").querySelector(".fb")`)
		if js[bool](p, `!!document.querySelector("#check-self-fencing li.right")`) {
			return
		}
		if js[bool](p, `!document.querySelector("#check-self-fencing li.wrong")`) {
			p.t.Fatal("feedback is neither right nor wrong")
		}
	}
	p.t.Fatal("no option is right")
}

func TestTheSimulatorIsDrivenFromTheKeyboard(t *testing.T) {
	t.Parallel()
	p := simulator(t, lesson+"?freeze=12s&fencing=off&step=1#simulator")
	at := func() string { return js[string](p, `document.querySelector(".events .now time").textContent.trim()`) }
	if got := at(); got != "0\u00a0s" {
		t.Fatalf("step 1 is at %q", got)
	}
	js[bool](p, `document.querySelector("fence-sim .scroll").focus() || true`)
	p.press(kb.ArrowRight)
	p.waitUntil(`document.querySelector(".events .now time").textContent.trim() === "2\u00a0s"`)
	p.press(kb.End)
	p.waitUntil(`document.querySelector(".events .now time").textContent.trim() === "14\u00a0s"`)
	if !strings.Contains(p.text(".verdict .word"), "Unsafe") {
		t.Errorf("verdict %q", p.text(".verdict .word"))
	}
	p.waitUntil(`new URLSearchParams(location.search).get("step") === "8"`)
	p.do(chromedp.Reload())
	p.waitFor(".events .now")
	if got := at(); got != "14\u00a0s" {
		t.Errorf("after a reload the step is at %q", got)
	}
	p.press(kb.Home)
	p.quiet()
}

func TestEveryPageReadsAndWorksWithScriptsOff(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.scriptsOff()
	p.open(lesson + "?freeze=12s&fencing=off&step=5")
	if n := len(ask(p, chromedp.Nodes(chromedp.CSSAll(".events li")))); n != 8 {
		t.Errorf("%d events, want 8", n)
	}
	if !strings.Contains(p.text(".events .now"), "34") {
		t.Errorf("step 5 is %q", p.text(".events .now"))
	}
	p.click(`#check-self-fencing input[name="option"]`)
	p.click(`#check-self-fencing button[type="submit"]`)
	p.waitFor("#check-self-fencing .fb")

	p.typeInto(`#explain textarea[name="text"]`, "too short")
	p.click(`#explain form button[type="submit"]`)
	p.waitFor(`#explain [aria-invalid="true"]`)
	if got := ask(p, chromedp.Value(chromedp.CSS(`#explain textarea[name="text"]`))); got != "too short" {
		t.Errorf("the text was not kept: %q", got)
	}
	p.typeInto(`#explain textarea[name="text"]`, "\n"+strong)
	p.click(`#explain form button[type="submit"]`)
	p.waitFor(".points")
}

// An explanation that was answered with its result is there after the process
// was killed.
func TestWorkSurvivesAKill(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.explain(weak)
	at := p.where()
	s.Kill()
	s.start(t, strings.TrimPrefix(s.url, "http://"))
	p.open(at)
	if got := p.text(".answer"); !strings.Contains(got, "renews it with a heartbeat") {
		t.Errorf("after the kill the result says %q", got)
	}
}
