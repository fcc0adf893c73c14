// Package sim is a deterministic event engine for protocols.
//
// A Scenario describes a world: its parameters, its actors, its invariants and
// the words of its trace. A Model is the protocol itself: it schedules events
// on a World, sends messages, records trace entries, changes what its actors
// are seen to be doing, and asks World.Choose wherever the real world could go
// either way. Nothing else can reach a run, so that a run is a pure function
// of its parameters and its choice tape: the same in, the same bytes out, on
// every machine.
//
// After a run the scenario's Judge reads the trace, and only the trace, and
// says which invariants held and where the others first broke. The verdict is
// made of that; parameters never choose it.
//
// While it runs, everything is numbers in buffers that a Machine reuses. Words
// are made when a Run is asked for, so that thousands of runs can be explored
// in the time of a blink.
//
// # Order of events
//
// Time is whole milliseconds. Events of the same millisecond run by rank, the
// lowest first, and those of the same rank in the order in which they were
// scheduled. A model states in its package comment what its ranks mean: they
// are its rule for exact ties.
//
// # Bounds
//
// A run ends by itself when no event is left. One that goes on past its Limits
// (events, virtual time, choices, trace entries) is cut off: it ends there, its
// verdict is "cut" and Run.Cut says which bound it met.
package sim
