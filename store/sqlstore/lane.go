package sqlstore

import "context"

type laneKey struct{}

// within makes the next write under the context one of a lane: it reads and
// changes nothing that a write of another lane changes. Whatever is not within a
// lane is in order with every write there is.
//
// What one learner sends is a lane: their answers, drafts, texts, their marks on
// pages, and the place on the desk that follows from these. What a reviewer, an
// instructor, an administrator or the program itself does is not: it may change
// what those rest on, such as who is in which cohort.
func within(ctx context.Context, lane string) context.Context {
	return context.WithValue(ctx, laneKey{}, lane)
}

// LaneOf is the lane of a write, by its context, if it has one. An engine that
// writes concurrently lets writes of one lane follow one another, and those
// without a lane follow all; one that writes in turn need not ask.
func LaneOf(ctx context.Context) (lane string, ok bool) {
	lane, ok = ctx.Value(laneKey{}).(string)
	return lane, ok
}
