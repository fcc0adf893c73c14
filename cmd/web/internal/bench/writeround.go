package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"fencepost/cmd/web/internal/bench/load"
	"fencepost/cmd/web/internal/process"
)

// crowds are how many clients write at once.
var crowds = []int{1, 16, 64, 256}

// fair is the crowd at which PocketBase is measured too.
const fair = 64

// writeRound measures each kind of write with each crowd, and PocketBase's
// creating of a record in between.
func (b *bench) writeRound(ctx context.Context) error {
	return b.onPocketBase(ctx, func(pocket *process.Process) error {
		return b.onSite(ctx, 4096, 0, func(s *site) error {
			for _, w := range []writing{answering, drafting, explaining} {
				for _, n := range crowds {
					if err := b.writes(ctx, s, w, n); err != nil {
						return err
					}
				}
				if err := b.figureOf(ctx, "pocketbase beside "+w.short, pocket, records(pocket, fair)); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// writes measures one kind of write, and how many commits and statements it took.
func (b *bench) writes(ctx context.Context, s *site, w writing, n int) error {
	name := fmt.Sprintf("%s %d", w.short, n)
	before, err := s.counters()
	if err != nil {
		return err
	}
	if err := b.figureOf(ctx, name, s.Process, w.clients(s, n)); err != nil {
		return err
	}
	after, err := s.counters()
	if err != nil {
		return err
	}
	requests := after.requests - before.requests
	b.add(name+" commits", (after.commits-before.commits)/requests)
	b.add(name+" reads", tenth((after.reads-before.reads)/requests))
	return nil
}

// onPocketBase calls do with PocketBase serving a new folder, and ends it.
func (b *bench) onPocketBase(ctx context.Context, do func(*process.Process) error) error {
	dir, err := os.MkdirTemp(b.scratch, "pocketbase")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	addr, err := process.FreeAddr()
	if err != nil {
		return err
	}
	p, err := launch(ctx, addr, "/api/health", nil, b.pocket, "serve", "--http="+addr, "--dir="+dir)
	if err != nil {
		return err
	}
	return errors.Join(do(p), end(p))
}

// records create what a check answered is in the product: a row with the learner,
// the form's key, the lesson, the item, the answer and whether it is right.
func records(p *process.Process, n int) []load.Source {
	list := make([]load.Source, n)
	for i := range list {
		list[i] = func() load.Request {
			k := serial.Add(1)
			body := fmt.Sprintf(`{"learner":"learner-%05d","form_key":"bench-%d","lesson":%q,"item":"self-fencing",`+
				`"answer":{"options":["pause-after-check"]},"right":true,"content":"v1","at_ms":%d}`, i, k, slug, k)
			return load.Request{Want: http.StatusOK, Raw: load.Raw(http.MethodPost, "/api/collections/answers/records", p.Addr,
				http.Header{"Content-Type": {jsonType}, "Accept": {"*/*"}}, body)}
		}
	}
	return list
}
