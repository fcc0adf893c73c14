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
	p.Words = make([]storedWord, len(s.vocab.words))
	for w, i := range s.vocab.words {
		p.Words[i] = storedWord{w.first, w.second, w.neg}
	}
	p.Ideas = make([][2]int, len(s.vocab.ideas))
	for x, i := range s.vocab.ideas {
		p.Ideas[i-len(p.Words)] = [2]int{int(x.first), int(x.second)}
	}
	for stem, id := range s.index.ids {
		p.Stems[id] = stem
	}
	for _, m := range s.models {
		p.Models = append(p.Models, packModel(m))
	}
	for _, m := range s.context {
		p.Context = append(p.Context, packFit(m))
	}
	p.Grams = make([]string, len(s.vocab.grams))
	for g, i := range s.vocab.grams {
		p.Grams[i-len(p.Words)-len(p.Ideas)] = string(g[:])
	}
	s.packSamples(p)
	for i, f := range s.gates.flagModels() {
		p.Flags[i] = storedFlag{packFit(f.words), packFit(f.cues)}
	}
	p.Copies, p.Order = packRuns(s.gates.copies), packOrder(s.gates.order)
	return p
}

func packModel(m *model) storedModel {
	out := storedModel{
		Words: packFit(m.words), Passage: packFit(m.passage), Belief: m.belief,
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

func packRuns(s shingles) []storedRun {
	var out []storedRun
	for words, n := range s {
		if n != 0 {
			out = append(out, storedRun{words, n})
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
	s.readPhrases(&corpus{})
	for i := range p.Models {
		s.models = append(s.models, unpackModel(&p.Models[i]))
	}
	for i := range p.Context {
		s.context = append(s.context, p.Context[i].model())
	}
	s.unpackSamples(p)
	s.unpackGates(p, page)
}

func unpackVocabulary(p *stored, concepts int) *vocabulary {
	v := emptyVocabulary(concepts)
	for _, w := range p.Words {
		v.words[word{w.First, w.Second, w.Neg}] = v.size
		v.size++
	}
	for _, x := range p.Ideas {
		v.ideas[idea{int32(x[0]), int32(x[1])}] = v.size
		v.size++
	}
	for _, g := range p.Grams {
		var letters gram
		copy(letters[:], g)
		v.grams[letters] = v.size
		v.size++
	}
	return v
}

func unpackModel(p *storedModel) *model {
	m := &model{
		words: p.Words.model(), passage: p.Passage.model(), belief: p.Belief,
		scale: fit.Platt{Scale: p.Scale, Shift: p.Shift}, low: p.Low, high: p.High,
	}
	for _, z := range p.HeldOutThousands {
		m.heldOut = append(m.heldOut, float64(z)/1000)
	}
	return m
}

func (p *storedFit) model() *fit.Model {
	m := &fit.Model{Bias: float64(p.Bias) * grain, Weights: make([]float64, len(p.Weights))}
	for i, w := range p.Weights {
		m.Weights[i] = float64(w) * grain
	}
	return m
}

func (s *Scorer) unpackGates(p *stored, page string) {
	g := &gates{page: shingles{}, copies: shingles{}, order: newWordOrder()}
	s.gates = g
	s.readPage(page)
	for _, r := range p.Copies {
		g.copies[r.Words] = r.Count
	}
	for _, o := range p.Order {
		g.order.count([2]class{classByName[o.First], classByName[o.Second]}, o.Count)
	}
	flags := [3]*flagModel{}
	for i := range flags {
		flags[i] = &flagModel{words: p.Flags[i].Words.model(), cues: p.Flags[i].Cues.model()}
	}
	g.copied, g.gaming, g.vague = flags[0], flags[1], flags[2]
}
