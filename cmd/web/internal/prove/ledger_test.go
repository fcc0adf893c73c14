//go:build linux

package prove

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// ledger is what clients were told is stored: a key an answer or explanation.
type ledger struct {
	mu   sync.Mutex
	keys map[string]bool
}

func newLedger() *ledger { return &ledger{keys: make(map[string]bool)} }

// write notes a key that was acknowledged and answers how many there are.
func (l *ledger) write(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keys[key] = true
	return len(l.keys)
}

func (l *ledger) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.keys)
}

// copied is the ledger as it is now.
func (l *ledger) copied() *ledger {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &ledger{keys: maps.Clone(l.keys)}
}

// compare counts the acknowledged keys that the database of s does not hold, and
// the keys, acknowledged or not, that it holds more than once.
func (l *ledger) compare(s *server) (lost, doubled int) {
	s.t.Helper()
	counts := s.keys()
	for key := range l.keys {
		if counts[key] == 0 {
			lost++
			s.t.Logf("lost: %s", key)
		}
	}
	for key, n := range counts {
		if n > 1 {
			doubled++
			s.t.Logf("%d times: %s", n, key)
		}
	}
	return lost, doubled
}

// want fails the test unless everything acknowledged is there once, and the
// whole file is sound.
func (l *ledger) want(t *testing.T, s *server) (lost, doubled int) {
	t.Helper()
	s.must("check")
	lost, doubled = l.compare(s)
	if lost > 0 || doubled > 0 {
		t.Errorf("of %d acknowledged %d are lost, and %d are there more than once", len(l.keys), lost, doubled)
	}
	return lost, doubled
}

// keys counts each key of an answer or explanation in the program's own archive.
func (s *server) keys() map[string]int {
	s.t.Helper()
	cmd := exec.Command(program, "export", "-to", "-")
	cmd.Env = append(os.Environ(), s.environ()...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	check(s.t, err)
	check(s.t, cmd.Start())
	counts, err := readKeys(out)
	if err != nil {
		s.t.Fatalf("read the archive: %v\n%s", err, said.String())
	}
	if err := cmd.Wait(); err != nil {
		s.t.Fatalf("web export: %v\n%s", err, said.String())
	}
	return counts
}

// readKeys reads form_key out of each row of attempts and explanations. The site
// puts a hash of what was sent behind the form's own key.
func readKeys(r io.Reader) (map[string]int, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewReader(z)
	at, err := keyColumns(lines)
	if err != nil {
		return nil, err
	}
	counts := make(map[string]int)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return counts, nil
		}
		if err != nil {
			return nil, err
		}
		var row []any
		if json.Unmarshal(line, &row) != nil {
			continue // the last line is no row
		}
		if i, ok := at[row[0].(string)]; ok {
			key, _, _ := strings.Cut(row[i].(string), "-")
			counts[key]++
		}
	}
}

// keyColumns says where form_key stands in a row of each table.
func keyColumns(lines *bufio.Reader) (map[string]int, error) {
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var header struct {
		Tables []struct {
			Name    string
			Columns []struct{ Name string }
		}
	}
	if err := json.Unmarshal(line, &header); err != nil {
		return nil, err
	}
	at := make(map[string]int)
	for _, t := range header.Tables {
		for i, c := range t.Columns {
			if c.Name == "form_key" && (t.Name == "attempts" || t.Name == "explanations") {
				at[t.Name] = i + 1
			}
		}
	}
	return at, nil
}
