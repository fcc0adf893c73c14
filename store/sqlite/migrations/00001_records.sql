-- Everything that a learner did. seq is the order in which it was stored:
-- clocks jump, positions do not. Times are UTC Unix milliseconds.

-- +goose Up
CREATE TABLE learners (
    id         TEXT    NOT NULL PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE attempts (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    form_key   TEXT    NOT NULL,
    lesson     TEXT    NOT NULL,
    item       TEXT    NOT NULL,
    answer     TEXT    NOT NULL,
    is_right   INTEGER NOT NULL CHECK (is_right IN (0, 1)),
    content    TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL,
    UNIQUE (learner_id, form_key)
) STRICT;
-- Answers where a learner stands without the rows themselves.
CREATE INDEX attempts_by_item ON attempts (learner_id, lesson, item, is_right, at_ms);

CREATE TABLE explanations (
    seq          INTEGER PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    learner_id   TEXT    NOT NULL REFERENCES learners (id),
    form_key     TEXT    NOT NULL,
    lesson       TEXT    NOT NULL,
    after_reveal INTEGER NOT NULL CHECK (after_reveal IN (0, 1)),
    at_ms        INTEGER NOT NULL,
    text         TEXT    NOT NULL, -- long: last, so that the rest is read without it
    UNIQUE (learner_id, form_key)
) STRICT;
CREATE INDEX explanations_by_lesson ON explanations (learner_id, lesson);

-- The queue of explanations that no scorer has seen. Handing one in puts it
-- here, its first score takes it out.
CREATE TABLE unscored (
    explanation_seq INTEGER PRIMARY KEY REFERENCES explanations (seq)
) STRICT;

CREATE TABLE scores (
    seq            INTEGER PRIMARY KEY,
    id             TEXT    NOT NULL UNIQUE,
    explanation_id TEXT    NOT NULL REFERENCES explanations (id),
    rubric         TEXT    NOT NULL,
    scorer         TEXT    NOT NULL,
    result         TEXT    NOT NULL,
    at_ms          INTEGER NOT NULL,
    UNIQUE (explanation_id, rubric, scorer)
) STRICT;

CREATE TABLE disputes (
    seq            INTEGER PRIMARY KEY,
    id             TEXT    NOT NULL UNIQUE,
    learner_id     TEXT    NOT NULL REFERENCES learners (id),
    form_key       TEXT    NOT NULL,
    explanation_id TEXT    NOT NULL REFERENCES explanations (id),
    item           TEXT    NOT NULL,
    claim          TEXT    NOT NULL CHECK (claim IN ('said', 'not_meant')),
    reason         TEXT    NOT NULL,
    at_ms          INTEGER NOT NULL,
    UNIQUE (learner_id, form_key)
) STRICT;
CREATE INDEX disputes_by_explanation ON disputes (explanation_id);

-- A draft that was handed in stays as an empty row: its revision is the token
-- by which a page left open from before is told apart.
CREATE TABLE drafts (
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    lesson     TEXT    NOT NULL,
    revision   INTEGER NOT NULL CHECK (revision > 0),
    handed_in  INTEGER NOT NULL CHECK (handed_in IN (0, 1)),
    at_ms      INTEGER NOT NULL,
    text       TEXT    NOT NULL,
    PRIMARY KEY (learner_id, lesson)
) STRICT;

CREATE TABLE steps_read (
    seq        INTEGER PRIMARY KEY,
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    lesson     TEXT    NOT NULL,
    step       TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL,
    UNIQUE (learner_id, lesson, step)
) STRICT;

CREATE TABLE reveals (
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    lesson     TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (learner_id, lesson)
) STRICT;

-- One row that readiness counts up, to prove that a write can be made.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    n  INTEGER NOT NULL
) STRICT;
INSERT INTO probe (id, n) VALUES (1, 0);

-- What was handed in or judged is never changed. Deleting stays possible: a
-- person may ask for it.

-- +goose StatementBegin
CREATE TRIGGER attempts_stay BEFORE UPDATE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER explanations_stay BEFORE UPDATE ON explanations
BEGIN SELECT RAISE(ABORT, 'explanations are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER scores_stay BEFORE UPDATE ON scores
BEGIN SELECT RAISE(ABORT, 'scores are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER disputes_stay BEFORE UPDATE ON disputes
BEGIN SELECT RAISE(ABORT, 'disputes are never changed'); END;
-- +goose StatementEnd
