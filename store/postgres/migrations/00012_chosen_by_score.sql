-- A score that goes must be chosen by none: without this index that is found out
-- by reading all that are chosen, once for each score of a learner who is erased.

-- +goose Up
CREATE INDEX chosen_scores_score ON chosen_scores (score_seq);
