package e2e

import (
	"fmt"
	"strings"
	"testing"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// TestReviewPagesAreAccessible looks at every page of the desk, wide and narrow,
// light and dark, and at what the student sees of it. Each is opened for each
// width: the desk asks for it when it is opened.
func TestReviewPagesAreAccessible(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	_, err := c.db.AddComment(t.Context(), store.ScopeOf(store.Person{ID: "grace"}), store.Comment{ID: "k1", Lesson: leases, Text: "Say what “old” is compared with.", AtMS: c.at})
	c.must(err)
	c.review("ida", "sam0", map[string]string{"slow_or_dead": "covered"}, "You nearly had it.")
	ida, sam := c.signIn("ida"), c.signIn("sam")
	look := func(p *page, path, name string) {
		p.open(path)
		p.waitFor("main")
		if strings.HasPrefix(path, "/teach/answers/") {
			p.waitUntil(inHand)
		}
		p.fits(fmt.Sprintf("teach-%s-%d", name, p.width))
	}
	for _, width := range []int64{1280, 390} {
		ida.size(width, 900)
		sam.size(width, 900)
		look(ida, "/teach?lesson="+leases, "queue")
		look(ida, "/teach/answers/sam1", "answer")
		look(ida, "/teach/groups", "groups")
		look(ida, js[string](ida, `document.querySelector(".grouplist a").getAttribute("href")`), "group")
		look(ida, "/teach/lease", "lease")
		look(sam, "/explanations/sam0", "student")
		look(sam, "/answers", "answers")
	}
	// On a phone the answer comes before the queue, which is folded away.
	ida.open("/teach/answers/sam1")
	ida.waitFor(".paper")
	if !js[bool](ida, `document.querySelector(".paper").getBoundingClientRect().top < document.querySelector(".queue").getBoundingClientRect().top`) {
		t.Error("on a phone the queue comes before the answer")
	}
	if js[bool](ida, `document.querySelector("[data-fold]").open`) {
		t.Error("on a phone the queue is not folded away")
	}
	ida.quiet()
	sam.quiet()
}

// TestStudentSeesTheOutcome follows a dispute to its end, on a phone.
func TestStudentSeesTheOutcome(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	sam := c.signIn("sam")
	sam.size(390, 844)
	c.review("grace", "sam1", map[string]string{"resource_enforces": "covered"}, "You do say it.")
	sam.open("/")
	if got := sam.text(".mast"); !strings.Contains(got, "1 new review") {
		t.Errorf("the masthead says %q", got)
	}
	sam.open("/answers")
	sam.click(".done a")
	sam.waitFor(".judgement")
	if got := sam.text(".judgement"); !strings.Contains(got, "Grace Hopper reviewed this") || !strings.Contains(got, "You do say it.") {
		t.Errorf("the review says %q", got)
	}
	if got := sam.text("#point-resource_enforces"); !strings.Contains(got, "Covered") || !strings.Contains(got, "Decided by Grace Hopper") {
		t.Errorf("the point says %q", got)
	}
	sam.typeInto("#reply", "Thank you.")
	sam.click(".judgement form button")
	sam.waitUntil(`document.querySelector(".judgement")?.innerText.includes("Your answer")`)
	sam.open("/answers")
	if got := sam.text(".mast"); strings.Contains(got, "new review") {
		t.Errorf("after reading it the masthead says %q", got)
	}
	sam.quiet()
}

// hostile are texts that would do something on a page that trusts them.
var hostile = []string{
	`<script>window.ran=1</script><img src=x onerror="window.ran=1">`,
	`"><svg onload=window.ran=1>' onfocus='window.ran=1' autofocus='`,
	"[a](javascript:window.ran=1) {{.}} ${window.ran=1} \u202egnp.exe \U0001F9EA",
}

// TestHostileTextsOnTheDesk puts them into every field of the desk and reads
// every page back: nothing runs, and nothing is fetched from elsewhere.
func TestHostileTextsOnTheDesk(t *testing.T) {
	t.Parallel()
	all := strings.Join(hostile, " ")
	c := openClassroom(t, map[string]string{"sam": hostile[0], "ida": hostile[1], "grace": hostile[2]})
	c.hands("sam", "sam0", all+" And it goes on for a while, so that there is something to compare.", nil)
	c.hands("sam", "sam1", all+" And it goes on for a while, until there is something to compare with.", map[string]mark{
		"slow_or_dead": {grade.Unsure, .5, hostile[0]},
	})
	c.disputes("sam", "sam1", "resource_enforces", all)
	_, err := c.db.AddComment(t.Context(), store.ScopeOf(store.Person{ID: "grace"}), store.Comment{ID: "k1", Lesson: leases, Text: all, AtMS: c.at})
	c.must(err)
	c.review("grace", "sam1", map[string]string{"slow_or_dead": "covered"}, all)
	_, err = c.db.AddReply(t.Context(), store.Reply{ID: "a1", ReviewID: "rgracesam1", LearnerID: "l-sam", Text: all, AtMS: c.at})
	c.must(err)
	ida, sam := c.signIn("ida"), c.signIn("sam")
	for _, visit := range []struct {
		p    *page
		path string
	}{
		{ida, "/teach"},
		{ida, "/teach?state=any"},
		{ida, "/teach/answers/sam1"},
		{ida, "/teach/groups?state=any"},
		{ida, "/teach/cohorts/first"},
		{ida, "/teach/cohorts/first?view=list"},
		{ida, "/teach/cohorts/first/lessons/" + leases},
		{sam, "/explanations/sam1"},
		{sam, "/answers"},
	} {
		visit.p.open(visit.path)
		visit.p.waitFor("main")
		if strings.Contains(visit.path, "answers/sam1") {
			visit.p.waitUntil(inHand)
			visit.p.tap("c", "KeyC")
			visit.p.tap("1", "Digit1")
			if got := js[string](visit.p, `document.querySelector("#comment").value`); !strings.Contains(got, hostile[0]) {
				t.Errorf("the bank put in %q", got)
			}
		}
		if js[bool](visit.p, "Boolean(window.ran)") {
			t.Errorf("%s ran a script of somebody's text", visit.path)
		}
		if n := js[int](visit.p, `performance.getEntriesByType("resource").filter(r => !r.name.startsWith(location.origin)).length`); n > 0 {
			t.Errorf("%s fetched from elsewhere", visit.path)
		}
		if n := js[int](visit.p, `document.querySelectorAll("main script, main img, [onload], [onerror], [onfocus], a[href^=javascript]").length`); n > 0 {
			t.Errorf("%s made %d elements of somebody's text", visit.path, n)
		}
	}
	ida.quiet()
	sam.quiet()
}
