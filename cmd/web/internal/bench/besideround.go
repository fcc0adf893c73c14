package main

import (
	"context"
	"errors"
	"sync"

	"fencepost/cmd/web/internal/bench/load"
)

// writersBeside is how many answer checks while others read.
const writersBeside = 64

// besideRound measures the lesson's page alone, and again while many write.
func (b *bench) besideRound(ctx context.Context) error {
	return b.onSite(ctx, 4096, readers, func(s *site) error {
		if err := b.figureOf(ctx, "page alone", s.Process, s.readers(readers)); err != nil {
			return err
		}
		var written load.Result
		var failed error
		var end sync.WaitGroup
		end.Go(func() {
			written, failed = load.Run(ctx, load.Plan{
				Addr: s.Addr, Clients: answering.clients(s, writersBeside), Warm: b.warm, For: b.span,
			})
		})
		err := b.figureOf(ctx, "page beside writers", s.Process, s.readers(readers))
		end.Wait()
		if err = errors.Join(err, failed); err == nil {
			b.add("writes beside", written.PerSecond())
		}
		return err
	})
}
