package grade

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"

	"fencepost/lessons"
	"fencepost/lessons/grade/fit"
)

// ErrStale is returned by Load for a scorer that was trained by other code, on
// another rubric or on other samples.
var ErrStale = errors.New("stored scorer is stale")

// stored is what fitting and counting made of the samples. Load makes the rest
// of a scorer again from the rubric and the page.
type stored struct {
	Version string
	Words   []storedWord // in the order of their numbers, ideas behind them
	Ideas   [][2]int
	Stems   []string // of the index, in the order of their ids
	IDF     []float64
	Once    float64
	Models  []storedModel
	Grams   []string     // behind the ideas
	Subject [][]int32    // pull by target, in grains; nil where it is not known
	Near    []storedNear // by sample
	Context []storedFit  // by target
	Copies  []storedRun
	Order   []storedPair
	Flags   [3]storedFlag // copied, gaming, off topic
}

type storedWord struct {
	First, Second string
	Neg           bool
}

type storedModel struct {
	Words, Passage   storedFit
	Belief           float64
	Scale, Shift     float64
	Low, High        float64
	HeldOutThousands []int32 // log odds in thousandths
}

// storedFit is a model's weights in grains.
type storedFit struct {
	Bias    int32
	Weights []int32
}

// storedNear is a sample as a neighbour: its terms and its labels by target.
type storedNear struct {
	Terms  []int
	Labels []int8
}

type storedRun struct {
	Words [runWords]string
	Count int
}

type storedPair struct {
	First, Second string
	Count         float64
}

type storedFlag struct{ Words, Cues storedFit }

// grain is the step of a stored weight. Training rounds to it too, so that a
// scorer that was loaded and one that was trained say the same.
const grain = 1.0 / 4096

// settle rounds a model's weights to the grain.
func settle(m *fit.Model) {
	m.Bias = math.Round(m.Bias/grain) * grain
	for i, w := range m.Weights {
		m.Weights[i] = math.Round(w/grain) * grain
	}
}

// settle rounds everything that was fitted.
func (s *Scorer) settle() {
	for _, m := range s.models {
		settle(m.words)
		settle(m.passage)
		for i, z := range m.heldOut {
			m.heldOut[i] = math.Round(z*1000) / 1000
		}
	}
	for _, m := range s.context {
		settle(m)
	}
	for _, f := range s.gates.flagModels() {
		settle(f.words)
		settle(f.cues)
	}
}

func (g *gates) flagModels() [3]*flagModel { return [3]*flagModel{g.copied, g.gaming, g.vague} }

// Store writes what training found, compressed, for Load.
func (s *Scorer) Store() ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	if err := gob.NewEncoder(w).Encode(s.pack()); err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	return out.Bytes(), nil
}

// mostStored is how many bytes a stored scorer may unpack to.
const mostStored = 64 << 20

// Load makes the scorer that Train would make, from what Store wrote. It
// returns ErrStale where Train would make another one.
func Load(r *lessons.Rubric, samples []lessons.Sample, page string, data []byte) (*Scorer, error) {
	var p stored
	unpacked := io.LimitReader(flate.NewReader(bytes.NewReader(data)), mostStored)
	if err := gob.NewDecoder(unpacked).Decode(&p); err != nil {
		return nil, fmt.Errorf("load a scorer: %w", err)
	}
	if p.Version != version(r, trainable(samples), page) {
		return nil, fmt.Errorf("load scorer %s: %w", p.Version, ErrStale)
	}
	s, err := prepare(r, page)
	if err != nil {
		return nil, err
	}
	if len(p.Models) != len(s.targets) {
		return nil, fmt.Errorf("load scorer %s: %d models for %d targets", p.Version, len(p.Models), len(s.targets))
	}
	s.unpack(&p, page)
	s.panels()
	return s, nil
}

// Version names the scorer that Train would make, without training it.
func Version(r *lessons.Rubric, samples []lessons.Sample, page string) string {
	return version(r, trainable(samples), page)
}
