// Package lease is the world of leases and fencing tokens: two workers, a
// lease service and a storage. One job is to be done by one worker at a time.
//
// # The rules
//
//  1. At 0 s worker A takes the lease with token 33 and begins to work. The
//     lease is A's for its length L: from the grant up to, and without, the
//     instant at which it ends.
//  2. While it works, a worker renews every R: R, 2R, ... after its grant. A
//     renewal that the holder sends makes the lease run for L from then on. A
//     renewal of anybody else is refused, and its sender then knows that it
//     lost the lease and stops. A lease that ended and that nobody took is still
//     its holder's to renew. On a lossy network a renewal may be lost, which is a
//     choice; its sender goes on as before.
//  3. A's work takes until the freeze begins: A is about to write its result at
//     that instant, and is frozen (or crashes) just before. Frozen, it does
//     nothing; what fell due meanwhile it does on waking: the write first, then
//     the renewal. A freeze of 0 s is no freeze.
//  4. When the lease ends without renewal, B, which waits for it, takes it at
//     that instant, with token 34. Whether it has ended is judged by the lease
//     service's clock, or by B's own, which may run ahead of A's or behind.
//  5. B works for its working time and then writes its result, once.
//  6. A write carries the token of the writer's lease and reaches storage after
//     the write's duration. Without fencing storage takes every write, and the
//     later one replaces the earlier. With fencing it refuses a token lower
//     than the highest that it knows; it knows a token from the first accepted
//     write that carries it, or already from the grant.
//  7. If A checks its lease, it does so by its own clock and by what it knows of
//     its last renewal, and stops if the lease is over. The freeze falls before
//     the check, or between the check and the write.
//  8. A worker whose write was accepted is done and renews no more, and from
//     the first accepted write on nobody claims the lease: the job is done. A
//     worker whose write was refused knows that it lost the lease.
//
// # Exact ties
//
// Within one instant things happen in this order: a lease that ends then ends,
// and is taken; writes reach storage; the freeze or the crash begins; B writes; A
// wakes, checks and writes; renewals are sent. So a worker that wakes at the very
// instant at which its lease ends is too late, a renewal due as the freeze begins
// is not sent, a worker that is done does not renew, and of two writes sent at
// one instant A's arrives second. Ties go against safety: what holds under this
// rule holds under a kinder one.
package lease
