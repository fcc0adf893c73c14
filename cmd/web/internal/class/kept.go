package class

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Kept is what a site's database holds of a class's work, as its own archive
// (web export) tells.
type Kept struct {
	keys     map[string]int // by idempotency key: how many rows
	learners map[string]string
	steps    map[string]int   // by learner, lesson and step: how many rows
	drafts   map[string]int64 // by learner and lesson: the revision
	texts    map[string]int   // by explanation: how many scores
}

// ReadKept reads an archive.
func ReadKept(archive io.Reader) (*Kept, error) {
	z, err := gzip.NewReader(archive)
	if err != nil {
		return nil, err
	}
	k := &Kept{keys: map[string]int{}, learners: map[string]string{}, steps: map[string]int{}, drafts: map[string]int64{}, texts: map[string]int{}}
	lines := bufio.NewReaderSize(z, 1<<20)
	head, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	columns, err := columnsOf(head)
	if err != nil {
		return nil, err
	}
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return k, nil
		}
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(line, []byte("[")) {
			if err := k.row(columns, line); err != nil {
				return nil, err
			}
		}
	}
}

// columnsOf says, by table and column, where a value stands in a row.
func columnsOf(head []byte) (map[string]map[string]int, error) {
	var h struct {
		Tables []struct {
			Name    string
			Columns []struct{ Name string }
		}
	}
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("the archive's first line: %w", err)
	}
	at := map[string]map[string]int{}
	for _, t := range h.Tables {
		at[t.Name] = map[string]int{}
		for i, c := range t.Columns {
			at[t.Name][c.Name] = i + 1
		}
	}
	return at, nil
}

// row takes in one row: the table's name, then its values.
func (k *Kept) row(columns map[string]map[string]int, line []byte) error {
	var cells []json.RawMessage
	if err := json.Unmarshal(line, &cells); err != nil {
		return fmt.Errorf("a row of the archive: %w", err)
	}
	var table string
	if err := json.Unmarshal(cells[0], &table); err != nil {
		return fmt.Errorf("a row of the archive: %w", err)
	}
	text := func(column string) (s string) {
		_ = json.Unmarshal(cells[columns[table][column]], &s) // null is ""
		return s
	}
	switch table {
	case "learners":
		k.learners[text("token_hash")] = text("id")
	case "attempts", "recall_events":
		k.keys[formKey(text("form_key"))]++
	case "explanations":
		k.keys[formKey(text("form_key"))]++
		k.texts[text("id")] += 0
	case "scores":
		k.texts[text("explanation_id")]++
	case "steps_read":
		k.steps[text("learner_id")+" "+text("lesson")+" "+text("step")]++
	case "drafts":
		var n int64
		_ = json.Unmarshal(cells[columns[table]["revision"]], &n)
		k.drafts[text("learner_id")+" "+text("lesson")] = n
	}
	return nil
}

// formKey is the key that a form had: the site puts a hash of what was sent
// behind it.
func formKey(stored string) string {
	key, _, _ := strings.Cut(stored, "-")
	return key
}

// Loss is what a ledger and a database do not agree in.
type Loss struct {
	Lost    []string // acknowledged and not there
	Doubled []string // there more than once
	Unknown []string // students whom the database does not know
	Scored  int      // explanations with exactly one score
	Waiting int      // explanations without one
}

// Compare holds what students were told against what is there.
func (k *Kept) Compare(ledger []Entry) (l Loss) {
	for key, n := range k.keys {
		if n > 1 {
			l.Doubled = append(l.Doubled, key)
		}
	}
	for _, e := range ledger {
		k.compare(e, &l)
	}
	for id, n := range k.texts {
		switch n {
		case 0:
			l.Waiting++
		case 1:
			l.Scored++
		default:
			l.Doubled = append(l.Doubled, "score of "+id)
		}
	}
	slices.Sort(l.Lost)
	slices.Sort(l.Doubled)
	return l
}

func (k *Kept) compare(e Entry, l *Loss) {
	for key, kind := range e.Keys {
		if k.keys[key] == 0 {
			l.Lost = append(l.Lost, string(kind)+" "+key)
		}
	}
	learner := e.Learner
	if learner == "" {
		learner = k.learners[base64.StdEncoding.EncodeToString(e.Token)]
	}
	if learner == "" && (len(e.Keys) > 0 || len(e.Steps) > 0 || e.Draft > 0) {
		l.Unknown = append(l.Unknown, e.Student)
		return
	}
	for _, step := range e.Steps {
		switch k.steps[learner+" "+e.Lesson+" "+step] {
		case 0:
			l.Lost = append(l.Lost, e.Student+" read "+step)
		case 1:
		default:
			l.Doubled = append(l.Doubled, e.Student+" read "+step)
		}
	}
	if k.drafts[learner+" "+e.Lesson] < e.Draft {
		l.Lost = append(l.Lost, fmt.Sprintf("%s draft %d", e.Student, e.Draft))
	}
}
