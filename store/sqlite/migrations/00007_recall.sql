-- What is brought back to learners, and when.

-- +goose Up

-- Where each thing stands: follows from attempts, verdicts in force and
-- recall_events, and is kept beside them.
CREATE TABLE recall_cards (
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    lesson     TEXT    NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('point', 'check')),
    item       TEXT    NOT NULL,
    entered_ms INTEGER NOT NULL,
    due_ms     INTEGER NOT NULL,
    stability  REAL    NOT NULL DEFAULT 0,
    difficulty REAL    NOT NULL DEFAULT 0,
    days       INTEGER NOT NULL DEFAULT 0,
    last_ms    INTEGER NOT NULL DEFAULT 0,
    reps       INTEGER NOT NULL DEFAULT 0,
    lapses     INTEGER NOT NULL DEFAULT 0,
    turn       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (learner_id, lesson, kind, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX recall_cards_by_due ON recall_cards (learner_id, due_ms);

CREATE TABLE recall_events (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    form_key   TEXT    NOT NULL,
    lesson     TEXT    NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('point', 'check')),
    item       TEXT    NOT NULL,
    act        TEXT    NOT NULL CHECK (act IN ('answer', 'rate', 'undo')),
    of_id      TEXT REFERENCES recall_events (id),
    rating     INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 4),
    detail     TEXT    NOT NULL,
    content    TEXT    NOT NULL,
    turn       INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    UNIQUE (learner_id, form_key)
) STRICT;
CREATE INDEX recall_events_by_item ON recall_events (learner_id, lesson, kind, item);
CREATE INDEX recall_events_by_time ON recall_events (learner_id, at_ms);
CREATE INDEX recall_events_about ON recall_events (of_id) WHERE of_id IS NOT NULL;

CREATE TABLE recall_settings (
    learner_id TEXT    NOT NULL PRIMARY KEY REFERENCES learners (id),
    daily      INTEGER NOT NULL,
    remind     INTEGER NOT NULL CHECK (remind IN (0, 1)),
    hour       INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    feed_hash  BLOB UNIQUE,
    at_ms      INTEGER NOT NULL
) STRICT;
CREATE INDEX recall_settings_remind ON recall_settings (learner_id) WHERE remind = 1;

-- Whoever stores the row of a learner and a day sends that day's letter.
CREATE TABLE recall_reminders (
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    day        INTEGER NOT NULL,
    end_hash   BLOB    NOT NULL UNIQUE,
    PRIMARY KEY (learner_id, day)
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER recall_events_stay BEFORE UPDATE ON recall_events
BEGIN SELECT RAISE(ABORT, 'what was reviewed is never changed'); END;
-- +goose StatementEnd

-- What was missed before.
INSERT INTO recall_cards (learner_id, lesson, kind, item, entered_ms, due_ms)
SELECT COALESCE(c.owner_id, a.learner_id), a.lesson, 'check', a.item, MIN(a.at_ms), MIN(a.at_ms) + 86400000
FROM attempts a LEFT JOIN claims c ON c.learner_id = a.learner_id
WHERE a.is_right = 0 GROUP BY 1, 2, 4;

INSERT INTO recall_cards (learner_id, lesson, kind, item, entered_ms, due_ms)
SELECT d.owner_id, d.lesson, 'point', i.item, d.at_ms, d.at_ms + 86400000
FROM desk d JOIN verdicts v ON v.seq = d.seq JOIN items i ON i.no = v.item_no
WHERE v.verdict IN (2, 3, 4)
    AND d.seq = (SELECT MAX(x.seq) FROM desk x WHERE x.owner_id = d.owner_id AND x.lesson = d.lesson);
