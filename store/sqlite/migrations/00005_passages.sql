-- What of the lessons readers can search, and which state of the lessons it is.

-- +goose Up

CREATE VIRTUAL TABLE passages USING fts5 (
    lesson UNINDEXED, anchor UNINDEXED, title, head, text,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE passages_version (
    only    INTEGER PRIMARY KEY CHECK (only = 1),
    version TEXT NOT NULL
) STRICT;
INSERT INTO passages_version VALUES (1, '');
