package process

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestAProcessIsStartedEndedAndStartedAgain(t *testing.T) {
	p := &Process{}
	for _, life := range []string{"first", "second"} {
		if err := p.Launch([]string{"LIFE=" + life}, "sh", "-c", `trap "exit 0" TERM; echo "$LIFE life"; while :; do sleep .01; done`); err != nil {
			t.Fatal(err)
		}
		for !strings.Contains(p.Log.String(), life) {
			time.Sleep(time.Millisecond)
		}
		if !p.Running() {
			t.Fatalf("in its %s life it does not run", life)
		}
		if err := p.Stop(); err != nil {
			t.Errorf("the end of its %s life: %v", life, err)
		}
		if p.Running() {
			t.Errorf("after its %s life it runs", life)
		}
	}
	if got, want := p.Log.String(), "first life\nsecond life\n"; got != want {
		t.Errorf("it said %q, want %q", got, want)
	}
	p.Kill() // it has ended: nothing happens
}

func TestAnEndThatWentWrongIsTold(t *testing.T) {
	p := &Process{}
	if err := p.Launch(nil, "sh", "-c", `trap 'echo "the disk is full"; exit 3' TERM; echo up; while :; do sleep .01; done`); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(p.Log.String(), "up") {
		time.Sleep(time.Millisecond)
	}
	if err := p.Stop(); err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("the error is %v", err)
	}
}

func TestWhoeverDoesNotAnswerIsNotAwaitedForEver(t *testing.T) {
	addr, err := FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	p := &Process{Addr: addr}
	p.Log.buf.WriteString("cannot listen\n")
	if err := p.Await(ctx, "/"); err == nil || !strings.Contains(err.Error(), "cannot listen") {
		t.Errorf("the error is %v", err)
	}
}

func TestTheEndOfALog(t *testing.T) {
	l := Log{Without: "msg=request"}
	for _, line := range []string{"one\n", "msg=request GET /\n", "two\n", "three\n"} {
		if n, err := l.Write([]byte(line)); n != len(line) || err != nil {
			t.Fatalf("Write(%q) = %d, %v", line, n, err)
		}
	}
	if got, want := l.Tail(2), "two\nthree"; got != want {
		t.Errorf("the last two lines are %q, want %q", got, want)
	}
	if got, want := l.String(), "one\ntwo\nthree\n"; got != want {
		t.Errorf("all of it is %q, want %q", got, want)
	}
}
