package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// webSim runs `web sim` with arguments and returns what it wrote.
func webSim(args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = run(context.Background(), stdio{strings.NewReader(""), &o, &e}, append([]string{"sim"}, args...))
	return o.String(), e.String(), code
}

func TestSimPrintsTheRun(t *testing.T) {
	out, errs, code := webSim("-scenario", "lease", "-set", "freeze=12s", "-set", "fencing=off")
	if code != 0 || errs != "" {
		t.Fatalf("code %d: %s", code, errs)
	}
	for _, want := range []string{
		"freeze=12s", "fencing=off", "no_stale_write", "broken at entry 8", "unsafe",
		"8  14 s  Storage        Storage accepts the write with token 33: B’s result is overwritten.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

func TestSimPrintsJSON(t *testing.T) {
	out, errs, code := webSim("-set", "fencing=on", "-json")
	if code != 0 {
		t.Fatalf("code %d: %s", code, errs)
	}
	var doc struct {
		Params map[string]string
		Events []struct {
			T     int64 `json:"t_ms"`
			Actor string
			Kind  string
			Text  string
		}
		Invariants []struct {
			Name  string
			Holds bool
			At    *int
		}
		Verdict struct{ Kind, Word, Sentence string }
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Params["freeze"] != "12s" || doc.Params["fencing"] != "on" || doc.Verdict.Kind != "split" {
		t.Errorf("params %v, verdict %+v", doc.Params, doc.Verdict)
	}
	var got []string
	for _, e := range doc.Events {
		got = append(got, e.Actor+" "+e.Kind)
	}
	want := []string{"a grant", "a stall", "lease expire", "b grant", "b write", "storage accept", "a write", "storage refuse"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (want -, got +):\n%s", diff)
	}
	for _, i := range doc.Invariants {
		if i.Holds != (i.At == nil) || i.Name == "no_late_writer" && (i.At == nil || *i.At != 6) {
			t.Errorf("invariant %+v", i)
		}
	}
}

func TestSimExplores(t *testing.T) {
	out, _, code := webSim("-scenario", "lostupdate", "-explore", "tapes")
	if code != 0 || !strings.Contains(out, "all 20 runs") {
		t.Errorf("code %d:\n%s", code, out)
	}
	out, _, code = webSim("-explore", "freeze,fencing", "-json")
	var grid struct {
		X     struct{ Values []string }
		Cells [][]string
	}
	if err := json.Unmarshal([]byte(out), &grid); code != 0 || err != nil || len(grid.Cells) != 2 || len(grid.Cells[0]) != len(grid.X.Values) {
		t.Errorf("code %d, %v: %.200s", code, err, out)
	}
}

func TestSimStopsToAsk(t *testing.T) {
	out, _, code := webSim("-scenario", "lostupdate", "-ask", "-tape", "0.1")
	if code != 0 || !strings.Contains(out, "Who goes next? A decides / B decides") {
		t.Errorf("code %d:\n%s", code, out)
	}
}

func TestSimHelpNamesTheParameters(t *testing.T) {
	_, errs, code := webSim("-scenario", "queue", "-help")
	if code != 0 || !strings.Contains(errs, "visibility") || strings.Contains(errs, "fencing ") {
		t.Errorf("code %d:\n%s", code, errs)
	}
	if _, errs, _ := webSim("-help"); !strings.Contains(errs, "0s to 30s in steps of 0.5s; default 12s") {
		t.Errorf("no range of the freeze in:\n%s", errs)
	}
}

func TestSimRefusesWhatItCannotRun(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-scenario", "nope"}, `no scenario "nope"; there are: lease, lostupdate`},
		{[]string{"-set", "nope=1"}, `no parameter "nope"; there are: freeze, fencing`},
		{[]string{"-set", "freeze"}, `want name=value`},
		{[]string{"-set", "freeze=99s"}, `freeze=99s: is more than 30s`},
		{[]string{"-set", "freeze=soon"}, `freeze=soon: must be a time such as 12s`},
		{[]string{"-tape", "a"}, `answer 1 is "a"`},
		{[]string{"-explore", "freeze,nope"}, `need one or two different parameters`},
		{[]string{"freeze=1s"}, `parameters are given as -set name=value`},
		{[]string{"-nope"}, `flag provided but not defined`},
	} {
		out, errs, code := webSim(c.args...)
		if code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, out %q, err %q; want code 2 and %q", c.args, code, out, errs, c.want)
		}
	}
}
