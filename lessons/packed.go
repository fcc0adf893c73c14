package lessons

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
)

// PackSamples compresses a samples.jsonl into what may stand in its place, as
// samples.gz. Its head carries the hash of the text, so that whoever trusts it
// can name the samples without reading them.
func PackSamples(text []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("pack samples: %w", err)
	}
	w.Comment = digest(text)
	if _, err = w.Write(text); err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("pack samples: %w", err)
	}
	return out.Bytes(), nil
}

// samplesFile is the lesson's samples: samples.jsonl, or else samples.gz. Where
// the tree is trusted the packed ones stay so, and only their hash is known.
func (f *folder) samplesFile(ld *Loader) *file {
	if from := f.read(samplesFile); from != nil {
		return from
	}
	packed := f.read(packedFile)
	if packed == nil {
		return nil
	}
	text, hash, err := unpackSamples(packed.text, !ld.Trusted)
	if err != nil {
		f.add(Pos{path.Join(f.slug, packedFile), 1, 1}, "run web fit", "the samples cannot be unpacked: %v", err)
		return nil
	}
	return &file{text, hash}
}

// unpackSamples is the text of packed samples, where whole asks for it, and its
// hash.
func unpackSamples(packed []byte, whole bool) (text []byte, hash string, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, "", err
	}
	if !whole {
		return nil, r.Comment, nil
	}
	if text, err = io.ReadAll(io.LimitReader(r, limits[samplesFile])); err != nil {
		return nil, "", err
	}
	if digest(text) != r.Comment {
		return nil, "", errors.New("they are not those that were packed")
	}
	return text, r.Comment, nil
}

// samples are the lesson's, read against a rubric; key stands for both. Of a
// tree that is trusted they are read when they are asked for: what was wrong
// with them was told when it was examined.
func (f *folder) samples(ld *Loader, from *file, rubric *Rubric, key string) Late[[]Sample] {
	name := path.Join(f.slug, samplesFile)
	if ld.Trusted {
		fsys, slug := f.fsys, f.slug
		return Late[[]Sample]{read: func() []Sample {
			f := folder{report: new(report), fsys: fsys, slug: slug}
			from := f.samplesFile(new(Loader))
			if from == nil {
				return nil
			}
			return parseSamples(newSource(name, from.text, f.report), rubric)
		}}
	}
	return Now(recall(ld, f.report, name, key, func(r *report) []Sample {
		return parseSamples(newSource(name, from.text, r), rubric)
	}))
}

// fitted is the stored scorer, which is read when it is asked for where the tree
// is trusted.
func (f *folder) fitted(ld *Loader) Late[[]byte] {
	if name := path.Join(f.slug, fittedFile); ld.Trusted {
		fsys := f.fsys
		return Late[[]byte]{read: func() []byte {
			text, _ := fs.ReadFile(fsys, name) // as good as not there: it would be trained
			return text
		}}
	}
	if from := f.read(fittedFile); from != nil {
		return Now(from.text)
	}
	return Late[[]byte]{}
}
