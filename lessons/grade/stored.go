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

// ErrStale is returned by Load for a scorer that was stored as that of another
// source.
var ErrStale = errors.New("stored scorer is stale")

// Source names what a scorer is made from: this code, the page, the rubric with
// the samples that its version stands for, and what was learnt beside them. Who
// has it need not have read the samples.
func Source(r *lessons.Rubric, learnt []lessons.Sample, page string) string {
	return hashed(r, learnt, page)
}

// Head says of a stored scorer what can be known without unpacking it.
type Head struct {
	Source  string // what it was made from, as Source names it
	Version string // what it calls itself
	Report  Report // how well it agrees with people, without the worst misses
}

// stored is what fitting and counting made of the samples. Load makes the rest
// of a scorer again from the rubric and the page.
type stored struct {
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

// settle rounds models' weights to the grain.
func settle(models ...*fit.Model) {
	for _, m := range models {
		m.Bias = math.Round(m.Bias/grain) * grain
		for i, w := range m.Weights {
			m.Weights[i] = math.Round(w/grain) * grain
		}
	}
}

// settle rounds what was fitted and is not in a panel.
func (s *Scorer) settle() {
	for _, m := range s.models {
		for i, z := range m.heldOut {
			m.heldOut[i] = math.Round(z*1000) / 1000
		}
	}
	settle(s.context...)
}

// Store writes what training found, compressed, for Load: the scorer made from
// source, which agrees with people as report says.
func (s *Scorer) Store(source string, report *Report) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	enc := gob.NewEncoder(w)
	if err := enc.Encode(Head{source, s.version, report.brief()}); err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	if err := enc.Encode(s.pack()); err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("store a scorer: %w", err)
	}
	return out.Bytes(), nil
}

// mostStored is how many bytes a stored scorer may unpack to.
const mostStored = 64 << 20

// ReadHead reads the head of what Store wrote, and no more.
func ReadHead(data []byte) (Head, error) {
	h, _, err := readHead(data)
	return h, err
}

func readHead(data []byte) (h Head, rest *gob.Decoder, err error) {
	rest = gob.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(data)), mostStored))
	if err = rest.Decode(&h); err != nil {
		err = fmt.Errorf("load a scorer: %w", err)
	}
	return h, rest, err
}

// Of is a lesson's scorer: the one stored beside it, or one trained now where none
// is or the rubric, its samples or the page have changed since.
func Of(l *lessons.Lesson) (*Scorer, error) {
	page := PageText(l)
	if s, err := Load(l.Rubric, page, Source(l.Rubric, nil, page), l.Fitted.Get()); err == nil {
		return s, nil
	}
	return Train(l.Rubric, l.Samples.Get(), page)
}

// Load makes the scorer that Train would make of r and page, from what Store
// wrote. It returns ErrStale where that is the scorer of another source.
func Load(r *lessons.Rubric, page, source string, data []byte) (*Scorer, error) {
	h, rest, err := readHead(data)
	if err != nil {
		return nil, err
	}
	if h.Source != source {
		return nil, fmt.Errorf("load scorer %s: %w", h.Version, ErrStale)
	}
	var p stored
	if err := rest.Decode(&p); err != nil {
		return nil, fmt.Errorf("load scorer %s: %w", h.Version, err)
	}
	s, err := prepare(r, page)
	if err != nil {
		return nil, err
	}
	if len(p.Models) != len(s.targets) {
		return nil, fmt.Errorf("load scorer %s: %d models for %d targets", h.Version, len(p.Models), len(s.targets))
	}
	s.version = h.Version
	s.unpack(&p, page)
	return s, nil
}
