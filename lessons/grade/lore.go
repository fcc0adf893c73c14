package grade

import "fencepost/lessons/grade/text"

// none stands for a number that something has not got.
const none = -1

// lore is what a scorer knows of a word. It is looked up once a text, and
// everything that goes over the text's words finds it by their form.
type lore struct {
	term   int32   // of the index, or none
	stem   int32   // the stem's number in pairs of the vocabulary, or none
	said   int32   // the stem as a shared feature, affirmed, or none
	denied int32   // likewise, denied
	grams  []int32 // its runs of letters that are shared features
	root   int32   // the stem's number in the text
	class  class
	rare   bool // hardly any sample has the stem
	stop   bool
	praise bool
}

// feature is the stem as a shared feature, or none.
func (w *lore) feature(neg bool) int32 {
	if neg {
		return w.denied
	}
	return w.said
}

// learn looks the words of a text up.
func (s *Scorer) learn(r *reading) {
	forms := r.full.Forms
	r.lore = sized(r.lore, len(forms))
	if r.roots == nil {
		r.roots = map[string]int32{}
	}
	clear(r.roots)
	for i := range forms {
		r.lore[i] = s.loreOf(&forms[i])
		r.lore[i].root = r.root(forms[i].Stem)
	}
}

// root is the number of a stem in the text.
func (r *reading) root(stem string) int32 {
	n, known := r.roots[stem]
	if !known {
		n = int32(len(r.roots))
		r.roots[stem] = n
	}
	return n
}

// loreOf is what is known of a word. Numbers are endless: they are not
// remembered.
func (s *Scorer) loreOf(f *text.Form) lore {
	if f.Kind != text.Word {
		return s.lookUp(f)
	}
	return s.known.Of(f.Norm, func() lore { return s.lookUp(f) })
}

// lookUp looks a word up.
func (s *Scorer) lookUp(f *text.Form) lore {
	w := lore{class: classOf(f), stop: stop[f.Stem], praise: praise[f.Stem]}
	s.index.look(&w, f)
	s.vocab.look(&w, f)
	return w
}

// look notes a word's number in the index and whether it is rare there.
func (x *index) look(w *lore, f *text.Form) {
	id, known := x.ids[f.Stem]
	w.term = none
	if known {
		w.term = int32(id)
	}
	w.rare = !w.stop && (!known || x.idf[id] >= x.once)
}

// look notes a word's shared features.
func (v *vocabulary) look(w *lore, f *text.Form) {
	w.stem, w.said, w.denied = none, none, none
	if s, known := v.stems[f.Stem]; known {
		w.stem, w.said, w.denied = s.number, s.said, s.denied
	}
	for g := range grams(f.Norm, f.Kind) {
		if n, known := v.gramNo[g]; known {
			w.grams = append(w.grams, n)
		}
	}
}
