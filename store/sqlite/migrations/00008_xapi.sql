-- What a learning record store is to be told: written with the work that it
-- tells of, sent afterwards. A learner's statements stand in one lane, which is
-- claimed and fenced as a whole; so they leave in order.

-- +goose Up
CREATE TABLE xapi_lanes (
    learner_id TEXT    NOT NULL PRIMARY KEY REFERENCES learners (id),
    name       TEXT    NOT NULL UNIQUE, -- under which the learner is spoken of
    token      INTEGER NOT NULL DEFAULT 0,
    until_ms   INTEGER NOT NULL DEFAULT 0,
    due_ms     INTEGER NOT NULL DEFAULT 0 -- when the next may be sent; 0: none waits
) STRICT;
CREATE INDEX xapi_lanes_by_due ON xapi_lanes (due_ms) WHERE due_ms > 0;

CREATE TABLE xapi_outbox (
    seq         INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    learner_id  TEXT    NOT NULL REFERENCES xapi_lanes (learner_id),
    explanation TEXT    NOT NULL,
    at_ms       INTEGER NOT NULL,
    tries       INTEGER NOT NULL DEFAULT 0,
    dead_ms     INTEGER NOT NULL DEFAULT 0, -- since when it is given up; 0: not
    failure     TEXT    NOT NULL DEFAULT '',
    body        TEXT    NOT NULL
) STRICT;
CREATE INDEX xapi_outbox_by_lane ON xapi_outbox (learner_id, seq) WHERE dead_ms = 0;
CREATE INDEX xapi_outbox_by_learner ON xapi_outbox (learner_id);
CREATE INDEX xapi_outbox_waiting ON xapi_outbox (seq, at_ms, tries) WHERE dead_ms = 0;
CREATE INDEX xapi_outbox_dead ON xapi_outbox (seq) WHERE dead_ms > 0;
CREATE INDEX xapi_outbox_by_explanation ON xapi_outbox (explanation) WHERE explanation <> '';

-- One row: how many were sent.
CREATE TABLE xapi_sent (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    n        INTEGER NOT NULL,
    last_ms  INTEGER NOT NULL
) STRICT;
INSERT INTO xapi_sent (only_row, n, last_ms) VALUES (1, 0, 0);
