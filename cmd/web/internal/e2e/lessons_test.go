package e2e

import (
	"fmt"
	"os"
	"path"
	"testing"
)

// Every lesson that the site teaches fits its window, breaks no rule that
// axe-core knows and says nothing on the console, narrow and wide, light and
// dark. With -shots it leaves a picture of each.
func TestEveryLessonFitsAndIsAccessible(t *testing.T) {
	s := serve(t)
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{390, 1280} {
			t.Run(fmt.Sprintf("%s-%d", scheme, width), func(t *testing.T) {
				p := visit(t, s)
				p.size(width, 900)
				p.prefer("prefers-color-scheme", scheme)
				p.everyLesson(fmt.Sprintf("%d-%s", width, scheme))
				p.quiet()
			})
		}
	}
}

func (p *page) everyLesson(suffix string) {
	p.t.Helper()
	p.open("/")
	addresses := js[[]string](p, `[...new Set([...document.querySelectorAll("main a[href^='/concepts/']")].map(a => a.pathname))]`)
	if len(addresses) < 2 {
		p.t.Fatalf("the catalogue lists %v", addresses)
	}
	for _, address := range addresses {
		p.open(address)
		p.loaded()
		p.accessible(address)
		if over := js[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
			p.t.Errorf("%s: %d px wider than the window", address, over)
		}
		if *shots != "" {
			if err := os.MkdirAll(*shots, 0o755); err != nil {
				p.t.Fatal(err)
			}
			p.shoot(path.Base(address) + "-" + suffix)
		}
	}
}
