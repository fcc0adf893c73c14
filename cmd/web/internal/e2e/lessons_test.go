package e2e

import (
	"path"
	"testing"
)

// Every lesson that the site teaches fits its window, breaks no rule that
// axe-core knows and says nothing on the console, narrow and wide, light and
// dark.
func TestEveryLessonFitsAndIsAccessible(t *testing.T) {
	t.Parallel()
	p := onAPhone(t, serve(t))
	p.open("/")
	addresses := js[[]string](p, `[...new Set([...document.querySelectorAll("main a[href^='/concepts/']")].map(a => a.pathname))]`)
	if len(addresses) < 2 {
		t.Fatalf("the catalogue lists %v", addresses)
	}
	for _, address := range addresses {
		p.open(address)
		p.loaded()
		p.looksRight(path.Base(address))
	}
	p.quiet()
}
