// Package ordering is the world of clocks that disagree: three processes keep
// a replica each of one value, write to it, tell each other by message, and
// decide which of two writes is the newer.
//
// # The rules
//
//  1. Each process has a clock that shows the time of day. A's is right; B's is
//     ahead of it by the skew, or behind where that is less than zero, and so is
//     C's by its own.
//  2. Beside it each process keeps a Lamport number and a vector, as they were
//     published: the number grows by one at each write and each arrival, and at
//     an arrival it first takes the sender's where that is larger (Lamport,
//     1978); of the vector the process's own part grows by one at each of these,
//     and at an arrival every part takes the sender's where that is larger
//     (Fidge, 1988; Mattern, 1989).
//  3. At 1 s A writes a and sends it to B and C. When B receives a it thinks for
//     a while and then writes b, having seen a, and sends it to A and C. If C
//     writes as well, it writes c at a time of its own, whatever it has seen by
//     then, and sends it to A and B.
//  4. Every write carries its writer's readings. A process that holds one write
//     and meets another keeps by the rule chosen: what came last; the later time
//     of day; the higher Lamport number; or, by the vectors, what knows of the
//     other, and both where neither does. Equal times and equal numbers go to the
//     process whose name comes later. The writer's own replica decides by the
//     same rule.
//  5. No message is lost and none arrives twice. Of two messages between the
//     same processes the later sent may be the earlier to arrive.
//
// # Exact ties
//
// Within one instant messages arrive first, in the order in which they were
// sent, and then the writes are made, A's before C's before B's. So a process
// that writes in the instant of an arrival has seen what arrived.
//
// # What came before what
//
// The judge does not look at any clock: one write came before another if its
// writer had seen it, or had seen a write that came after it.
package ordering
