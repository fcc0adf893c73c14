package e2e

import "testing"

// resource is one entry of the browser's resource timing.
type resource struct {
	Name string `json:"name"`
	Type string `json:"initiatorType"`
	Body int    `json:"encodedBodySize"`
}

// mostOfPage bounds HTML, CSS, JavaScript and the simulator's runs as they travel, in
// bytes.
const mostOfPage = 60_000

// A lesson page is light: so much of HTML, CSS and JavaScript, 90 KB of fonts, and
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
	if fonts == 0 || fonts > 90_000 {
		t.Errorf("fonts take %d bytes, at most 90,000 wanted", fonts)
	}
	shift := js[float64](p, `new Promise(done => { let sum = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) sum += e.value }).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(sum), 300) })`)
	if shift > 0 {
		t.Errorf("layout shifted by %v", shift)
	}
}

func isFont(name string) bool {
	return len(name) > 6 && name[len(name)-6:] == ".woff2"
}
