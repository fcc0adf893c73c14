-- What learners write in labs.

-- +goose Up

CREATE TABLE lab_tries (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    form_key   TEXT    NOT NULL,
    lesson     TEXT    NOT NULL,
    lab        TEXT    NOT NULL,
    answer     TEXT    NOT NULL,
    passed     INTEGER NOT NULL CHECK (passed IN (0, 1)),
    revealed   INTEGER NOT NULL CHECK (revealed IN (0, 1)),
    schedule   TEXT    NOT NULL,
    broke      TEXT    NOT NULL,
    said       TEXT    NOT NULL,
    content    TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL,
    UNIQUE (learner_id, form_key)
) STRICT;
CREATE INDEX lab_tries_by_lab ON lab_tries (learner_id, lesson, lab);

-- Hints and worked solutions that were asked for.
CREATE TABLE lab_aids (
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    lesson     TEXT    NOT NULL,
    lab        TEXT    NOT NULL,
    aid        TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (learner_id, lesson, lab, aid)
) STRICT, WITHOUT ROWID;

CREATE TABLE lab_drafts (
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    lesson     TEXT    NOT NULL,
    lab        TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (learner_id, lesson, lab)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER lab_tries_stay BEFORE UPDATE ON lab_tries
BEGIN SELECT RAISE(ABORT, 'what was tried is never changed'); END;
-- +goose StatementEnd
