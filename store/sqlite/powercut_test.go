//go:build linux

package sqlite

import (
	"bufio"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fencepost/store"
)

// The power-cut proof. A child answers checks under strace, which writes down in
// one order each write, sync and truncation of the database's files and each
// acknowledgement. From that log any moment can be rebuilt as a disk may have
// it after the power failed then: all that was synced, and of the rest a random
// part, torn at 512-byte sectors. Every answer acknowledged before that moment
// must be in the rebuilt database.
//
// The environment says how much is done (PROVE_CUTS, PROVE_CUT_ANSWERS); make
// prove cuts at 150 places.
var (
	cuts              = setting("PROVE_CUTS", 12)
	answersBeforeCuts = setting("PROVE_CUT_ANSWERS", 400)
)

const sector = 512

func TestProvePowerCutLosesNothing(t *testing.T) {
	lost, damaged := replayCuts(t, defaults.synchronous) // what the program runs with
	if lost > 0 || damaged > 0 {
		t.Errorf("synchronous=%s: of %d cuts %d lost acknowledged answers and %d left a damaged file; want none", defaults.synchronous, cuts, lost, damaged)
	}
}

// The control: without a sync at each commit answers must get lost, or the
// replay could not see a loss.
func TestProvePowerCutSeesTheLossesOfNormal(t *testing.T) {
	lost, damaged := replayCuts(t, normal)
	if lost < cuts/4 || damaged > 0 {
		t.Errorf("synchronous=NORMAL: of %d cuts %d lost acknowledged answers and %d left a damaged file; want a quarter at least, and none", cuts, lost, damaged)
	}
}

// replayCuts records one run and replays cuts at random moments of it. It
// counts the cuts that lost an acknowledged answer, and those that left a file
// which SQLite finds damaged.
func replayCuts(t *testing.T, sync synchronous) (lost, damaged int) {
	path := filepath.Join(t.TempDir(), "fencepost.db")
	db := openFile(t, path)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	check(t, db.Close())
	before, err := os.ReadFile(path)
	check(t, err)
	rec := record(t, path, sync)
	missing, acknowledged := 0, 0
	for range cuts {
		at := rec.firstAck() + rand.IntN(rec.end-rec.firstAck())
		copied := filepath.Join(t.TempDir(), "fencepost.db")
		rec.rebuild(t, at, before, copied)
		gone, acked := rec.missing(t, at, copied)
		missing, acknowledged = missing+gone, acknowledged+acked
		if gone > 0 {
			lost++
		}
		if err := sound(t, copied); err != nil {
			damaged++
		}
	}
	t.Logf("power cut     synchronous=%s: %d cuts, %d of them lost acknowledged answers (%d of %d), %d left a damaged file; %d answers, %d syncs recorded",
		sync, cuts, lost, missing, acknowledged, damaged, len(rec.acks), rec.syncs())
	return lost, damaged
}

// record runs the child under strace until it has acknowledged enough.
func record(t *testing.T, path string, sync synchronous) *recording {
	t.Helper()
	log := filepath.Join(t.TempDir(), "strace.log")
	cmd := exec.CommandContext(t.Context(), "strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", "signal=none",
		"-e", "trace=pwrite64,write,fsync,fdatasync,ftruncate", "-o", log, os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+path, childSyncEnv+"="+string(sync))
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	lines := bufio.NewReader(out)
	for range answersBeforeCuts {
		_, err := lines.ReadString('\n')
		check(t, err)
	}
	check(t, out.Close()) // the child's next word ends it
	_ = cmd.Wait()
	f, err := os.Open(log)
	check(t, err)
	defer f.Close()
	rec, err := readStrace(f, path)
	check(t, err)
	return rec
}

// missing opens what was rebuilt as a restart would, and counts the answers
// acknowledged before the cut and those of them that are not there once.
func (rec *recording) missing(t *testing.T, at int, path string) (gone, acked int) {
	t.Helper()
	o := defaults
	o.synchronous = "OFF" // nothing is written that anyone will miss
	db, err := open(t.Context(), path, o)
	check(t, err)
	d, err := db.LearnerDossier(t.Context(), "ann")
	check(t, err)
	check(t, db.Close())
	counts := make(map[string]int)
	for _, a := range d.Attempts {
		counts[a.Key]++
	}
	for _, ack := range rec.acks {
		if ack.start < at {
			acked++
			if counts[ack.key] != 1 {
				gone++
			}
		}
	}
	return gone, acked
}

// rebuild writes the files as a disk may hold them where the power failed at a
// moment. The index (-shm) is memory and gone.
func (rec *recording) rebuild(t *testing.T, at int, before []byte, path string) {
	t.Helper()
	chance := []float64{0, 0.5, 0.9, 1}[rand.IntN(4)]
	database := rec.contents(rec.path, at, before, chance)
	check(t, os.WriteFile(path, database, 0o600))
	log := rec.contents(rec.path+"-wal", at, nil, chance)
	if rec.entrySynced(at) || rand.Float64() < chance {
		check(t, os.WriteFile(path+"-wal", log, 0o600))
	}
}

// contents applies to a file what had begun by the moment of the cut: all that
// a finished sync covers, and each sector of the rest with the given chance.
func (rec *recording) contents(name string, at int, data []byte, chance float64) []byte {
	data = append([]byte(nil), data...)
	for _, o := range rec.ops {
		if o.file != name || o.start >= at {
			continue
		}
		p := chance
		if rec.synced(o, at) {
			p = 1
		}
		data = o.apply(data, p)
	}
	return data
}

// apply does the operation to data, each of its sectors with chance p.
func (o op) apply(data []byte, p float64) []byte {
	if o.truncate {
		if rand.Float64() < p {
			return resize(data, int(o.offset))
		}
		return data
	}
	for from := 0; from < len(o.data); {
		to := min(len(o.data), from+sector-int(o.offset+int64(from))%sector)
		if rand.Float64() < p {
			end := int(o.offset) + to
			if end > len(data) {
				data = resize(data, end)
			}
			copy(data[int(o.offset)+from:], o.data[from:to])
		}
		from = to
	}
	return data
}

func resize(data []byte, n int) []byte {
	if n <= len(data) {
		return data[:n]
	}
	return append(data, make([]byte, n-len(data))...)
}

// synced says whether a sync that began after o was done had ended by then.
func (rec *recording) synced(o op, at int) bool {
	for _, s := range rec.fileSyncs[o.file] {
		if s.start > o.end && s.end < at {
			return true
		}
	}
	return false
}

// entrySynced says whether the log's name in its directory was durable.
func (rec *recording) entrySynced(at int) bool {
	for _, s := range rec.fileSyncs[filepath.Dir(rec.path)] {
		if s.end < at {
			return true
		}
	}
	return false
}

func (rec *recording) firstAck() int { return rec.acks[0].start }

func (rec *recording) syncs() (n int) {
	for _, list := range rec.fileSyncs {
		n += len(list)
	}
	return n
}
