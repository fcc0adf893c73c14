// Package recall says when to ask again: FSRS-6, the free spaced repetition
// scheduler, and how a day's reviews are chosen from what is due. It is pure:
// the time comes with each call, and the same numbers in give the same out.
//
// The model has three variables for each thing to be remembered. Stability S is
// the number of days after which it is recalled with probability 0.9.
// Difficulty D, from 1 to 10, says how little a review adds to S.
// Retrievability R is the probability of recalling it now, and follows from S
// and the days since the last review.
//
// Formulas and weights: github.com/open-spaced-repetition, "The Algorithm", for
// FSRS-6. Where that leaves things open (what is rounded, which values are cut
// off where), this package does what npm ts-fsrs 5.4.2 does with
// enable_short_term off and enable_fuzz off, and testdata holds that program's
// answers. Without short-term steps nothing is asked twice in one sitting: the
// shortest interval is a day. Lessons are visited now and then, and a question
// repeated ten minutes later would test nothing but the answer just read.
package recall
