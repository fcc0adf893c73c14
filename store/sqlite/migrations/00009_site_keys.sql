-- Keys that the site makes for itself, for all processes that serve it.

-- +goose Up
CREATE TABLE site_keys (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
