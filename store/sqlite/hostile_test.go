package sqlite

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"fencepost/store/archive"
)

func TestHostileArchivesAreRefused(t *testing.T) {
	in, whole := newInbox(t), small(t)
	if _, err := in.read(t, bytes.NewReader(pack(sealed(whole))), archive.Default()); err != nil {
		t.Fatalf("the archive that the others are made from: %v", err)
	}
	for _, c := range []struct{ name, old, new, why string }{
		{"another format", `"format":"fencepost archive"`, `"format":"zip"`, "no fencepost archive"},
		{"a later version", `"version":1`, `"version":2`, "version 2"},
		{"a field of the header that nobody knows", `"version":1`, `"version":1,"run":"rm"`, "unknown field"},
		{"an unknown table", `"name":"learners"`, `"name":"sqlite_schema"`, `"sqlite_schema", which does not belong`},
		{"statements for a table's name", `"name":"learners"`, `"name":"learners; DROP TABLE persons"`, "does not belong"},
		{"a path for a table's name", `"name":"learners"`, `"name":"../../etc/passwd"`, "does not belong"},
		{"an unknown column", `"name":"token_hash"`, `"name":"is_admin"`, `"is_admin" bytes is unknown`},
		{"statements for a column's name", `"name":"token_hash"`, `"name":"id) VALUES (1); --"`, "is unknown"},
		{"a column of another kind", `"kind":"bytes"`, `"kind":"text"`, "is unknown"},
		{"a negative count", `"name":"learners","rows":1`, `"name":"learners","rows":-1`, "has -1 rows"},
		{"a count too high", `"name":"learners","rows":1`, `"name":"learners","rows":2`, "a row of learners is due"},
		{"a count beyond everything", `"name":"audit","rows":0`, `"name":"audit","rows":9223372036854775807`, "fewer rows of audit"},
		{"a count too low", `"name":"learners","rows":1`, `"name":"learners","rows":0`, "of attempts is due"},
		{"a row of a table that was left out", `["attempts",`, `["sessions",`, "of attempts is due"},
		{"a value too many", `["learners","ann",`, `["learners","ann",1,`, "has 3 values, this has 4"},
		{"a value too few", `["learners","ann",`, `["learners",`, "has 3 values, this has 2"},
		{"an object for a row", `["learners","ann","aGFzaA==",1]`, `{"learners":"ann"}`, "fewer rows"},
		{"a list for a value", `"aGFzaA=="`, `["aGFzaA=="]`, "no string"},
		{"a number for text", `["learners","ann"`, `["learners",7`, "no string"},
		{"text for a number", `"aGFzaA==",1]`, `"aGFzaA==","1"]`, "whole number"},
		{"half a number", `"aGFzaA==",1]`, `"aGFzaA==",1.5]`, "whole number"},
		{"a number of 65 bits", `"aGFzaA==",1]`, `"aGFzaA==",18446744073709551616]`, "whole number"},
		{"no base64", `"aGFzaA=="`, `"a*"`, "not base64"},
		{"base64 with a line end", `"aGFzaA=="`, `"aGFz\naA=="`, "not base64"},
		{"null where there must be something", `"aGFzaA=="`, `null`, "must not be null"},
		{"a NUL", `["learners","ann"`, `["learners","an\u0000n"`, "NUL"},
		{"what is not UTF-8", `"A lease runs out."`, "\"A lease \xff runs out.\"", "not UTF-8"},
		{"a result that is not JSON", `"{\"option\":\"b\"}"`, `"<script>"`, "not JSON"},
		{"a dangling reference", `["attempts",1,"attempt k","ann"`, `["attempts",1,"attempt k","bob"`, "row of attempts"},
		{"a value outside its bounds", `"{\"option\":\"b\"}",0,`, `"{\"option\":\"b\"}",7,`, "row of attempts"},
		{"the same id twice", `["learners","ann","aGFzaA==",1]`, "[\"learners\",\"ann\",\"aGFzaA==\",1]\n[\"learners\",\"ann\",\"aGFzaA==\",1]", "of attempts is due"},
	} {
		lines := strings.Replace(whole, c.old, c.new, 1)
		if lines == whole {
			t.Fatalf("%s: nothing was changed", c.name)
		}
		_, err := in.read(t, bytes.NewReader(pack(sealed(lines))), archive.Default())
		wantRefused(t, c.name, err, c.why)
	}
}

func wantRefused(t *testing.T, name string, err error, why string) {
	t.Helper()
	if !errors.Is(err, archive.ErrRefused) || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: got %v, want a refusal that says %q", name, err, why)
	}
}

func TestDuplicateIDsAreRefusedWhereTheirCountFits(t *testing.T) {
	in, whole := newInbox(t), small(t)
	twice := strings.Replace(whole, `"name":"learners","rows":1`, `"name":"learners","rows":2`, 1)
	twice = strings.Replace(twice, `["learners",`, "[\"learners\",\"ann\",\"b3RoZXI=\",1]\n[\"learners\",", 1)
	_, err := in.read(t, bytes.NewReader(pack(sealed(twice))), archive.Default())
	wantRefused(t, "the same id twice", err, "line 3: the store does not take this row of learners")
}

func TestBrokenArchivesAreRefused(t *testing.T) {
	in, whole := newInbox(t), small(t)
	good, text := pack(sealed(whole)), sealed(whole)
	flipped := bytes.Clone(good)
	flipped[len(flipped)-6] ^= 1 // in gzip's own checksum
	for _, c := range []struct {
		name, why string
		packed    []byte
	}{
		{"nothing", "not gzipped", nil},
		{"text", "not gzipped", []byte(text)},
		{"an empty archive", "without its last line", pack("")},
		{"cut in the middle", "ends in the middle", good[:len(good)/2]},
		{"without its last line", "without its last line", pack(whole)},
		{"without its last rows", "fewer rows", pack(sealed(strings.SplitAfter(whole, "\n")[0]))},
		{"a text changed", "checksum", pack(strings.Replace(text, "A lease", "B lease", 1))},
		{"a line after the last", "something follows", pack(text + "{}\n")},
		{"a second archive behind it", "something follows the archive", append(bytes.Clone(good), good...)},
		{"a byte behind it", "something follows the archive", append(bytes.Clone(good), 0)},
		{"a wrong checksum of gzip", "damaged", flipped},
		{"a header that is a row", "no header", pack(sealed("[\"learners\"]\n"))},
		{"a header with a second value", "more than one value", pack(sealed(strings.Replace(whole, "}]}]}\n", "}]}]} {}\n", 1)))},
	} {
		_, err := in.read(t, bytes.NewReader(c.packed), archive.Default())
		wantRefused(t, c.name, err, c.why)
	}
}

// endless is a stream that never ends, as an archive of a few kilobytes may hold.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func TestBombsAreRefusedBeforeTheyAreRead(t *testing.T) {
	in, whole := newInbox(t), small(t)
	var line, ratio bytes.Buffer
	z := gzip.NewWriter(&line)
	_, err := io.CopyN(z, endless('x'), 40<<20)
	check(t, errors.Join(err, z.Close()))
	_, err = in.read(t, &line, archive.Default())
	wantRefused(t, "a line of 40 MB", err, "longer than")

	many := strings.Replace(whole, `"name":"learners","rows":1`, `"name":"learners","rows":1000000`, 1)
	header, _, _ := strings.Cut(many, "\n")
	z = gzip.NewWriter(&ratio)
	_, err = io.WriteString(z, header+"\n")
	check(t, err)
	for i := range 40_000 {
		_, err := fmt.Fprintf(z, "[\"learners\",\"%d\",\"%s\",1]\n", i, hex.EncodeToString(fmt.Append(nil, i))+strings.Repeat("A", 240-2*len(fmt.Sprint(i))))
		check(t, err)
	}
	check(t, z.Close())
	l := archive.Default()
	l.Slack, l.Ratio = 1<<20, 10
	_, err = in.read(t, &ratio, l)
	wantRefused(t, "rows that are all the same", err, "unpacks to more than 10 times")
}

// Whatever a field holds comes back as that text.
func TestTextInAnArchiveStaysText(t *testing.T) {
	in, whole := newInbox(t), small(t)
	for _, text := range []string{
		`<script>alert(1)</script>`, `'; DROP TABLE learners; --`, `../../../etc/passwd`, `=cmd|' /C calc'!A0`, `\u0007\u001b[31m`, `\u202egnp.exe`, `😀`,
	} {
		lines := strings.Replace(whole, "A lease runs out.", text, 1)
		again, err := in.read(t, bytes.NewReader(pack(sealed(lines))), archive.Default())
		check(t, err)
		if _, err := in.read(t, bytes.NewReader(again), archive.Default()); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if text[0] != '\\' && !bytes.Contains(unpacked(t, again), []byte(text)) {
			t.Errorf("%s did not come back", text)
		}
	}
}
