package e2e

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestAClassFromTheFirstLinkToTheGradebook is the story of a class: an
// administrator comes by the link of the first start and makes a cohort, a
// second instructor is invited, two students join on phones, read, run, check
// and explain; one objects, both instructors open that answer at once, one
// sleeps past the lease, the student sees what was decided, and the gradebook
// says the same.
func TestAClassFromTheFirstLinkToTheGradebook(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ada := visit(t, s)
	ada.settle()
	cohort, join := ada.class()
	ada.fill(cohort+"/lessons", "lesson", leases)
	ada.send(cohort + "/lessons")
	grace := ada.invites(cohort, "Grace Hopper", "grace@mail.example")

	sam, sue := phone(t, s), phone(t, s)
	sam.joins(join, "Sam O’Neill", "sam@mail.example")
	sue.joins(join, "薛宁", "sue@mail.example")
	done := sam.learns()
	sam.explain(mixed)
	item := sam.objects("The storage compares the numbers, I wrote.")
	answer := strings.Replace(sam.where(), "/explanations/", "/teach/answers/", 1)
	answer, _, _ = strings.Cut(answer, "#")
	sue.explain(weak)

	reviewedAtOnce(t, ada, grace, answer, item)
	sam.toldBy(t, "Grace Hopper", "Seen: it does.")
	covered := sam.covered()
	sue.open("/answers")
	sue.click(`main a[href*="/explanations/"]`)
	sue.waitFor(".points")
	ada.gradebook(t, cohort, map[string][2]string{
		"sam@mail.example": {strconv.Itoa(done), strconv.Itoa(covered)},
		"sue@mail.example": {"", strconv.Itoa(sue.covered())},
	})
	for _, p := range []*page{grace, sam, sue} {
		p.quiet()
	}
	s.keepsSecrets(t, mixed, weak, samPassword, adaPassword, "The storage compares the numbers, I wrote.", "Seen: it does. Half written.",
		"O’Neill sam@mail.example 薛宁 sue@mail.example Hopper grace@mail.example Byron ada@mail.example")
}

// phone is a browser as wide as a phone.
func phone(t *testing.T, s *server) *page {
	t.Helper()
	p := visit(t, s)
	p.size(390, 844)
	return p
}

// invites puts somebody on the roster as an instructor and opens, in a browser
// of their own, the link that comes of it.
func (p *page) invites(cohort, name, email string) *page {
	p.t.Helper()
	p.open(cohort + "/import")
	p.fill("/import", "text", "name,email,role\n"+name+","+email+",instructor\n")
	p.send("/import")
	js[bool](p, `(() => { window.before = true; document.querySelector('#sure button').click(); return true })()`)
	p.waitUntil(`!window.before && document.readyState === "complete"`)
	link := js[string](p, `new URL([...document.querySelectorAll("main input[readonly]")].map(i => i.value).find(v => v.includes("/invite/"))).pathname`)
	new := visit(p.t, p.server)
	new.open(link)
	new.fill(link, "password", samPassword+" too")
	new.send(link)
	return new
}

// learns reads the lesson, makes its prediction, runs the simulator to its end,
// and answers the check until it is right. It says how many questions are done.
func (p *page) learns() int {
	p.t.Helper()
	p.open(lesson)
	p.click(prediction + ` input[value="a-overwrites"]`)
	p.handIn(prediction)
	p.open(lesson + "?freeze=12s&fencing=off&step=8#simulator")
	p.loaded()
	if got := p.text(".events .now"); !strings.Contains(got, "14 s") {
		p.t.Errorf("step 8 of the run says %q", got)
	}
	answerUntilRight(p)
	p.waitUntil(`document.querySelector(".done").textContent.trim().startsWith("2 of ")`)
	p.narrowEnough("the lesson on a phone")
	return 2
}

// objects disputes the first point that the scorer does not find, and says
// which it was.
func (p *page) objects(reason string) (item string) {
	p.t.Helper()
	p.loaded()
	item = js[string](p, fmt.Sprintf(`(() => {
		const form = [...document.querySelectorAll('form[action$="/disputes"]')].find(f => f.elements.claim.value === "said");
		form.elements.reason.value = %q;
		window.before = true;
		form.requestSubmit();
		return form.elements.namedItem("item").value;
	})()`, reason))
	p.waitUntil(`!window.before && document.readyState === "complete"`)
	return item
}

// covered is how many points the result in sight says are covered.
func (p *page) covered() int {
	p.t.Helper()
	return js[int](p, `document.querySelectorAll(".points > li .tag.covered").length`)
}

// reviewedAtOnce has two open the same answer: the first is frozen past her
// lease, the second saves, and the first is told.
func reviewedAtOnce(t *testing.T, first, second *page, answer, item string) {
	t.Helper()
	first.open("/teach")
	first.waitUntil(deskReady)
	if got := first.text(".queue"); !strings.Contains(got, "Sam O’Neill") {
		t.Fatalf("the queue does not show the objection:\n%s", got)
	}
	first.open(answer)
	first.waitUntil(inHand)
	second.open(answer)
	if got := second.text(".hold"); !strings.Contains(got, "Ada Byron has this answer open") {
		t.Fatalf("the second sees %q", got)
	}
	first.typeInto("#comment", "Half written.")
	first.freeze()
	second.waitTaken(answer)
	js[bool](second, fmt.Sprintf(`(() => { document.querySelector("[name='v.%s'][value=covered]").click(); return true })()`, item))
	second.typeInto("#comment", "Seen: it does.")
	second.click("[data-save]")
	second.waitUntil(`location.search.includes("saved=")`)
	first.wake()
	first.waitUntil(`document.querySelector("[data-hold]")?.innerText.includes("Grace Hopper was granted this answer")`)
	first.click("[data-save]")
	first.waitFor(".refused")
	for _, want := range []string{"Half written.", "Seen: it does."} {
		if got := first.text("main"); !strings.Contains(got, want) {
			t.Errorf("the refusal lacks %q:\n%s", want, got)
		}
	}
}

// toldBy finds the news of a review and reads who decided what.
func (p *page) toldBy(t *testing.T, who, comment string) {
	t.Helper()
	before := p.covered()
	p.open("/answers")
	p.click(`main a[href*="/explanations/"][href$="#review"]`)
	p.waitUntil(`location.pathname.startsWith("/explanations/") && document.readyState === "complete"`)
	page := p.text("main")
	for _, want := range []string{"Decided by " + who, comment} {
		if !strings.Contains(page, want) {
			t.Errorf("the result lacks %q:\n%s", want, page)
		}
	}
	if after := p.covered(); after != before+1 {
		t.Errorf("%d points are covered, and %d before the review", after, before)
	}
}

// gradebook takes the file for Canvas and reads it back: by address, the
// questions done and the points covered.
func (p *page) gradebook(t *testing.T, cohort string, want map[string][2]string) {
	t.Helper()
	file := strings.Replace(cohort, "/cohorts/", "/teach/cohorts/", 1) + "/exports/canvas.csv?bom=no"
	text := js[string](p, fmt.Sprintf(`fetch(%q).then(r => r.ok ? r.text() : "status " + r.status)`, p.server.url+file))
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 2+len(want) {
		t.Fatalf("%d rows, %v:\n%s", len(rows), err, text)
	}
	login := slices.Index(rows[0], "SIS Login ID")
	questions := slices.Index(rows[0], "Leases and fencing tokens: questions")
	points := slices.Index(rows[0], "Leases and fencing tokens: explanation")
	if login < 0 || questions < 0 || points < 0 {
		t.Fatalf("columns %q", rows[0])
	}
	for _, row := range rows[2:] {
		if got, is := [2]string{row[questions], row[points]}, want[row[login]]; got != is {
			t.Errorf("%s has %q, want %q", row[login], got, is)
		}
	}
}
