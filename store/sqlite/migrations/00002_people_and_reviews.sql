-- People, cohorts and reviews. Columns named seq are positions, as before;
-- those named no are small numbers that stand for a long id in an index.

-- +goose Up

-- A person who was deleted stays as a bare id: reviews of others' work and the
-- audit log name it.
CREATE TABLE persons (
    id            TEXT    NOT NULL PRIMARY KEY,
    learner_id    TEXT    UNIQUE REFERENCES learners (id),
    email         TEXT    NOT NULL,
    email_folded  TEXT    UNIQUE,
    name          TEXT    NOT NULL,
    name_folded   TEXT    NOT NULL,
    role          TEXT    NOT NULL CHECK (role IN ('student', 'instructor', 'admin')),
    password_hash TEXT    NOT NULL,
    suspended_ms  INTEGER NOT NULL,
    deleted_ms    INTEGER NOT NULL DEFAULT 0,
    created_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX persons_by_name ON persons (name_folded);
CREATE INDEX persons_by_role ON persons (role, suspended_ms, deleted_ms);

-- Work done before signing in stays under its learner; this says whose it is.
CREATE TABLE claims (
    learner_id TEXT    NOT NULL PRIMARY KEY REFERENCES learners (id),
    owner_id   TEXT    NOT NULL REFERENCES learners (id),
    at_ms      INTEGER NOT NULL
) STRICT;
CREATE INDEX claims_by_owner ON claims (owner_id, learner_id);

CREATE TABLE identities (
    issuer    TEXT    NOT NULL,
    subject   TEXT    NOT NULL,
    person_id TEXT    NOT NULL REFERENCES persons (id),
    at_ms     INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT;
CREATE INDEX identities_by_person ON identities (person_id);

CREATE TABLE factors (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    person_id  TEXT    NOT NULL REFERENCES persons (id),
    kind       TEXT    NOT NULL CHECK (kind IN ('totp', 'webauthn')),
    name       TEXT    NOT NULL,
    secret     BLOB    NOT NULL,
    last_step  INTEGER NOT NULL DEFAULT 0,
    created_ms INTEGER NOT NULL,
    used_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX factors_by_person ON factors (person_id);

CREATE TABLE recovery_codes (
    person_id TEXT    NOT NULL REFERENCES persons (id),
    hash      BLOB    NOT NULL,
    used_ms   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person_id, hash)
) STRICT;

CREATE TABLE sessions (
    id         TEXT    NOT NULL PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,
    person_id  TEXT    NOT NULL REFERENCES persons (id),
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL,
    factor_ms  INTEGER NOT NULL,
    user_agent TEXT    NOT NULL,
    address    TEXT    NOT NULL
) STRICT;
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_age ON sessions (created_ms);
CREATE INDEX sessions_by_sight ON sessions (seen_ms);

CREATE TABLE tries (
    key_hash BLOB    NOT NULL PRIMARY KEY,
    n        INTEGER NOT NULL,
    begun_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tries_by_age ON tries (begun_ms);

CREATE TABLE cohorts (
    no          INTEGER PRIMARY KEY CHECK (no > 0), -- 0 stands for everything
    id          TEXT    NOT NULL UNIQUE,
    name        TEXT    NOT NULL,
    term        TEXT    NOT NULL,
    zone        TEXT    NOT NULL,
    archived_ms INTEGER NOT NULL,
    created_ms  INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
    cohort_no INTEGER NOT NULL REFERENCES cohorts (no),
    person_id TEXT    NOT NULL REFERENCES persons (id),
    role      TEXT    NOT NULL CHECK (role IN ('student', 'assistant', 'instructor')),
    state     TEXT    NOT NULL CHECK (state IN ('pending', 'active', 'removed')),
    since_ms  INTEGER NOT NULL,
    PRIMARY KEY (cohort_no, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_person ON members (person_id, state, role);

CREATE TABLE links (
    hash       BLOB    NOT NULL PRIMARY KEY,
    purpose    TEXT    NOT NULL CHECK (purpose IN ('first-instructor', 'invite', 'reset')),
    person_id  TEXT    REFERENCES persons (id),
    cohort_no  INTEGER REFERENCES cohorts (no),
    made_by    TEXT    REFERENCES persons (id),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    used_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX links_by_person ON links (person_id, purpose);
CREATE INDEX links_by_maker ON links (made_by);
CREATE INDEX links_by_purpose ON links (purpose, used_ms);

CREATE TABLE codes (
    code       TEXT    NOT NULL PRIMARY KEY,
    cohort_no  INTEGER NOT NULL REFERENCES cohorts (no),
    approval   INTEGER NOT NULL CHECK (approval IN (0, 1)),
    made_by    TEXT    NOT NULL REFERENCES persons (id),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    revoked_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX codes_by_cohort ON codes (cohort_no, created_ms);

CREATE TABLE assignments (
    cohort_no INTEGER NOT NULL REFERENCES cohorts (no),
    lesson    TEXT    NOT NULL,
    due_ms    INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    PRIMARY KEY (cohort_no, lesson)
) STRICT, WITHOUT ROWID;

-- Whose work a person may see. They are views so that no query spells it anew:
-- teaches are the cohorts of those who teach, leads says whether as instructor;
-- reaches is the part of the desk to read where no cohort was named, 0 being
-- all of it; classes are the cohorts in which the owner of some work is a student.
CREATE VIEW teaches (person_id, cohort_no, leads) AS
    SELECT m.person_id, m.cohort_no, m.role = 'instructor'
    FROM members m JOIN persons p ON p.id = m.person_id
    WHERE m.state = 'active' AND m.role IN ('assistant', 'instructor')
      AND p.suspended_ms = 0 AND p.deleted_ms = 0 AND p.role <> 'admin';
CREATE VIEW classes (owner_id, cohort_no) AS
    SELECT p.learner_id, m.cohort_no FROM persons p JOIN members m ON m.person_id = p.id
    WHERE m.state = 'active' AND m.role = 'student';
CREATE VIEW admins (person_id) AS
    SELECT id FROM persons WHERE role = 'admin' AND suspended_ms = 0 AND deleted_ms = 0;
CREATE VIEW reaches (person_id, cohort_no, leads) AS
    SELECT person_id, cohort_no, leads FROM teaches
    UNION ALL SELECT person_id, 0, 1 FROM admins;

CREATE TABLE reviews (
    seq             INTEGER PRIMARY KEY,
    id              TEXT    NOT NULL UNIQUE,
    reviewer_id     TEXT    NOT NULL REFERENCES persons (id),
    form_key        TEXT    NOT NULL,
    explanation_seq INTEGER NOT NULL REFERENCES explanations (seq),
    rubric          TEXT    NOT NULL,
    scorer          TEXT    NOT NULL,
    verdicts        TEXT    NOT NULL,
    comment         TEXT    NOT NULL,
    shown           TEXT    NOT NULL,
    token           INTEGER NOT NULL,
    batch           TEXT    NOT NULL,
    disputes_seen   INTEGER NOT NULL, -- position of the newest dispute that it answers, 0 for none
    replies_seen    INTEGER NOT NULL, -- and of the newest reply
    at_ms           INTEGER NOT NULL,
    UNIQUE (reviewer_id, form_key)
) STRICT;
CREATE INDEX reviews_by_explanation ON reviews (explanation_seq, seq);
CREATE INDEX reviews_by_batch ON reviews (reviewer_id, batch) WHERE batch <> '';

-- What scorer and person said of each item at the time of the review.
CREATE TABLE review_items (
    review_seq INTEGER NOT NULL REFERENCES reviews (seq),
    item       TEXT    NOT NULL,
    machine    TEXT    NOT NULL,
    person     TEXT    NOT NULL,
    PRIMARY KEY (review_seq, item)
) STRICT, WITHOUT ROWID;

CREATE TABLE withdrawals (
    review_seq INTEGER PRIMARY KEY REFERENCES reviews (seq),
    at_ms      INTEGER NOT NULL
) STRICT;

CREATE TABLE replies (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    review_seq INTEGER NOT NULL UNIQUE REFERENCES reviews (seq),
    learner_id TEXT    NOT NULL REFERENCES learners (id),
    text       TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL
) STRICT;
CREATE INDEX replies_by_learner ON replies (learner_id);

CREATE TABLE sights (
    review_seq INTEGER PRIMARY KEY REFERENCES reviews (seq),
    at_ms      INTEGER NOT NULL
) STRICT;

CREATE TABLE leases (
    explanation_seq INTEGER PRIMARY KEY REFERENCES explanations (seq),
    person_id       TEXT    NOT NULL REFERENCES persons (id),
    token           INTEGER NOT NULL CHECK (token > 0),
    until_ms        INTEGER NOT NULL
) STRICT;
CREATE INDEX leases_by_person ON leases (person_id);

CREATE TABLE wanted (
    explanation_seq INTEGER PRIMARY KEY REFERENCES explanations (seq)
) STRICT;

CREATE TABLE comments (
    id     TEXT    NOT NULL PRIMARY KEY,
    lesson TEXT    NOT NULL,
    item   TEXT    NOT NULL,
    text   TEXT    NOT NULL,
    made_by TEXT   NOT NULL REFERENCES persons (id),
    uses   INTEGER NOT NULL,
    at_ms  INTEGER NOT NULL,
    UNIQUE (lesson, item, text)
) STRICT;
CREATE INDEX comments_by_maker ON comments (made_by);

-- The desk is derived, in the transaction that stores what it is derived from:
-- one row an explanation, one verdict in force an item, one place a cohort in
-- which its owner is a student and one in cohort 0. Ranks: 0 to 6 wait for a
-- person (dispute, reply, unsure, contradicted, gate, wanted, audit), 8 is
-- reviewed, 9 is quiet. Verdicts: 1 covered, 2 unsure, 3 missing,
-- 4 contradicted, 5 present.
CREATE TABLE desk (
    seq       INTEGER PRIMARY KEY REFERENCES explanations (seq),
    owner_id  TEXT    NOT NULL REFERENCES learners (id),
    lesson    TEXT    NOT NULL,
    rank      INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    covered   INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    group_key INTEGER NOT NULL, -- hash of lesson, signature and wording; 0 for none
    score_seq INTEGER,          -- the newest
    review_seq INTEGER,         -- in force
    reviewer_id TEXT,
    reasons   TEXT    NOT NULL, -- JSON list
    signature TEXT    NOT NULL,
    wording   TEXT    NOT NULL
) STRICT;
CREATE INDEX desk_by_owner ON desk (owner_id, lesson, seq);

CREATE TABLE places (
    cohort_no   INTEGER NOT NULL,
    seq         INTEGER NOT NULL REFERENCES desk (seq),
    rank        INTEGER NOT NULL,
    at_ms       INTEGER NOT NULL,
    lesson      TEXT    NOT NULL,
    owner_id    TEXT    NOT NULL,
    group_key   INTEGER NOT NULL,
    reviewer_id TEXT,
    PRIMARY KEY (cohort_no, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX places_by_desk ON places (seq);
CREATE INDEX places_by_rank ON places (cohort_no, rank, at_ms, seq);
CREATE INDEX places_by_lesson ON places (cohort_no, lesson, rank, at_ms, seq);
CREATE INDEX places_by_owner ON places (cohort_no, owner_id, rank, at_ms, seq);
CREATE INDEX places_by_group ON places (cohort_no, group_key, rank, at_ms, seq) WHERE group_key <> 0;
CREATE INDEX places_by_reviewer ON places (cohort_no, reviewer_id, rank, at_ms, seq) WHERE reviewer_id IS NOT NULL;

CREATE TABLE items (
    no     INTEGER PRIMARY KEY,
    lesson TEXT    NOT NULL,
    item   TEXT    NOT NULL,
    UNIQUE (lesson, item)
) STRICT;

CREATE TABLE verdicts (
    seq     INTEGER NOT NULL REFERENCES desk (seq),
    item_no INTEGER NOT NULL REFERENCES items (no),
    verdict INTEGER NOT NULL,
    PRIMARY KEY (seq, item_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_places (
    cohort_no INTEGER NOT NULL,
    item_no   INTEGER NOT NULL,
    verdict   INTEGER NOT NULL,
    rank      INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    PRIMARY KEY (cohort_no, item_no, verdict, rank, at_ms, seq)
) STRICT, WITHOUT ROWID;

-- Explanations whose place on the desk is still to be derived: those from
-- before there was one.
CREATE TABLE desk_due (
    explanation_seq INTEGER PRIMARY KEY REFERENCES explanations (seq)
) STRICT;
INSERT INTO desk_due (explanation_seq) SELECT seq FROM explanations;

-- Near-same wording is found by a key that came with the score.
ALTER TABLE scores ADD COLUMN wording TEXT NOT NULL DEFAULT '';

-- The words of explanations, for searching. Only the index is kept, not the text again.
CREATE VIRTUAL TABLE words USING fts5 (text, content = '', contentless_delete = 1, detail = none,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO words (rowid, text) SELECT seq, text FROM explanations;

-- +goose StatementBegin
CREATE TRIGGER explanations_words AFTER INSERT ON explanations
BEGIN INSERT INTO words (rowid, text) VALUES (new.seq, new.text); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER explanations_no_words AFTER DELETE ON explanations
BEGIN DELETE FROM words WHERE rowid = old.seq; END;
-- +goose StatementEnd

-- A lesson's attempts without the learners: for counts over everybody.
CREATE INDEX attempts_by_lesson ON attempts (lesson, item, learner_id);
CREATE INDEX explanations_by_time ON explanations (at_ms);

-- What remains of work that was deleted: counts that name nobody.
CREATE TABLE tallies (
    lesson TEXT    NOT NULL,
    kind   TEXT    NOT NULL CHECK (kind IN ('check', 'verdict', 'explanation')),
    item   TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (lesson, kind, item, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    seq      INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    actor_id TEXT    NOT NULL,
    action   TEXT    NOT NULL,
    object   TEXT    NOT NULL,
    detail   TEXT    NOT NULL,
    at_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_by_action ON audit (action, seq);
CREATE INDEX audit_by_actor ON audit (actor_id, seq);
CREATE INDEX audit_by_object ON audit (object, seq);

-- +goose StatementBegin
CREATE TRIGGER reviews_stay BEFORE UPDATE ON reviews
BEGIN SELECT RAISE(ABORT, 'reviews are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER review_items_stay BEFORE UPDATE ON review_items
BEGIN SELECT RAISE(ABORT, 'reviews are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER withdrawals_stay BEFORE UPDATE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER replies_stay BEFORE UPDATE ON replies
BEGIN SELECT RAISE(ABORT, 'replies are never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_remains BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never cut'); END;
-- +goose StatementEnd
