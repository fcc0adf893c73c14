package grade

import (
	"hash/fnv"

	"fencepost/lessons/grade/text"
)

// Adversaries are made from honest samples: the same words without their
// order, the same terms without the words between them, and right sentences
// denied. A model that saw
// only honest answers accepts most of them.

// adversaryWeight is what an adversary counts for beside a sample.
const adversaryWeight = 0.15

// scramble is a text's words in another order. The order depends on the id
// alone.
func scramble(d *text.Doc, id string) *text.Doc {
	h := fnv.New64a()
	h.Write([]byte(id))
	state := h.Sum64()
	out := *d
	out.Tokens = append([]text.Token(nil), d.Tokens...)
	for i := len(out.Tokens) - 1; i > 0; i-- {
		state = state*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		j := int(state >> 33 % uint64(i+1))
		a, b := &out.Tokens[i], &out.Tokens[j]
		a.Norm, b.Norm = b.Norm, a.Norm
		a.Stem, b.Stem = b.Stem, a.Stem
		a.Form, b.Form = b.Form, a.Form
		a.Kind, b.Kind = b.Kind, a.Kind
	}
	return &out
}

// keywords is a text without its function words, each word a clause of its own.
func keywords(d *text.Doc) *text.Doc {
	out := *d
	out.Tokens = nil
	for i := range d.Tokens {
		t := d.Tokens[i]
		if t.Kind != text.Word || functionWords[t.Norm] || stop[t.Stem] {
			continue
		}
		t.At, t.Sent, t.Neg = 3*len(out.Tokens), 0, false
		out.Tokens = append(out.Tokens, t)
	}
	return &out
}
