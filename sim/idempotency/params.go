package idempotency

import "fencepost/sim"

func params() sim.Schema {
	return sim.Schema{
		pKey: {
			Name: "key", Label: "The key is kept", Type: sim.Option, Main: true,
			Help: "Where the server keeps the key by which it knows a request again, and when.",
			Options: []sim.OptionValue{
				noKey:     {Name: "none", Label: "nowhere"},
				setting:   {Name: "set", Label: "nowhere, but the effect only sets a value"},
				inMemory:  {Name: "memory", Label: "in the server’s memory, after the effect"},
				keyAfter:  {Name: "after", Label: "in the database, after the effect"},
				keyBefore: {Name: "before", Label: "in the database, before the effect"},
				keyWith:   {Name: "with", Label: "in the same transaction as the effect"},
			},
		},
		pLossy: {Name: "lossy", Label: "Messages can be lost", Type: sim.Bool, Main: true, Help: "Each request and each answer."},
		pCrash: {Name: "crash", Label: "The server can crash", Type: sim.Bool, Main: true, Help: "Before each write and each answer."},
		pDouble: {
			Name: "double", Label: "Sent twice at once", Type: sim.Bool, Main: true,
			Help: "A double click: the first try is two equal requests, and the server works on both.",
		},
		pFresh: {Name: "fresh", Label: "A new key for each try", Type: sim.Bool, Help: "Otherwise every try carries the key of the first."},
		pTries: {
			Name: "tries", Label: "Tries", Type: sim.Integer, Min: 1, Max: 4, Step: 1, Default: 3, Unit: "tries",
			Help: "How often the client asks at most.",
		},
		pTimeout: {
			Name: "timeout", Label: "The client waits", Type: sim.Duration, Min: 1000, Max: 10_000, Step: 500, Default: 6000,
			Help: "How long it waits for an answer before it asks again.",
		},
	}
}
