package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"fencepost/cmd/web/internal/process"
)

// idle is how long the program is left alone before its memory is read: it gives
// back what it does not need when nobody asked for ten seconds.
const idle = 25 * time.Second

// startRound starts the program on a folder that was served from before, waits for
// its first page, and reads its memory once it has been left alone.
func (b *bench) startRound(ctx context.Context) error {
	dir, err := os.MkdirTemp(b.scratch, "start")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := makeClass(ctx, dir, 1, 1); err != nil {
		return err
	}
	_, before, err := b.firstPage(ctx, dir)
	if err != nil {
		return err
	}
	time.Sleep(settle) // what is made behind the first page is stored
	if err := end(before); err != nil {
		return err
	}
	took, p, err := b.firstPage(ctx, dir)
	if err != nil {
		return err
	}
	time.Sleep(idle)
	bytes, err := residentBytes(p.Pid())
	if err = errors.Join(err, end(p)); err != nil {
		return err
	}
	b.add("start", millis(took))
	b.add("idle", bytes/1e6)
	info, err := os.Stat(b.web)
	if err != nil {
		return err
	}
	b.add("binary", float64(info.Size())/1e6)
	return nil
}

// firstPage starts the program and asks for the lesson until it comes.
func (b *bench) firstPage(ctx context.Context, dir string) (time.Duration, *process.Process, error) {
	addr, err := process.FreeAddr()
	if err != nil {
		return 0, nil, err
	}
	begun := time.Now()
	p, err := launch(ctx, addr, lessonPath, []string{"LISTEN_ADDR=" + addr, "BASE_URL=http://" + addr, "DATA_DIR=" + dir}, b.web)
	return time.Since(begun), p, err
}

// residentBytes is VmRSS of /proc/PID/status (proc(5)), which is in KiB.
func residentBytes(pid int) (float64, error) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib * 1024, err
		}
	}
	return 0, errors.New("/proc has no VmRSS")
}
