//go:build linux

package process

import (
	"strings"
	"testing"
	"time"
)

// A shell that counts uses the processor, and so does one that its parent only
// waits for; both are found under the parent's number.
func TestProcessorTimeHasThatOfChildren(t *testing.T) {
	const count = `i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo counted; sleep .3`
	for name, script := range map[string]string{"its own": count, "a child's": `sh -c '` + count + `'; true`} {
		t.Run(name, func(t *testing.T) {
			p := &Process{}
			if err := p.Launch(nil, "sh", "-c", script); err != nil {
				t.Fatal(err)
			}
			defer p.Kill()
			for !strings.Contains(p.Log.String(), "counted") {
				time.Sleep(time.Millisecond)
			}
			if used := CPU(p.Pid()); used < tick {
				t.Errorf("counting to 200,000 used %v, want %v or more", used, tick)
			}
		})
	}
}

func TestWhoIsGoneUsesNothing(t *testing.T) {
	if used := CPU(1 << 30); used != 0 {
		t.Errorf("a process that never was used %v", used)
	}
}
