package e2e

import (
	"cmp"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// resource is one entry of the browser's resource timing.
type resource struct {
	Name string `json:"name"`
	Type string `json:"initiatorType"`
	Body int    `json:"encodedBodySize"`
}

// mostOfPage bounds HTML, CSS, JavaScript and the simulator's runs as they travel, in
// bytes.
const mostOfPage = 60_000

// A lesson page is light: so much of HTML, CSS and JavaScript, 80 KB of fonts, and
// nothing moves once it is painted.
func TestALessonPageIsLight(t *testing.T) {
	p := visit(t, serve(t))
	p.open(lesson)
	js[bool](p, `document.fonts.ready.then(() => true)`)
	p.waitFor(".events .now")

	var page, fonts int
	all := js[[]resource](p, `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(({name, initiatorType, encodedBodySize}) => ({name, initiatorType, encodedBodySize}))`)
	for _, r := range all {
		t.Logf("%7d %s", r.Body, r.Name)
		if isFont(r.Name) {
			fonts += r.Body
		} else {
			page += r.Body
		}
	}
	t.Logf("page %d bytes, fonts %d bytes", page, fonts)
	if page == 0 || page > mostOfPage {
		t.Errorf("HTML, CSS and JavaScript take %d bytes compressed, at most %d may be", page, mostOfPage)
	}
	if fonts == 0 || fonts > 80_000 {
		t.Errorf("fonts take %d bytes, at most 80,000 wanted", fonts)
	}
	shift := js[float64](p, `new Promise(done => { let sum = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) sum += e.value }).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(sum), 300) })`)
	if shift > 0 {
		t.Errorf("layout shifted by %v", shift)
	}
}

// What makes a page do things waits for what makes it be seen: on a slow line every
// module that is not asked for last takes its time from the sheet, and is counted
// as one more thing before the first paint.
func TestModulesComeAfterWhatIsSeen(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	for _, at := range measured {
		t.Run(at.name, func(t *testing.T) {
			p := c.signIn(cmp.Or(at.who, "sue"))
			modules := 0
			for path, priority := range p.priorities(at.path) {
				want := priority
				switch {
				case strings.HasPrefix(path, "/static/css/"):
					want = network.ResourcePriorityVeryHigh
				case strings.HasPrefix(path, "/static/js/first."):
					want = network.ResourcePriorityHigh // the first paint waits for it
				case strings.HasPrefix(path, "/static/js/"):
					want, modules = network.ResourcePriorityLow, modules+1
				}
				if priority != want {
					t.Errorf("%s is asked for with the priority %s, want %s", path, priority, want)
				}
			}
			if modules == 0 {
				t.Error("no module was asked for")
			}
		})
	}
}

// priorities opens a page and tells with which priority the browser asked for what.
func (p *page) priorities(path string) map[string]network.ResourcePriority {
	p.t.Helper()
	var mu sync.Mutex
	out := map[string]network.ResourcePriority{}
	err := chromedp.Listen(p.ctx, func(ev any) {
		if e, ok := ev.(*network.EventRequestWillBeSent); ok {
			mu.Lock()
			defer mu.Unlock()
			out[strings.TrimPrefix(e.Request.URL, p.server.url)] = e.Request.InitialPriority
		}
	})
	if err == nil {
		_, err = chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.open(path)
	p.loaded()
	mu.Lock()
	defer mu.Unlock()
	return maps.Clone(out)
}

func isFont(name string) bool {
	return len(name) > 6 && name[len(name)-6:] == ".woff2"
}
