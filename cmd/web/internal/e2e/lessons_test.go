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
	inEveryLook(t, serve(t), func(p *page, l look) { p.everyLesson(fmt.Sprintf("%d-%s", l.width, l.scheme)) })
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
		p.fits(address)
		if *shots != "" {
			if err := os.MkdirAll(*shots, 0o755); err != nil {
				p.t.Fatal(err)
			}
			p.shoot(path.Base(address) + "-" + suffix)
		}
	}
}
