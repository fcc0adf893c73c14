package mail

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"fencepost/cmd/web/internal/mail/mailtest"
)

// journal is a log that many may write.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// running is an outbox at work that does not pause between tries.
func running(t *testing.T, s Sender, log *journal) *Outbox {
	t.Helper()
	o := NewOutbox(s, slog.New(slog.NewTextHandler(log, nil)))
	o.wait = func(context.Context, time.Duration) {}
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { o.Run(ctx) })
	t.Cleanup(func() { stop(); ended.Wait() })
	return o
}

func written(l Letter) Job {
	return func(context.Context) (Letter, bool, error) { return l, true, nil }
}

func TestALetterIsTriedAgainWhereTheServerSaysLater(t *testing.T) {
	var asked atomic.Int64
	at := mailtest.Start(t, mailtest.How{Refuse: func(string) error {
		if asked.Add(1) < 3 {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "ada@mail.example is greylisted"}
		}
		return nil
	}})
	log := new(journal)
	o := running(t, serverAt(t, at, "smtp://HOST", ""), log)
	o.Put(written(hello))
	if got := <-at.Letters; got.To != hello.To || asked.Load() != 3 {
		t.Errorf("to %s after %d tries, want the third", got.To, asked.Load())
	}
}

func TestALetterRefusedForGoodIsNotTriedAgain(t *testing.T) {
	var asked atomic.Int64
	at := mailtest.Start(t, mailtest.How{Refuse: func(to string) error {
		if to == "ada@mail.example" {
			asked.Add(1)
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no ada@mail.example here"}
		}
		return nil
	}})
	log := new(journal)
	o := NewOutbox(serverAt(t, at, "smtp://HOST", ""), slog.New(slog.NewTextHandler(log, nil)))
	o.do(t.Context(), written(hello))
	if asked.Load() != 1 || len(at.Letters) != 0 {
		t.Errorf("tried %d times, %d letters", asked.Load(), len(at.Letters))
	}
	if said := log.String(); !strings.Contains(said, "mail not sent") || strings.Contains(said, "ada@") {
		t.Errorf("the log names whom it was for, or nothing:\n%s", said)
	}
	second := hello
	second.To = "bea@mail.example"
	o.do(t.Context(), written(second))
	if got := <-at.Letters; got.To != second.To {
		t.Errorf("the next letter went to %s", got.To)
	}
}

func TestTriesAreFewAndFurtherApart(t *testing.T) {
	log := new(journal)
	o := NewOutbox(unreachable{}, slog.New(slog.NewTextHandler(log, nil)))
	var pauses []time.Duration
	o.wait = func(_ context.Context, d time.Duration) { pauses = append(pauses, d) }
	o.do(t.Context(), written(hello))
	want := []time.Duration{2 * time.Second, 20 * time.Second, 200 * time.Second}
	if len(pauses) != len(want) || pauses[0] != want[0] || pauses[1] != want[1] || pauses[2] != want[2] {
		t.Errorf("paused %v, want %v", pauses, want)
	}
}

// unreachable is a server that nothing reaches.
type unreachable struct{}

func (unreachable) Send(context.Context, Letter) error { return context.DeadlineExceeded }

func TestWhatIsNotWrittenIsNotSent(t *testing.T) {
	at := mailtest.Start(t, mailtest.How{})
	log := new(journal)
	o := NewOutbox(serverAt(t, at, "smtp://HOST", ""), slog.New(slog.NewTextHandler(log, nil)))
	o.do(t.Context(), func(context.Context) (Letter, bool, error) { return hello, false, nil })
	o.do(t.Context(), func(context.Context) (Letter, bool, error) { return hello, true, errors.New("no such table") })
	if len(at.Letters) != 0 || !strings.Contains(log.String(), "no such table") {
		t.Errorf("%d letters; log:\n%s", len(at.Letters), log)
	}
}

func TestAFullOutboxMakesNobodyWait(t *testing.T) {
	log := new(journal)
	o := NewOutbox(unreachable{}, slog.New(slog.NewTextHandler(log, nil)))
	for range outboxHolds + 1 {
		o.Put(written(hello))
	}
	if n := strings.Count(log.String(), "too much waits"); n != 1 || len(o.jobs) != outboxHolds {
		t.Errorf("%d wait, %d were dropped with a word", len(o.jobs), n)
	}
}
