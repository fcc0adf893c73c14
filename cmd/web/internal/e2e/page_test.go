package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take to show what a test waits for, on a
// machine that does other things too.
const patience = 90 * time.Second

// browsers are those that do, the quickest first: the shell is Chromium without
// the windows and menus around a page.
var browsers = []string{"chromium-headless-shell", "chromium", "google-chrome", "chromium-browser"}

// chromium is the path of the browser.
func chromium() (string, error) {
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium is installed (make need)")
}

// browser is the one Chromium of all tests, and endBrowser ends it.
var (
	browser    = sync.OnceValues(startBrowser)
	endBrowser = func() {}
)

func startBrowser() (context.Context, error) {
	path, err := chromium()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "fencepost-chromium-")
	if err != nil {
		return nil, err
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.NoFirstRun, chromedp.Headless, chromedp.DisableGPU,
		chromedp.UserDataDir(dir), chromedp.WSURLReadTimeout(patience),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-timer-throttling", true), chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("hide-scrollbars", true),
	)
	ctx, cancel := chromedp.NewContext(alloc)
	endBrowser = func() { cancel(); stop(); os.RemoveAll(dir) }
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}

// window opens a window of the browser with cookies and storage of its own. It
// is in front of the person whatever other windows are open: pages that believe
// to be behind another draw no frame and are told of no focus.
func window(t *testing.T) context.Context {
	t.Helper()
	all, err := browser()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	ctx, _ := chromedp.NewContext(all, chromedp.WithNewBrowserContext())
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return ctx
}

// page is the window of one person, at one server.
type page struct {
	t      *testing.T
	ctx    context.Context
	server *server

	width, height int64 // of the window, px

	mu       sync.Mutex
	troubles []string // errors and warnings of the console, CSP reports among them
}

// visit opens a window for a fresh person.
func visit(t *testing.T, s *server) *page {
	t.Helper()
	p := &page{t: t, ctx: window(t), server: s}
	go p.listen()
	p.size(1280, 900)
	p.prefer()
	return p
}

func (p *page) listen() {
	for m, err := range chromedp.Console(p.ctx) {
		if err != nil {
			return
		}
		if s := m.String(); strings.Contains(s, "Failed to load resource") {
			continue // a page that answers 404 or 422 on purpose is logged so
		} else if m.IsException() || strings.Contains(s, "Security Policy") || strings.HasPrefix(strings.ToLower(s), "error") {
			p.mu.Lock()
			p.troubles = append(p.troubles, s)
			p.mu.Unlock()
		}
	}
}

// quiet fails the test if the page reported an exception or a breach of its
// content security policy.
func (p *page) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.troubles {
		p.t.Errorf("console: %s", s)
	}
}

func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%v", err)
	}
}

func ask[T any](p *page, action chromedp.Action[T]) T {
	p.t.Helper()
	return askFor(p, patience, action)
}

// askFor is ask for what may take so long.
func askFor[T any](p *page, long time.Duration, action chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, long)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		p.t.Fatalf("%v", err)
	}
	return v
}

func (p *page) open(path string)         { p.t.Helper(); p.do(chromedp.Navigate(p.server.url + path)) }
func (p *page) waitFor(sel chromedp.CSS) { p.t.Helper(); p.do(chromedp.WaitVisible(sel)) }

// press presses keys once the page has loaded: until then its scripts do not
// listen, though what they act upon may have the focus already.
func (p *page) press(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.loaded()
	p.do(chromedp.KeyEvent(keys, options...))
}

// click clicks once the page has loaded: until then a form would be sent without
// its scripts, and a jump to an anchor may move the element from under the
// pointer.
func (p *page) click(sel chromedp.CSS) {
	p.t.Helper()
	p.loaded()
	p.do(chromedp.Click(sel))
}

// loaded waits until the page, scripts and pictures included, is there.
func (p *page) loaded() {
	p.t.Helper()
	p.waitUntil(`document.readyState === "complete"`)
}

func (p *page) typeInto(sel chromedp.CSS, text string) {
	p.t.Helper()
	p.loaded()
	p.do(chromedp.SendKeys(sel, text))
}

// text is an element's text as a person sees it: every space is one.
func (p *page) text(sel chromedp.CSS) string {
	p.t.Helper()
	return strings.ReplaceAll(ask(p, chromedp.Text(sel)), "\u00a0", " ")
}

func js[T any](p *page, expression string) T {
	p.t.Helper()
	return ask(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// waitUntil waits for a JavaScript expression to become true. One that fails is
// not true yet: the page may be on its way to another.
func (p *page) waitUntil(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var last error
	for ctx.Err() == nil {
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Promise.resolve("+expression+").then(Boolean)", chromedp.EvalAwaitPromise))
		if err == nil && is {
			return
		}
		if err != nil && ctx.Err() == nil {
			last = err
		}
		time.Sleep(30 * time.Millisecond)
	}
	p.t.Fatalf("never true: %s\nat %s (last error: %v)", expression, p.where(), last)
}

// where is the path and query of the page.
func (p *page) where() string {
	p.t.Helper()
	return strings.TrimPrefix(ask(p, chromedp.Location()), p.server.url)
}

func (p *page) size(width, height int64) {
	p.t.Helper()
	p.width, p.height = width, height
	p.do(chromedp.EmulateViewport(width, height))
}

// prefer sets what the person's system asks for, such as
// "prefers-color-scheme" "dark". Reduced motion is always asked for: a click
// under a page that still scrolls smoothly misses.
func (p *page) prefer(pairs ...string) {
	p.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}
	for i := 0; i+1 < len(pairs); i += 2 {
		features = append(features, &emulation.MediaFeature{Name: pairs[i], Value: pairs[i+1]})
	}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		p.t.Fatal(err)
	}
}

// scriptsOff makes the next pages load without JavaScript.
func (p *page) scriptsOff() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		p.t.Fatal(err)
	}
}
