package site

import (
	"crypto/hmac"
	"crypto/sha256"
	"hash"
	"sync"
)

// keyed makes sums with one key (HMAC-SHA-256), by many at once. Each page takes
// several: what follows from the key alone is worked out once and kept.
type keyed struct{ idle sync.Pool }

func newKeyed(key []byte) *keyed {
	return &keyed{sync.Pool{New: func() any { return hmac.New(sha256.New, key) }}}
}

// sum is that of a text.
func (k *keyed) sum(text []byte) []byte {
	h := k.idle.Get().(hash.Hash)
	defer k.idle.Put(h)
	h.Reset()
	h.Write(text)
	return h.Sum(nil)
}
