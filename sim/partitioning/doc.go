// Package partitioning is the world of keys spread over nodes: each key has one
// owner, and then a node joins or dies and the owners are found anew.
//
// # The rules
//
//  1. There are keys k1, k2, ... and nodes n1, n2, ... Together the keys are
//     asked for 10,000 times a second. Their shares follow Zipf's law: the r-th
//     key's is proportional to 1/r^s. Each is rounded down, and what is left over
//     goes to the first keys, one request each.
//  2. A key's owner follows from hashes alone. By modulo, it is the node whose
//     place in the list is the key's hash modulo the number of nodes. On the ring
//     (Karger and others, 1997) every node has so many points, each at the hash
//     of its name, and a key belongs to the node of the first point at or after
//     its own hash, round the end to the beginning. By rendezvous (Thaler and
//     Ravishankar, 1998) each pair of node and key has a hash, and the key belongs
//     to the node with the highest.
//  3. At 2 s a node joins, with the next number, or n2 dies. Each key whose owner
//     is another than before is handed on, which takes a second. What a dead node
//     held comes from a backup: partitioning itself keeps no second copy.
//  4. A node can serve so many requests a second and no more.
//  5. If the hottest key is split, k1 becomes four keys of a quarter of its
//     requests each, and whoever wants all of k1 must ask for all four.
//
// # The hash
//
// FNV-1a of 64 bits, and over it the finaliser of SplitMix64 (Steele, Lea and
// Flood, 2014), because FNV alone leaves names that differ only in their last
// letter close together, and on a ring that matters.
//
// # Exact ties
//
// Two points of the ring, or two hashes of a rendezvous, that are equal go to the
// node with the lower number.
package partitioning
