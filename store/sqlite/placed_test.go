//go:build linux

package sqlite

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/store"
)

// fillPlaces makes a database in a new folder, backs it up, puts the backup in its
// place, makes another of an archive, and says so after each.
func fillPlaces(dir string) error {
	ctx := context.Background()
	path, backup := filepath.Join(dir, "new", "folder", "fencepost.db"), filepath.Join(dir, "backup.db")
	db, err := Open(ctx, path)
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	for _, step := range []struct {
		done string
		do   func() error
	}{
		{"made", func() error { return db.AddLearner(ctx, store.Learner{ID: "ann", TokenHash: []byte("hash")}) }},
		{"backed up", func() error { _, err := db.Backup(ctx, backup); return err }},
		{"closed", func() error { return db.Close() }},
		{"restored", func() error { _, err := Restore(ctx, backup, path, true); return err }},
		{"exported", func() error { _, err := ExportOf(ctx, path, "", &archive); return err }},
		{"imported", func() error { _, _, err := Import(ctx, &archive, filepath.Join(dir, "other.db"), false); return err }},
	} {
		if err := step.do(); err != nil {
			return err
		}
		if _, err := os.Stdout.WriteString(step.done + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// A power cut finds what was said to be made, backed up, restored or imported: at
// the moment at which a file gets its name all that was written to it is synced,
// and before anything is said so is the folder with the name.
func TestProveWhatTakesItsPlaceIsOnTheDisk(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	check(t, err)
	rec := recordPlaces(t, dir)
	renamed, known := 0, make(map[string]bool)
	for _, e := range rec.entries {
		if !strings.HasPrefix(e.name, dir) || passing(e.name) || e.of == "" && known[e.name] {
			continue
		}
		known[e.name] = true
		if e.of != "" {
			renamed++
		}
		for _, o := range rec.ops {
			if o.file == e.of && o.start < e.start && !rec.synced(o, e.start) {
				t.Errorf("%s became %s before what was written to it was synced", rel(dir, e.of), rel(dir, e.name))
				break
			}
		}
		if said := rec.firstAfter(e); !slices.ContainsFunc(rec.fileSyncs[filepath.Dir(e.name)], func(s span) bool { return s.start > e.end && s.end < said.start }) {
			t.Errorf("“%s” was said before the folder of %s was synced", said.key, rel(dir, e.name))
		}
	}
	// A backup, the database of before, the one in its place, and the one of an archive.
	if renamed != 4 || len(rec.acks) != 6 {
		t.Errorf("%d files got another name and %d things were said; want 4 and 6", renamed, len(rec.acks))
	}
	t.Logf("power cut     %d files and folders got a name that was synced before anybody was told of it", len(known))
}

// recordPlaces runs fillPlaces under strace.
func recordPlaces(t *testing.T, dir string) *recording {
	t.Helper()
	log := filepath.Join(t.TempDir(), "strace.log")
	cmd := exec.CommandContext(t.Context(), "strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", "signal=none",
		"-e", "trace=pwrite64,write,fsync,fdatasync,ftruncate,openat,mkdirat,renameat,renameat2,linkat", "-o", log, os.Args[0])
	cmd.Env = append(os.Environ(), childPlacesEnv+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(log)
	check(t, err)
	defer f.Close()
	rec, err := readStrace(f, "")
	check(t, err)
	return rec
}

// passing is a file that a cut may take away: one that is not whole yet, the probe
// of a start, and what SQLite keeps beside a database and makes anew.
func passing(name string) bool {
	return isUnfinished(name) || strings.Contains(name, ".fencepost-probe-") || strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, "-journal")
}

// firstAfter is what the child said next.
func (rec *recording) firstAfter(e entry) ack {
	for _, a := range rec.acks {
		if a.start > e.end {
			return a
		}
	}
	return ack{span{never, never}, "the end"}
}

func rel(dir, name string) string { return strings.TrimPrefix(name, dir+"/") }
