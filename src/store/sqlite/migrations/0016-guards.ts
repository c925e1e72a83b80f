import type { Migration } from './migration.ts';

const GUARDS = `
-- The values that settings which protect a person were seen with; the number counts those of one key.
CREATE TABLE guards (
  key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  value TEXT NOT NULL,
  source TEXT NOT NULL,
  how TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (key, seq)
) WITHOUT ROWID, STRICT;
CREATE INDEX guards_loosened ON guards (at) WHERE how = 'loosened';
`;

/** The values that guards had. */
export const guards: Migration = { version: 16, minReader: 12, minWriter: 12, sql: GUARDS };
