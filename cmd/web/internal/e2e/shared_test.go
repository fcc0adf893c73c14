package e2e

import (
	"strings"
	"testing"
)

// A phone that several use: when one signs out, or another signs in, or somebody
// deletes their work, nothing of what the one before read or wrote is left.
func TestASharedDeviceForgets(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	for name, leave := range map[string]func(p *page){
		"signed out":    func(p *page) { p.open("/signout"); p.send("/signout") },
		"signed in":     func(p *page) { c.signInto(p, "sue"); p.open("/") },
		"session ended": func(p *page) { p.signedOff(); p.open("/") },
	} {
		t.Run(name, func(t *testing.T) {
			p := c.signIn("sam")
			p.t = t
			p.open(lesson)
			p.waitKept(lesson)
			p.net(false)
			p.open(lesson)
			p.typeInto(`#ex`, "Words that are Sam’s alone.")
			p.waitUntil(`document.querySelector("[data-saved]").textContent.includes("kept on this device")`)
			p.net(true)
			js[bool](p, `(() => { localStorage.setItem("fencepost.draft.other", JSON.stringify({text: "Sam’s", dirty: true, reader: document.querySelector("[data-reader]").dataset.reader})); return true })()`)
			leave(p)
			p.waitUntil(keptPages + `.then((all) => !all.includes("` + lesson + `"))`)
			p.net(false)
			p.open(lesson)
			if got := p.text("main"); !strings.Contains(got, "not kept on this device") {
				t.Errorf("offline, the next one sees %.200q", got)
			}
			p.net(true)
			p.open(lesson)
			p.loaded()
			if got := js[string](p, textOf); got != "" {
				t.Errorf("the next one's box holds %q", got)
			}
			if name != "session ended" && js[bool](p, `localStorage.getItem("fencepost.draft.other") !== null`) {
				t.Error("a draft of Sam’s is left on the device")
			}
		})
	}
}

func TestWhoDeletesTheirWorkLeavesNoCopy(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lesson)
	p.explain(weak)
	p.open(lesson)
	p.waitKept(lesson)
	p.open("/me/delete")
	js[bool](p, `(document.querySelector("[name=sure]").click(), true)`)
	p.send("/me/delete")
	p.waitUntil(keptPages + `.then((all) => !all.includes("` + lesson + `"))`)
}

// Pages of those who teach are kept nowhere, nor those that show what somebody
// wrote.
func TestTheDeskIsNotKept(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	p := c.signIn("grace")
	p.watched()
	for _, path := range []string{"/", lesson, "/teach", "/teach/answers/sam1", "/account", "/cohorts", "/me", "/answers"} {
		p.open(path)
		p.loaded()
	}
	p.open(lesson)
	if got := js[[]string](p, keptPages); len(got) > 0 {
		t.Errorf("kept of one who teaches: %q", got)
	}
	sam := c.signIn("sam")
	sam.watched()
	for _, path := range []string{"/", lesson, "/answers", "/explanations/sam1", "/me", "/account"} {
		sam.open(path)
		sam.loaded()
	}
	sam.open("/")
	sam.waitKept("/")
	sam.waitKept(lesson)
	if got := strings.Join(js[[]string](sam, keptPages), " "); got != "/ "+lesson {
		t.Errorf("kept of a student: %s", got)
	}
}
