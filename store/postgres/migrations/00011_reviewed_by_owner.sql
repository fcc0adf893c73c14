-- Every request of somebody who is signed in counts the reviews that are news to
-- them: from this index, whose rows are the explanations with a review in force.

-- +goose Up
CREATE INDEX desk_reviewed ON desk (owner_id, seq) WHERE reviewer_id IS NOT NULL;
