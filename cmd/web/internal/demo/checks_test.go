package demo

import (
	"math/big"
	"testing"

	"fencepost/lessons"
)

// every is a check of each kind that needs no scorer.
func every() []*lessons.Check {
	options := []lessons.Option{{ID: "a", Right: true, Partner: "x"}, {ID: "b", Partner: "y"}, {ID: "c", Right: true, Partner: "z"}}
	lone := []lessons.Option{{ID: "a"}, {ID: "b", Right: true}, {ID: "c"}}
	return []*lessons.Check{
		{ID: "choice", Type: lessons.Choice, Options: lone},
		{ID: "multiple", Type: lessons.Multiple, Options: options},
		{ID: "order", Type: lessons.Order, Options: options},
		{ID: "match", Type: lessons.Match, Options: options, Body: &lessons.Matching{Partners: []lessons.Partner{{ID: "x"}, {ID: "y"}, {ID: "z"}}}},
		{ID: "line", Type: lessons.Spot, Options: lone, Body: &lessons.Spotting{}},
		{ID: "number", Type: lessons.Number, Body: &lessons.Numeric{Answer: big.NewRat(25, 2), Tolerance: new(big.Rat), Mistakes: []lessons.Mistake{{Value: big.NewRat(10, 1)}}}},
		{ID: "number without", Type: lessons.Number, Body: &lessons.Numeric{Answer: big.NewRat(-1, 1), Tolerance: new(big.Rat)}},
	}
}

// Whoever knows is right, and whoever does not is wrong, at every kind of check.
func TestAnswersAreAsRightAsWhoGivesThem(t *testing.T) {
	c := &course{}
	for _, check := range every() {
		for seed := range uint64(20) {
			for _, knows := range []bool{true, false} {
				a, ok := c.answer(of(seed, 0), check, knows)
				if !ok || check.Mark(a).Right != knows {
					t.Fatalf("%s, seed %d, knows %t: %+v, %t", check.ID, seed, knows, a, ok)
				}
			}
		}
	}
}
