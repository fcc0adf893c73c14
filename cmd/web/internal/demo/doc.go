// Package demo makes a class that never was: people, weeks of work and what
// their instructors said of it, so that every page for those who teach can be
// seen with something on it.
//
// Who does what is made up by chance from a seed. What is said of it is not:
// texts come from the samples of the lessons, scores from their scorers, what
// reviewers decide from the samples' labels, and predictions and challenges
// from running them.
package demo
