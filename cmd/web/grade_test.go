package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// runGradeOn runs web grade with a text on standard input.
func runGradeOn(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	var out, complaints bytes.Buffer
	err := runGrade(context.Background(), stdio{strings.NewReader(in), &out, &complaints}, args)
	return out.String(), err
}

func TestGradeWritesAPredictionALine(t *testing.T) {
	in := `{"id":"one","text":"Each grant gets a larger token and the storage refuses a write with a smaller one."}
{"id":"two","text":""}`
	out, err := runGradeOn(t, in, "-lesson", "leases-and-fencing-tokens")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2:\n%s", len(lines), out)
	}
	var first, second prediction
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &first), json.Unmarshal([]byte(lines[1]), &second)); err != nil {
		t.Fatal(err)
	}
	if f := first.Points["resource_enforces"]; first.ID != "one" || f.Verdict == "missing" || f.Probability < 0.5 {
		t.Errorf("the first line says %s of %s", f.Verdict, first.ID)
	}
	if len(second.Flags) == 0 || second.Flags[0] != "too_short" {
		t.Errorf("an empty text has the flags %v", second.Flags)
	}
}

func TestGradeExplainsItself(t *testing.T) {
	out, err := runGradeOn(t, `{"id":"x","text":"The storage refuses the older token."}`, "-lesson", "leases-and-fencing-tokens", "-explain")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"== x", "resource_enforces:", "patterns", "bias", "flags:"} {
		if !strings.Contains(out, want) {
			t.Errorf("the explanation lacks %q", want)
		}
	}
}

func TestGradeRefusesWhatItCannotDo(t *testing.T) {
	for _, args := range [][]string{{}, {"-lesson", "no-such-lesson"}, {"-lesson", "leases-and-fencing-tokens", "no-such-file.jsonl"}, {"-nonsense"}} {
		if _, err := runGradeOn(t, "", args...); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
	if _, err := runGradeOn(t, "{broken", "-lesson", "leases-and-fencing-tokens"); err == nil {
		t.Error("a broken line is accepted")
	}
}
