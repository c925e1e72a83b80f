import type { Migration } from './migration.ts';

const HOME_KEYS = `
-- The keys under which events without a number, and copies of what was forgotten, are hashed here: those of each home in
-- which this database was.
CREATE TABLE home_keys (key BLOB PRIMARY KEY) WITHOUT ROWID, STRICT;
`;

/** The keys of homes, so that a backup brings them along. */
export const homeKeys: Migration = { version: 21, minReader: 20, minWriter: 20, sql: HOME_KEYS };
