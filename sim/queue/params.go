package queue

import "fencepost/sim"

const half = 500 // ms: the step of the durations

func params() sim.Schema {
	return sim.Schema{
		pPause: {
			Name: "pause", Label: "A pauses for", Type: sim.Duration, Max: 30_000, Step: half, Default: 8000, Main: true,
			Help: "How long A stands still before it posts the first payment that it received.",
		},
		pVisibility: {
			Name: "visibility", Label: "Visibility timeout", Type: sim.Duration, Min: 1000, Max: 30_000, Step: half, Default: 10_000,
			Help: "For how long a received message is hidden from others.",
		},
		pWork: {
			Name: "work", Label: "Work takes", Type: sim.Duration, Min: 500, Max: 20_000, Step: half, Default: 4000,
			Help: "From receiving a payment to posting it.",
		},
		pAck: {
			Name: "ack", Label: "Acknowledged", Type: sim.Option, Main: true,
			Help:    "After the work, or before it, as soon as the message is received.",
			Options: []sim.OptionValue{{Name: "after", Label: "after the work"}, {Name: "before", Label: "before the work"}},
		},
		pDedupe: {
			Name: "dedupe", Label: "The ledger knows a payment by its number", Type: sim.Bool, Main: true,
			Help: "Posting the same payment again then changes nothing.",
		},
		pExtend: {
			Name: "extend", Label: "Consumers extend the timeout", Type: sim.Bool,
			Help: "While it works, a consumer asks for more time.",
		},
		pConsumers: {
			Name: "consumers", Label: "Consumers", Type: sim.Integer, Min: 1, Max: 2, Step: 1, Default: 2, Unit: "consumers",
			Help: "How many consumers share the queue.",
		},
		pPayments: {
			Name: "payments", Label: "Payments", Type: sim.Integer, Min: 1, Max: 3, Step: 1, Default: 1, Unit: "payments",
			Help: "How many messages the producer sends.",
		},
		pReceives: {
			Name: "receives", Label: "Dead letter after", Type: sim.Integer, Min: 1, Max: 5, Step: 1, Default: 3, Unit: "receives",
			Help: "How often a message is received at most before it is set aside.",
		},
		pCrash: {
			Name: "crash", Label: "Consumers can crash", Type: sim.Bool,
			Help: "Whether a consumer crashes, before or after it posts, is then a choice.",
		},
		pLossy: {
			Name: "lossy", Label: "Acknowledgements can be lost", Type: sim.Bool,
			Help: "What becomes of each acknowledgement is then a choice.",
		},
		pKeyed: {
			Name: "keyed", Label: "One payment of an account at a time", Type: sim.Bool,
			Help: "A payment waits until the earlier ones of its account are done. Payments 1 and 3 are of account X, payment 2 is of account Y.",
		},
		pPoison: {
			Name: "poison", Label: "Payment 1 cannot be posted", Type: sim.Bool,
			Help: "Whoever works on it fails, every time.",
		},
	}
}
