-- What of the lessons readers can search, by the version of the lessons: while
-- one release follows another, each replica searches its own. An index follows
-- from the lessons, and is made anew.

-- +goose Up

DROP TABLE passages;
DROP TABLE passages_version;

CREATE VIRTUAL TABLE passages USING fts5 (
    lesson UNINDEXED, anchor UNINDEXED, title, head, text, version UNINDEXED,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE passages_versions (
    no      INTEGER PRIMARY KEY AUTOINCREMENT, -- the highest was wanted last
    version TEXT NOT NULL UNIQUE
) STRICT;
