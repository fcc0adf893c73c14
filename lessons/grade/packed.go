package grade

import (
	"cmp"
	"math"
	"slices"

	"fencepost/lessons/grade/fit"
)

// pack lists a scorer's learned parts, in an order of their own.
func (s *Scorer) pack() *stored {
	p := &stored{IDF: s.index.idf, Once: s.index.once, Stems: make([]string, len(s.index.ids))}
	for _, w := range s.vocab.words {
		p.Words = append(p.Words, storedWord{w.first, w.second, w.neg})
	}
	for _, x := range s.vocab.ideas {
		p.Ideas = append(p.Ideas, [2]int{int(x.first), int(x.second)})
	}
	for _, g := range s.vocab.grams {
		p.Grams = append(p.Grams, string(g[:]))
	}
	for stem, id := range s.index.ids {
		p.Stems[id] = stem
	}
	for k := range s.models {
		p.Models = append(p.Models, s.packModel(k))
	}
	for _, m := range s.context {
		p.Context = append(p.Context, packFit(m))
	}
	s.packSamples(p)
	for i, cues := range s.gates.cues {
		p.Flags[i] = storedFlag{packFit(s.gates.words.model(i)), packFit(cues)}
	}
	p.Copies, p.Order = s.gates.packCopies(), packOrder(s.gates.order)
	return p
}

func (s *Scorer) packModel(k int) storedModel {
	m := s.models[k]
	out := storedModel{
		Words: packFit(s.words.model(k)), Passage: packFit(s.windows.model(k)), Belief: m.belief,
		Scale: m.scale.Scale, Shift: m.scale.Shift, Low: m.low, High: m.high,
	}
	for _, z := range m.heldOut {
		out.HeldOutThousands = append(out.HeldOutThousands, int32(math.Round(z*1000)))
	}
	return out
}

func packFit(m *fit.Model) storedFit {
	out := storedFit{Bias: int32(math.Round(m.Bias / grain))}
	for _, w := range m.Weights {
		out.Weights = append(out.Weights, int32(math.Round(w/grain)))
	}
	return out
}

func (g *gates) packCopies() []storedRun {
	var out []storedRun
	names := g.stems.names()
	for r, n := range g.copies {
		if n != 0 {
			words := [runWords]string{names[r[0]], names[r[1]], names[r[2]], names[r[3]]}
			out = append(out, storedRun{words, int(n)})
		}
	}
	slices.SortFunc(out, func(a, b storedRun) int { return slices.Compare(a.Words[:], b.Words[:]) })
	return out
}

func packOrder(o *wordOrder) []storedPair {
	var out []storedPair
	for pair, n := range o.pairs {
		if n != 0 {
			out = append(out, storedPair{classNames[pair[0]], classNames[pair[1]], n})
		}
	}
	slices.SortFunc(out, func(a, b storedPair) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	return out
}

// unpack puts stored parts into a scorer that was prepared for the same rubric.
func (s *Scorer) unpack(p *stored, page string) {
	s.vocab = unpackVocabulary(p, len(s.rubric.Concepts))
	s.index = &index{ids: map[string]int{}, idf: p.IDF, base: len(p.Stems), once: p.Once}
	for id, stem := range p.Stems {
		s.index.ids[stem] = id
	}
	s.readPhrases(func(int, bool, *reading) {})
	s.unpackModels(p.Models)
	for i := range p.Context {
		s.context = append(s.context, p.Context[i].model())
	}
	s.unpackSamples(p)
	s.unpackGates(p, page)
}

func unpackVocabulary(p *stored, concepts int) *vocabulary {
	v := &vocabulary{concepts: concepts}
	for _, w := range p.Words {
		v.words = append(v.words, word{w.First, w.Second, w.Neg})
	}
	for _, x := range p.Ideas {
		v.ideas = append(v.ideas, idea{int32(x[0]), int32(x[1])})
	}
	for _, g := range p.Grams {
		var letters gram
		copy(letters[:], g)
		v.grams = append(v.grams, letters)
	}
	v.file()
	return v
}

func (s *Scorer) unpackModels(list []storedModel) {
	var words, windows []*fit.Model
	for i := range list {
		p := &list[i]
		words, windows = append(words, p.Words.model()), append(windows, p.Passage.model())
		m := &model{belief: p.Belief, scale: fit.Platt{Scale: p.Scale, Shift: p.Shift}, low: p.Low, high: p.High}
		for _, z := range p.HeldOutThousands {
			m.heldOut = append(m.heldOut, float64(z)/1000)
		}
		s.models = append(s.models, m)
	}
	s.words, s.windows = newPanel(words), newPanel(windows)
}

func (p *storedFit) model() *fit.Model {
	m := &fit.Model{Bias: float64(p.Bias) * grain, Weights: make([]float64, len(p.Weights))}
	for i, w := range p.Weights {
		m.Weights[i] = float64(w) * grain
	}
	return m
}

func (s *Scorer) unpackGates(p *stored, page string) {
	g := newGates()
	s.gates = g
	s.readPage(page)
	for _, c := range p.Copies {
		var r run
		for i, stem := range c.Words {
			r[i] = g.stems.number(stem)
		}
		g.copies[r] = int32(c.Count)
	}
	for _, o := range p.Order {
		g.order.count([2]class{classByName[o.First], classByName[o.Second]}, o.Count)
	}
	var words []*fit.Model
	for i := range p.Flags {
		words = append(words, p.Flags[i].Words.model())
		g.cues[i] = p.Flags[i].Cues.model()
	}
	g.words = newPanel(words)
}
