package main

import (
	"fmt"

	"fencepost/cmd/web/internal/pace"
	"fencepost/cmd/web/internal/site"
)

// limits are how fast things may be stored that anybody can send.
func (c *config) limits() (l site.Limits, err error) {
	for _, s := range []struct {
		name, text string
		to         *pace.Rate
	}{
		{"LEARNER_WRITES", c.LearnerWrites, &l.LearnerWrites},
		{"LEARNER_EXPLANATIONS", c.LearnerExplanations, &l.LearnerExplanations},
		{"ADDRESS_WRITES", c.AddressWrites, &l.AddressWrites},
		{"ADDRESS_EXPLANATIONS", c.AddressExplanations, &l.AddressExplanations},
		{"ADDRESS_LEARNERS", c.AddressLearners, &l.AddressLearners},
	} {
		if *s.to, err = pace.Parse(s.text); err != nil {
			return l, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return l, nil
}
