import type { Migration } from './migration.ts';

const LOG = `
-- Which events are about which memory or project: what people and agents do with them.
CREATE TABLE about (
  target BLOB NOT NULL,
  event INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
  PRIMARY KEY (target, event)
) WITHOUT ROWID, STRICT;
CREATE INDEX about_by_event ON about (event);

-- The name that a person gave. Derived from events, like all that stands in items.
ALTER TABLE projects ADD COLUMN given_name TEXT;
-- Of a project without a remote: the one of the same root that has one.
ALTER TABLE projects ADD COLUMN joined INTEGER REFERENCES projects ON DELETE SET NULL;
UPDATE projects AS p SET joined = (SELECT max(o.seq) FROM projects AS o WHERE o.root = p.root AND o.remote IS NOT NULL)
  WHERE p.remote IS NULL AND p.root IS NOT NULL;

-- Sessions that were forgotten: what happened in them up to a time is refused.
CREATE TABLE session_tombstones (hash BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID, STRICT;

-- The rules by which the items were made; empty when nobody said.
CREATE TABLE stamps (name TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID, STRICT;
`;

const ITEMS = `
-- meaning, category: codes. hidden: 1, or NULL. None of them stands in detail.
ALTER TABLE items ADD COLUMN meaning INTEGER;
ALTER TABLE items ADD COLUMN category INTEGER;
ALTER TABLE items ADD COLUMN hidden INTEGER;
-- Project, kind and time of a row of the index without reading the item: what narrows a search costs next to nothing.
CREATE INDEX items_places ON items (seq, project, kind, at);
CREATE INDEX items_hidden ON items (hidden) WHERE hidden = 1;

-- What items are about, as their detail names it.
CREATE TABLE concepts (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE item_concepts (
  concept INTEGER NOT NULL REFERENCES concepts,
  item INTEGER NOT NULL,
  PRIMARY KEY (concept, item)
) WITHOUT ROWID, STRICT;
INSERT INTO concepts (name) SELECT DISTINCT c.value FROM items AS i, json_each(i.detail, '$.concepts') AS c;
INSERT INTO item_concepts (concept, item) SELECT DISTINCT n.seq, i.seq
  FROM items AS i, json_each(i.detail, '$.concepts') AS c JOIN concepts AS n ON n.name = c.value;

-- Items that share a band may be nearly the same.
CREATE TABLE near_bands (
  band INTEGER NOT NULL,
  at INTEGER NOT NULL,
  item INTEGER NOT NULL,
  PRIMARY KEY (band, at, item)
) WITHOUT ROWID, STRICT;
`;

const OPERATING = `
CREATE TABLE tallies (name TEXT PRIMARY KEY, n INTEGER NOT NULL, last_at INTEGER NOT NULL) WITHOUT ROWID, STRICT;
`;

/** Acts of people and agents on items: targets, hidden items, given names; meaning and category of items. */
export const people: Migration = { version: 2, minReader: 2, minWriter: 2, sql: `${LOG}${ITEMS}${OPERATING}` };
