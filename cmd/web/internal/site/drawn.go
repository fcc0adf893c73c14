package site

import (
	"sync"

	"fencepost/cmd/web/internal/splice"
)

// drawnParts are parts of pages as they were drawn, by all that they depend on.
// What was not asked for in a while is forgotten: of two generations the older
// goes when the younger is full.
type drawnParts struct {
	most int // bytes of a generation, about

	mu          sync.RWMutex
	young, old  map[string]*splice.Template
	bytes       int       // of the younger
	compressors sync.Pool // of *splice.Press, which are large
}

// mostKept is how much memory a generation of parts takes, in bytes: a few
// thousand of them.
const mostKept = 4 << 20

func newDrawnParts(most int) *drawnParts {
	return &drawnParts{most: most, young: map[string]*splice.Template{}}
}

// find is the part that was kept under a state.
func (k *drawnParts) find(state []byte) (*splice.Template, bool) {
	k.mu.RLock()
	t, ok := k.young[string(state)]
	if ok {
		k.mu.RUnlock()
		return t, true
	}
	t, ok = k.old[string(state)]
	k.mu.RUnlock()
	if ok {
		k.keep(string(state), t)
	}
	return t, ok
}

// keep keeps a part.
func (k *drawnParts) keep(state string, t *splice.Template) {
	size := len(state) + t.Size()
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.young[state]; ok {
		return
	}
	if k.bytes+size > k.most {
		k.old, k.young, k.bytes = k.young, map[string]*splice.Template{}, 0
	}
	k.young[state] = t
	k.bytes += size
}

// cut makes a template of a part.
func (k *drawnParts) cut(text []byte, m splice.Marks, at splice.Place) (*splice.Template, error) {
	p, ok := k.compressors.Get().(*splice.Press)
	if !ok {
		p = new(splice.Press)
	}
	defer k.compressors.Put(p)
	return p.Cut(text, m, at)
}
