//go:build linux

package sqlite

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// recording is what strace saw of a run. Moments are line numbers of its log:
// it writes one line as a call begins, and another where other calls came
// between that and the call's end.
type recording struct {
	path      string // of the database
	ops       []op
	fileSyncs map[string][]span // by file or directory
	acks      []ack
	entries   []entry
	end       int
}

// span is from the beginning of a call to its end.
type span struct{ start, end int }

// op is a write to a file, or its truncation to the length offset.
type op struct {
	span
	file     string
	offset   int64
	data     []byte
	truncate bool
}

// ack is an answer that the child acknowledged.
type ack struct {
	span
	key string
}

// entry is a name that a folder got: of a new file or folder, or of one that had
// another name before, or has it as well.
type entry struct {
	span
	of, name string // of is "" where it is new
}

// call is one system call of the log.
type call struct {
	span
	name, args string
}

var (
	callLine    = regexp.MustCompile(`^(\d+) +(\w+)\((.*)\) += (-?\d+)`)
	beginLine   = regexp.MustCompile(`^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$`)
	resumedLine = regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>(.*)\) += (-?\d+)`)
	quoted      = regexp.MustCompile(`"([^"]*)"`)
	argsOfFile  = regexp.MustCompile(`^(\d+)<([^>]*)>(?:, "([^"]*)", \d+)?(?:, (\d+))?`)
)

// readStrace reads the log of a run on the database at path.
func readStrace(r io.Reader, path string) (*recording, error) {
	rec := &recording{path: path, fileSyncs: make(map[string][]span)}
	open := make(map[string]call) // by thread
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for ; lines.Scan(); rec.end++ {
		line := lines.Text()
		if m := callLine.FindStringSubmatch(line); m != nil {
			if err := rec.add(call{span{rec.end, rec.end}, m[2], m[3]}, m[4]); err != nil {
				return nil, err
			}
		} else if m := beginLine.FindStringSubmatch(line); m != nil {
			open[m[1]] = call{span{rec.end, never}, m[2], m[3]}
		} else if m := resumedLine.FindStringSubmatch(line); m != nil {
			c := open[m[1]]
			delete(open, m[1])
			c.end, c.args = rec.end, c.args+m[2]
			if err := rec.add(c, m[3]); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range open {
		if err := rec.add(c, "?"); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(rec.ops, func(a, b op) int { return cmp.Compare(a.start, b.start) })
	return rec, lines.Err()
}

// never is the end of a call that the log does not have.
const never = 1 << 60

// add sorts one call in.
func (rec *recording) add(c call, result string) error {
	if c.name != "write" && strings.HasPrefix(c.args, "AT_FDCWD") {
		return rec.addEntry(c, result)
	}
	m := argsOfFile.FindStringSubmatch(c.args)
	if m == nil || strings.HasPrefix(result, "-") {
		return nil
	}
	file, err := unhex(m[2])
	if err != nil {
		return fmt.Errorf("line %d: %w", c.start+1, err)
	}
	data, err := unhex(m[3])
	if err != nil {
		return fmt.Errorf("line %d: %w", c.start+1, err)
	}
	switch c.name {
	case "fsync", "fdatasync":
		rec.fileSyncs[file] = append(rec.fileSyncs[file], c.span)
	case "write":
		if m[1] == "1" {
			rec.acks = append(rec.acks, ack{c.span, strings.TrimSuffix(data, "\n")})
		}
	case "pwrite64", "ftruncate":
		offset, err := strconv.ParseInt(m[4], 10, 64)
		if err != nil {
			return fmt.Errorf("line %d: %w", c.start+1, err)
		}
		rec.ops = append(rec.ops, op{c.span, file, offset, []byte(data), c.name == "ftruncate"})
	}
	return nil
}

// addEntry takes note of a name that a call gave; opening gives one where it may
// make the file.
func (rec *recording) addEntry(c call, result string) error {
	if strings.HasPrefix(result, "-") || c.name == "openat" && !strings.Contains(c.args, "O_CREAT") {
		return nil
	}
	e := entry{span: c.span}
	for _, m := range quoted.FindAllStringSubmatch(c.args, 2) {
		name, err := unhex(m[1])
		if err != nil {
			return fmt.Errorf("line %d: %w", c.start+1, err)
		}
		e.of, e.name = e.name, name
	}
	rec.entries = append(rec.entries, e)
	return nil
}

// unhex reads strace's \x2f\x74 form.
func unhex(s string) (string, error) {
	b, err := hex.DecodeString(strings.ReplaceAll(s, `\x`, ""))
	return string(b), err
}
