package sqlite

import (
	"math/bits"
	"sync/atomic"
)

// batchSizes is how many powers of two there are up to the largest batch.
const batchSizes = 10

// counts are added to by the writer and read by anyone.
type counts struct {
	commits, failed, writes, refused atomic.Int64
	batches                          [batchSizes]atomic.Int64
}

func (c *counts) add(batch []*request, err error) {
	if err != nil {
		c.failed.Add(1)
		return
	}
	kept := int64(0)
	for _, r := range batch {
		if r.err == nil {
			kept++
		}
	}
	if kept > 0 {
		c.commits.Add(1)
		c.batches[min(bits.Len64(uint64(kept-1)), batchSizes-1)].Add(1)
	}
	c.writes.Add(kept)
	c.refused.Add(int64(len(batch)) - kept)
}

// Stats are what the writer did since Open.
type Stats struct {
	Commits int64 // transactions committed that hold a write
	Failed  int64 // transactions that could not be committed, all of their writes with them
	Writes  int64 // writes that those commits hold
	Refused int64 // requests that failed alone, such as a stale draft
	Waiting int   // requests that wait now
	Reads   int64 // statements that read outside a transaction
	// Batches are those commits by how many writes they hold: Batches[i] more
	// than 2^(i-1) and at most 2^i. No batch is larger than the last of them.
	Batches [batchSizes]int64
}

func (w *writer) stats() Stats {
	c := &w.counts
	s := Stats{
		Commits: c.commits.Load(), Failed: c.failed.Load(), Writes: c.writes.Load(),
		Refused: c.refused.Load(), Waiting: len(w.queue),
	}
	for i := range c.batches {
		s.Batches[i] = c.batches[i].Load()
	}
	return s
}
