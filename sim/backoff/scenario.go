// Package backoff is the world of retries: a service is down for a while, and
// some jobs that need it try again and again.
//
// # The rules
//
//  1. The service is down from 0 s until the outage is over. A call during that
//     time fails at once.
//  2. Afterwards it handles one call at a time, in 0.4 s each. A call that comes
//     meanwhile is refused.
//  3. Every job calls at 0 s for the first time. After a call in vain it waits, and
//     calls again. It waits for the first delay; if delays double, for twice as
//     long after each further call, 16 s at most.
//  4. With jitter it is a choice whether a job waits for all of its delay or for
//     half of it.
//  5. A job that has made all its tries in vain is set aside.
//
// # Exact ties
//
// Within one instant: the service is up again, or done with a call; then jobs
// call, job 1 first.
package backoff

import (
	"fmt"

	"fencepost/sim"
)

// The parameters, by their place in the schema.
const (
	pOutage = iota
	pDoubling
	pJitter
	pTries
	pJobs
	pDelay
)

// The actors, by their place in the scenario; jobs come first.
const (
	actorOne sim.ActorID = iota
	actorTwo
	actorThree
	actorService
)

// Kinds of trace entries.
const (
	kUp uint8 = iota
	kFail
	kRefuse
	kServe
	kAside
)

// States of the bars.
const (
	sWaits uint8 = iota
	sDown
	sUp
)

// The invariants, by their place in the scenario.
const (
	allDone = iota
	noCrowd
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vAside
	vCrowded
)

const (
	takes    = 400 * sim.Millis(1) // one call
	maxDelay = 16 * sim.Second
)

// Scenario is the world of retries.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "backoff",
		Title:   "Trying again",
		Summary: "A service is down for a while, and the jobs that need it try again.",
		Params:  params(),
		Actors: []sim.Actor{
			actorOne:     {ID: "one", Name: "Job 1", Shape: "a"},
			actorTwo:     {ID: "two", Name: "Job 2", Shape: "b", Optional: true},
			actorThree:   {ID: "three", Name: "Job 3", Shape: "c", Optional: true},
			actorService: {ID: "service", Name: "Service", Shape: "storage"},
		},
		Kinds:  []string{kUp: "up", kFail: "fail", kRefuse: "refuse", kServe: "serve", kAside: "dead"},
		States: []string{sWaits: "backing_off", sDown: "down", sUp: "register"},
		Invariants: []sim.Invariant{
			allDone: {Name: "all_done", Liveness: true, Statement: "Every job is done in the end."},
			noCrowd: {Name: "no_crowd", Statement: "No call is refused by a service that is up."},
		},
		Verdicts: []sim.VerdictWord{
			vSafe:    {Kind: "safe", Word: "Done", Meaning: "Every job is done, and none got in another’s way."},
			vAside:   {Kind: "aside", Word: "Given up", Meaning: "A job made all its tries in vain and was set aside.", Look: "unsafe"},
			vCrowded: {Kind: "crowded", Word: "Crowded", Meaning: "Every job is done, but they came at once and some were refused.", Look: "lucky"},
		},
		Horizon:     20 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: func(sim.MessageMark) string { return "" },
		Sentence:    sentence,
		Final:       func(t *sim.Trace) string { return fmt.Sprint(read(t).calls) },
	}
}

func params() sim.Schema {
	return sim.Schema{
		pOutage: {
			Name: "outage", Label: "The service is down for", Type: sim.Duration, Max: 30_000, Step: 1000, Default: 8000, Main: true,
			Help: "From 0\u00a0s on, when every job calls it for the first time.",
		},
		pDoubling: {
			Name: "doubling", Label: "Each delay is twice the one before", Type: sim.Bool, Main: true,
			Help: "Otherwise all delays are the same. None is longer than 16\u00a0s.",
		},
		pJitter: {
			Name: "jitter", Label: "Delays have jitter", Type: sim.Bool, Main: true,
			Help: "Whether a job waits for all of a delay or for half of it is then a choice.",
		},
		pTries: {
			Name: "tries", Label: "Set aside after", Type: sim.Integer, Min: 1, Max: 8, Step: 1, Default: 5, Unit: "tries",
			Help: "How often a job calls at most.",
		},
		pJobs: {
			Name: "jobs", Label: "Jobs", Type: sim.Integer, Min: 1, Max: 3, Step: 1, Default: 3, Unit: "jobs",
			Help: "How many need the service.",
		},
		pDelay: {
			Name: "delay", Label: "First delay", Type: sim.Duration, Min: 500, Max: 4000, Step: 500, Default: 1000,
			Help: "How long a job waits after its first call in vain.",
		},
	}
}
