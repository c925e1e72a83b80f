// store/sqlite/migrations: the schema, one numbered step a file, each an export of `Migration` that `migrate.ts` lists.
// A step that was released is never changed; views are not here, since they are created again after every step.

import type { Migration } from './migration.ts';

const LOG = `
CREATE TABLE projects (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  name TEXT NOT NULL,
  root TEXT,
  remote TEXT
) STRICT;

CREATE TABLE sessions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL,
  agent_session TEXT NOT NULL,
  project INTEGER REFERENCES projects,
  cwd TEXT,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  ended_at INTEGER,
  context_lost_at INTEGER,
  exposed_at INTEGER
) STRICT;
CREATE INDEX sessions_by_project ON sessions (project, last_at);
CREATE INDEX sessions_by_time ON sessions (last_at);

-- Texts of one session that many of its rows share: folders, the agent's ids of prompts and subagents.
CREATE TABLE labels (
  seq INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  text TEXT NOT NULL,
  UNIQUE (session, text)
) STRICT;

-- The data of events that arrived together, one a line, compressed. The first byte says how.
CREATE TABLE packs (seq INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;

-- data: JSON, here or on line place of a pack; hash is its CRC-32. cwd, prompt and subagent are labels; sources is a set
-- of bits.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id BLOB NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions,
  project INTEGER REFERENCES projects,
  at INTEGER NOT NULL,
  sources INTEGER NOT NULL,
  authority INTEGER NOT NULL,
  privacy INTEGER NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  cwd INTEGER,
  prompt INTEGER,
  subagent INTEGER,
  hash INTEGER NOT NULL,
  pack INTEGER,
  place INTEGER,
  data TEXT
) STRICT;
CREATE INDEX events_by_session ON events (session);

-- Long strings of events, once by SHA-256 of their text. The first byte of data says how the rest is packed.
CREATE TABLE bodies (
  seq INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  data BLOB NOT NULL
) STRICT;

-- Where in an event's data a long string belongs: path is a JSON list of keys.
CREATE TABLE event_bodies (
  event INTEGER NOT NULL REFERENCES events,
  path TEXT NOT NULL,
  body INTEGER NOT NULL REFERENCES bodies,
  PRIMARY KEY (event, path)
) WITHOUT ROWID, STRICT;
CREATE INDEX event_bodies_by_body ON event_bodies (body);

-- Events without a number of their own: which telling of a source's class is which of several equal ones.
CREATE TABLE tellings (
  fingerprint BLOB NOT NULL,
  class INTEGER NOT NULL,
  origin INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (fingerprint, class, origin)
) WITHOUT ROWID, STRICT;

CREATE TABLE deliveries (id BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE tombstones (hash BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID, STRICT;
CREATE TABLE pending (event INTEGER PRIMARY KEY REFERENCES events) STRICT;

CREATE TABLE offsets (
  path TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  resume_at INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  head TEXT NOT NULL,
  head_bytes INTEGER NOT NULL,
  state TEXT NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE counters (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID, STRICT;
`;

const ITEMS = `
CREATE TABLE rules (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- project is 0 for a path of no project.
CREATE TABLE files (
  seq INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  project INTEGER NOT NULL,
  UNIQUE (path, project)
) STRICT;

-- sort: what kind of observation or knowledge. title: its text, or an integer when it is the head of text: n characters,
-- or -n characters and an ellipsis. detail: JSON in which paths are numbers of files; prompt and subagent are labels.
CREATE TABLE items (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  sort INTEGER,
  project INTEGER REFERENCES projects,
  session INTEGER REFERENCES sessions,
  at INTEGER NOT NULL,
  author INTEGER NOT NULL,
  exposed INTEGER NOT NULL,
  rule INTEGER NOT NULL REFERENCES rules,
  event INTEGER REFERENCES events,
  prompt INTEGER,
  subagent INTEGER,
  content_hash INTEGER NOT NULL,
  title ANY NOT NULL,
  terms TEXT,
  detail TEXT,
  text TEXT NOT NULL
) STRICT;
-- The last column is for repetitions: equal contents of one project, kind and time.
CREATE INDEX items_by_project ON items (project, kind, at, content_hash);
CREATE INDEX items_by_session ON items (session, at);
CREATE INDEX items_by_event ON items (event);

CREATE VIEW item_words AS
SELECT seq,
  CASE WHEN typeof(title) = 'text' THEN title
       WHEN title >= 0 THEN substr(text, 1, title)
       ELSE substr(text, 1, -title) || '…' END AS title,
  text, terms
FROM items;

CREATE VIRTUAL TABLE items_fts USING fts5 (
  title, text, terms,
  content = 'item_words', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO items_fts (items_fts, rank) VALUES ('secure-delete', 1);

-- The vocabulary: the stems of the index (term), and how many items hold each (doc). Always in step, for no cost.
CREATE VIRTUAL TABLE terms USING fts5vocab (items_fts, row);

CREATE TABLE item_files (
  file INTEGER NOT NULL REFERENCES files,
  item INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  PRIMARY KEY (file, item, changed)
) WITHOUT ROWID, STRICT;

CREATE TABLE links (
  from_item INTEGER NOT NULL REFERENCES items,
  relation INTEGER NOT NULL,
  to_item INTEGER NOT NULL REFERENCES items,
  PRIMARY KEY (from_item, relation, to_item)
) WITHOUT ROWID, STRICT;
CREATE INDEX links_to ON links (to_item);
`;

const OPERATING = `
CREATE TABLE injections (
  seq INTEGER PRIMARY KEY,
  session BLOB NOT NULL,
  at INTEGER NOT NULL,
  occasion TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  shingles BLOB
) STRICT;
CREATE INDEX injections_by_session ON injections (session, at);

CREATE TABLE injection_items (
  injection INTEGER NOT NULL REFERENCES injections,
  place INTEGER NOT NULL,
  item BLOB NOT NULL,
  PRIMARY KEY (injection, place)
) WITHOUT ROWID, STRICT;
CREATE INDEX injection_items_by_item ON injection_items (item);

-- state: 0 ready, 1 leased (run_at is the end of the lease), 2 dead. again_at: asked for once more while leased.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  payload TEXT NOT NULL,
  priority INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  state INTEGER NOT NULL DEFAULT 0,
  again_at INTEGER,
  error TEXT
) STRICT;
CREATE UNIQUE INDEX jobs_open ON jobs (kind, key) WHERE state < 2;
CREATE INDEX jobs_due ON jobs (run_at) WHERE state < 2;
`;

/** The first shape of the store. */
export const first: Migration = { version: 1, minReader: 1, minWriter: 1, sql: `${LOG}${ITEMS}${OPERATING}` };
