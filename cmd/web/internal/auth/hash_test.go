package auth

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/alexedwards/argon2id"
)

// quick is a cost that tests can afford.
var quick = argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

func hasher(t testing.TB, p argon2id.Params, n int) *Hasher {
	t.Helper()
	h, err := NewHasher(p, n)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHashAndVerify(t *testing.T) {
	h := hasher(t, quick, 1)
	phc, err := h.Hash(t.Context(), "correct horse battery")
	if err != nil || !strings.HasPrefix(phc, "$argon2id$v=19$m=64,t=1,p=1$") {
		t.Fatalf("hash %q, %v", phc, err)
	}
	for password, want := range map[string]bool{
		"correct horse battery": true, "correct horse batterY": false, "correct horse battery ": false, "": false,
	} {
		right, stale, err := h.Verify(t.Context(), password, phc)
		if right != want || stale || err != nil {
			t.Errorf("%q: right %t, stale %t, %v; want right %t", password, right, stale, err, want)
		}
	}
}

func TestTheSameLettersAreTheSamePassword(t *testing.T) {
	h := hasher(t, quick, 1)
	phc, err := h.Hash(t.Context(), "cafe\u0301 ﬁne Ｗide pass")
	if err != nil {
		t.Fatal(err)
	}
	if right, _, err := h.Verify(t.Context(), "café fine Wide pass", phc); !right || err != nil {
		t.Errorf("the composed, plain form: right %t, %v", right, err)
	}
}

func TestAHashOfOtherParametersIsStale(t *testing.T) {
	old := quick
	old.Memory = 32
	phc, err := hasher(t, old, 1).Hash(t.Context(), "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	right, stale, err := hasher(t, quick, 1).Verify(t.Context(), "correct horse battery", phc)
	if !right || !stale || err != nil {
		t.Errorf("right %t, stale %t, %v", right, stale, err)
	}
}

func TestNobodysPasswordIsNeverRight(t *testing.T) {
	h := hasher(t, quick, 1)
	for _, password := range []string{"", "correct horse battery", h.decoy} {
		if right, _, err := h.Verify(t.Context(), password, ""); right || err != nil {
			t.Errorf("%q: right %t, %v", password, right, err)
		}
	}
}

func TestAStoredHashCannotNameAnyCost(t *testing.T) {
	h := hasher(t, quick, 1)
	const rest = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for _, cost := range []string{"m=4194304,t=1,p=1", "m=64,t=1000000,p=1", "m=64,t=1,p=200", "m=64,t=0,p=1", "m=64,t=1,p=0"} {
		if _, _, err := h.Verify(t.Context(), "x", "$argon2id$v=19$"+cost+rest); !errors.Is(err, argon2id.ErrInvalidHash) {
			t.Errorf("%s: %v", cost, err)
		}
	}
	for _, phc := range []string{"plain", "$argon2i$v=19$m=64,t=1,p=1" + rest, "$argon2id$v=19$m=64,t=1,p=1$short$x"} {
		if _, _, err := h.Verify(t.Context(), "x", phc); err == nil {
			t.Errorf("%s was read", phc)
		}
	}
}

func TestAtMostNHashAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hasher(t, quick, 3)
		var now, most atomic.Int32
		release := make(chan struct{})
		for range 3 * (1 + waitersPerSlot) {
			go func() {
				err := h.run(t.Context(), func() error {
					most.Store(max(most.Load(), now.Add(1)))
					<-release
					now.Add(-1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		if now.Load() != 3 {
			t.Errorf("%d at once, want 3", now.Load())
		}
		if _, err := h.Hash(t.Context(), "one more"); !errors.Is(err, ErrBusy) {
			t.Errorf("one more than may wait: %v, want ErrBusy", err)
		}
		close(release)
		synctest.Wait()
		if most.Load() > 3 {
			t.Errorf("%d at once, want 3 at most", most.Load())
		}
		if _, err := h.Hash(t.Context(), "afterwards"); err != nil {
			t.Error(err)
		}
	})
}

func TestWhoeverWaitsMayGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hasher(t, quick, 1)
		release := make(chan struct{})
		go func() { _ = h.run(t.Context(), func() error { <-release; return nil }) }()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp := make(chan error)
		go func() { _, err := h.Hash(ctx, "x"); gaveUp <- err }()
		synctest.Wait()
		cancel()
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want context.Canceled", err)
		}
		close(release)
		synctest.Wait()
		if len(h.waiting) != 0 || len(h.slots) != 0 {
			t.Errorf("%d waiting and %d hashing, want none", len(h.waiting), len(h.slots))
		}
	})
}

func TestNewHasherRefusesWhatIsNoCost(t *testing.T) {
	if _, err := NewHasher(argon2id.Params{}, 1); !errors.Is(err, argon2id.ErrInvalidHash) {
		t.Errorf("no parameters: %v", err)
	}
}

// The decoy must cost what a stored hash does.
func TestTheDecoyHasTheSameParameters(t *testing.T) {
	p, _, _, err := argon2id.DecodeHash(hasher(t, Params, 1).decoy)
	if err != nil || *p != Params {
		t.Errorf("decoy %+v, %v; want %+v", p, err, Params)
	}
}

func TestHalfOfTheCoresHash(t *testing.T) {
	if got, want := cap(hasher(t, quick, 0).slots), (runtime.GOMAXPROCS(0)+1)/2; got != want {
		t.Errorf("%d slots, want %d", got, want)
	}
}

func BenchmarkHash(b *testing.B) {
	for _, n := range []int{1, 2} {
		b.Run(fmt.Sprintf("%d-at-once", n), func(b *testing.B) {
			h := hasher(b, Params, n)
			b.ReportAllocs()
			var wg sync.WaitGroup
			for b.Loop() {
				for range 2 {
					wg.Go(func() {
						if _, err := h.Hash(b.Context(), "four ordinary words here"); err != nil {
							b.Error(err)
						}
					})
				}
				wg.Wait()
			}
			b.ReportMetric(float64(2*b.N)/b.Elapsed().Seconds(), "hashes/s")
		})
	}
}
