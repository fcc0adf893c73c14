package ordering

import "fencepost/sim"

// vector is a vector clock: how many events of each process its owner can have
// known of, its own included.
type vector [processes]uint8

// join takes of each part the larger.
func (v *vector) join(o vector) {
	for i := range v {
		v[i] = max(v[i], o[i])
	}
}

// before reports whether v is of an event that came before that of o: no part
// is larger, and they are not equal.
func (v vector) before(o vector) bool {
	for i := range v {
		if v[i] > o[i] {
			return false
		}
	}
	return v != o
}

// pack writes a vector into the number of a trace entry.
func (v vector) pack() int64 { return int64(v[0]) | int64(v[1])<<8 | int64(v[2])<<16 }

func unpack(n int64) vector { return vector{uint8(n), uint8(n >> 8), uint8(n >> 16)} }

// stamp is what a write carries: its writer's readings in the instant after it.
type stamp struct {
	wall    sim.Millis // since noon, by the writer's own clock
	lamport int64
	vector  vector
}

// set is some of the three writes.
type set uint8

func only(w int) set            { return 1 << w }
func (s set) has(w int) bool    { return s&only(w) != 0 }
func (s set) and(w int) set     { return s | only(w) }
func (s set) without(w int) set { return s &^ only(w) }

// first is the least of the writes in s; s is not empty.
func (s set) first() int {
	for w := range processes {
		if s.has(w) {
			return w
		}
	}
	return 0
}

// packed is what a trace entry says in one number: the write, what the replica
// held before and after, the rule, and whether only names told them apart.
type packed struct {
	write       int
	before, now set
	rule        int
	tie         bool
}

func (p packed) number() int64 {
	n := int64(p.write) | int64(p.before)<<8 | int64(p.now)<<16 | int64(p.rule)<<24
	if p.tie {
		n |= 1 << 32
	}
	return n
}

func unpacked(n int64) packed {
	return packed{int(n & 255), set(n >> 8), set(n >> 16), int(n >> 24 & 255), n>>32 != 0}
}
