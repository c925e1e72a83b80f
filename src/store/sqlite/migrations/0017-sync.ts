import type { Migration } from './migration.ts';

const SYNC = `
-- Earlier programs do not know the kind of event 30, the source 7 and the author 5.

-- What this home shares. state: 0 waits to be handed on, 1 was handed on, 2 was taken back. hash: of what was told.
CREATE TABLE sync_shared (
  item BLOB PRIMARY KEY,
  project TEXT NOT NULL,
  kind TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash BLOB NOT NULL,
  state INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE INDEX sync_shared_by_state ON sync_shared (state, item);

-- Memories that a person keeps from being shared.
CREATE TABLE sync_private (item BLOB PRIMARY KEY) WITHOUT ROWID, STRICT;

-- Records other than memories that this home made: JSON without words of a memory.
CREATE TABLE sync_records (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL,
  sent INTEGER NOT NULL
) STRICT;
CREATE INDEX sync_records_by_sent ON sync_records (sent, seq);
CREATE INDEX sync_records_by_kind ON sync_records (kind, seq);

-- Which homes carried out which tombstones of this home.
CREATE TABLE sync_reached (
  record TEXT NOT NULL,
  home TEXT NOT NULL,
  PRIMARY KEY (record, home)
) WITHOUT ROWID, STRICT;

-- What of other homes was erased, and is refused up to a version.
CREATE TABLE sync_erased (
  home TEXT NOT NULL,
  target BLOB NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (home, target)
) WITHOUT ROWID, STRICT;

-- The other homes that take part.
CREATE TABLE sync_homes (
  home TEXT PRIMARY KEY,
  member TEXT NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE sync_values (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

-- What each run did.
CREATE TABLE sync_runs (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
`;

/** What a home shares with the other homes of a team, and takes from them. */
export const sync: Migration = { version: 17, minReader: 17, minWriter: 17, sql: SYNC };
