import type { Migration } from './migration.ts';

const VECTORS = `
-- in_use: 1 for the model whose vectors count. stored: how many items have a vector of it.
CREATE TABLE vector_models (
  seq INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  in_use INTEGER NOT NULL DEFAULT 0,
  stored INTEGER NOT NULL DEFAULT 0,
  UNIQUE (name, dimensions)
) STRICT;

-- number: never given twice and greater with each row, so that who knows all up to one reads on from there. item: NULL
-- while a rebuild has not made it again. hash: of the text that was embedded. data: int8, times scale of unit length.
CREATE TABLE vectors (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  item INTEGER,
  model INTEGER NOT NULL REFERENCES vector_models,
  hash INTEGER NOT NULL,
  scale REAL NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX vectors_by_item ON vectors (model, item);
CREATE INDEX vectors_by_hash ON vectors (hash);

-- Items that have no vector of any model yet; those of another model than the one in use wait too. hash may be unknown.
CREATE TABLE vector_waiting (
  at INTEGER NOT NULL,
  item INTEGER NOT NULL,
  hash INTEGER,
  PRIMARY KEY (at, item)
) WITHOUT ROWID, STRICT;
CREATE INDEX vector_waiting_by_hash ON vector_waiting (hash) WHERE hash IS NOT NULL;

-- As core/model/embed-text.ts says: every kind but what tools did, and of that notes (6), changes (1) and failures.
INSERT INTO vector_waiting (at, item)
  SELECT at, seq FROM items WHERE kind <> 0 OR sort IN (1, 6) OR detail ->> '$.success' = 0;
`;

/** Vectors of items, and which items wait for one. */
export const vectors: Migration = { version: 3, minReader: 3, minWriter: 3, sql: VECTORS };
