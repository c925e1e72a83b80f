import type { Migration } from './migration.ts';

const CONTEXTS = `
-- What is needed of a long session to go on deriving it, as of an event. state: packed JSON. words: hashes of 32 bits.
CREATE TABLE session_contexts (
  session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  stamp TEXT NOT NULL,
  until INTEGER NOT NULL,
  state BLOB NOT NULL,
  words BLOB NOT NULL
) STRICT;
`;

/** States from which the derivation of long sessions continues. */
export const contexts: Migration = { version: 6, minReader: 5, minWriter: 6, sql: CONTEXTS };
