package partitioning

import "fencepost/sim"

// The parameters, by their place in the schema.
const (
	pMethod = iota
	pPoints
	pSplit
	pChange
	pNodes
	pZipf
	pCapacity
	pKeys
)

// Options of pMethod.
const (
	modulo = iota
	ring
	rendezvous
)

// Options of pChange.
const (
	joins = iota
	dies
)

func params() sim.Schema {
	return sim.Schema{
		pMethod: {
			Name: "method", Label: "A key’s owner is found by", Type: sim.Option, Main: true,
			Help: "How the node that owns a key follows from the key’s hash.",
			Options: []sim.OptionValue{
				{Name: "modulo", Label: "hash modulo the number of nodes"},
				{Name: "ring", Label: "consistent hashing on a ring"},
				{Name: "rendezvous", Label: "rendezvous: the highest hash"},
			},
		},
		pPoints: {
			Name: "points", Label: "Points of each node on the ring", Type: sim.Integer, Min: 1, Max: maxPoints, Default: 8, Main: true,
			Help: "Also called virtual nodes. They matter only on the ring.",
		},
		pSplit: {
			Name: "split", Label: "The hottest key is split", Type: sim.Bool, Main: true,
			Help: "k1 becomes four keys, each with a quarter of its requests.",
		},
		pChange: {
			Name: "change", Label: "What happens at 2\u00a0s", Type: sim.Option,
			Help:    "A node is added, or the second one fails.",
			Options: []sim.OptionValue{{Name: "join", Label: "a node joins"}, {Name: "die", Label: "n2 dies"}},
		},
		pNodes: {
			Name: "nodes", Label: "Nodes at first", Type: sim.Integer, Min: 2, Max: maxNodes - 1, Default: 4,
			Help: "How many nodes share the keys before the change.",
		},
		pZipf: {
			Name: "zipf", Label: "How uneven the requests are", Type: sim.Option, Default: 1,
			Help: "The exponent of Zipf’s law: 0 is even, and at 2 the hottest key has more than half.",
			Options: []sim.OptionValue{
				{Name: "0", Label: "even"},
				{Name: "0.5", Label: "a little: Zipf, exponent 0.5"},
				{Name: "1", Label: "Zipf, exponent 1"},
				{Name: "1.5", Label: "steep: Zipf, exponent 1.5"},
				{Name: "2", Label: "very steep: Zipf, exponent 2"},
			},
		},
		pCapacity: {
			Name: "capacity", Label: "A node can serve", Type: sim.Integer, Min: 1000, Max: total, Step: 500, Default: 4000, Unit: "requests/s",
			Help: "All keys together are asked for 10,000 times a second.",
		},
		pKeys: {
			Name: "keys", Label: "Keys", Type: sim.Integer, Min: 12, Max: maxKeys, Step: 12, Default: 120,
			Help: "How many there are; k1 is the most asked for.",
		},
	}
}
