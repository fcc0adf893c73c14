-- What scores the explanations of a lesson, what another would change, and
-- which was published when.

-- +goose Up

-- A rubric with its labelled samples, as it was: a scorer is made from it again
-- whatever became of the author's files.
CREATE TABLE rubrics (
    lesson  TEXT NOT NULL,
    version TEXT NOT NULL,
    body    BLOB NOT NULL,
    PRIMARY KEY (lesson, version)
) STRICT;

-- A scorer is a rubric and the marks up to a review. One that was neither
-- published nor discarded is its lesson's candidate.
CREATE TABLE scorers (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    lesson     TEXT    NOT NULL,
    rubric     TEXT    NOT NULL,
    version    TEXT    NOT NULL, -- what it calls itself; '' until it was trained
    marks      INTEGER NOT NULL, -- how many explanations it learnt marks from
    marks_to   INTEGER NOT NULL, -- position of the newest review heeded, 0 for none
    marks_ms   INTEGER NOT NULL, -- withdrawals after this time are not heeded
    state      TEXT    NOT NULL CHECK (state IN ('trying', 'tried', 'failed', 'discarded', 'published')),
    made_by    TEXT    NOT NULL, -- a person's id, '' for the program
    tried_seq  INTEGER NOT NULL, -- position up to which stored explanations were tried
    preview    TEXT    NOT NULL, -- what was found so far
    at_ms      INTEGER NOT NULL,
    FOREIGN KEY (lesson, rubric) REFERENCES rubrics (lesson, version)
) STRICT;
CREATE INDEX scorers_by_lesson ON scorers (lesson, state, seq);
CREATE INDEX scorers_by_rubric ON scorers (lesson, rubric);

-- The newest of a lesson is in force.
CREATE TABLE publications (
    seq         INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    lesson      TEXT    NOT NULL,
    scorer_seq  INTEGER NOT NULL REFERENCES scorers (seq),
    by_id       TEXT    NOT NULL, -- a person's id, '' for the program
    adopted_seq INTEGER NOT NULL, -- position up to which stored explanations have its scores
    finished    INTEGER NOT NULL CHECK (finished IN (0, 1)),
    at_ms       INTEGER NOT NULL
) STRICT;
CREATE INDEX publications_by_lesson ON publications (lesson, seq);
CREATE INDEX publications_by_scorer ON publications (scorer_seq);
CREATE INDEX publications_unfinished ON publications (seq) WHERE finished = 0;

-- Verdicts that a candidate would change.
CREATE TABLE moves (
    scorer_seq      INTEGER NOT NULL REFERENCES scorers (seq),
    item            TEXT    NOT NULL,
    way             INTEGER NOT NULL CHECK (way IN (-1, 0, 1)), -- towards covered 1, away from it -1
    explanation_seq INTEGER NOT NULL REFERENCES explanations (seq),
    was             TEXT    NOT NULL,
    will            TEXT    NOT NULL,
    quotes          TEXT    NOT NULL, -- byte ranges of the text, JSON
    PRIMARY KEY (scorer_seq, item, way, explanation_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX moves_by_explanation ON moves (explanation_seq);

-- The score in force of an explanation is the newest, but where an earlier
-- scorer was published again.
CREATE TABLE chosen_scores (
    explanation_seq INTEGER PRIMARY KEY REFERENCES explanations (seq),
    score_seq       INTEGER NOT NULL REFERENCES scores (seq)
) STRICT;

CREATE INDEX explanations_of_lesson ON explanations (lesson);
CREATE INDEX withdrawals_by_time ON withdrawals (at_ms);
