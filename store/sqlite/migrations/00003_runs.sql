-- The step of a run that a learner's words refer to.

-- +goose Up
ALTER TABLE explanations ADD COLUMN run TEXT;
ALTER TABLE disputes ADD COLUMN run TEXT;
