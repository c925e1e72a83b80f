import type { Migration } from './migration.ts';

const DISTILLED = `
-- Sessions whose items changed since they were distilled. mark: grows with each change. least: what was distilled under a
-- lesser mark is refused, since something was forgotten meanwhile.
CREATE TABLE undistilled (
  session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  mark INTEGER NOT NULL,
  least INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What findings are of. project: 0 for none. hash: 53 bits, of key. item: the id of what was made of all findings, NULL
-- without any.
CREATE TABLE pattern_keys (
  seq INTEGER PRIMARY KEY,
  project INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  key TEXT NOT NULL,
  item BLOB
) STRICT;
CREATE INDEX pattern_keys_by_hash ON pattern_keys (project, kind, hash);
CREATE INDEX pattern_keys_by_item ON pattern_keys (item) WHERE item IS NOT NULL;

-- What one session tells of a pattern. data: JSON of what else a finding has.
CREATE TABLE findings (
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  pattern INTEGER NOT NULL REFERENCES pattern_keys,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (session, pattern)
) WITHOUT ROWID, STRICT;
CREATE INDEX findings_by_pattern ON findings (pattern, last_at);

-- Patterns that may be others now. mark: as in undistilled.
CREATE TABLE patterns_waiting (
  pattern INTEGER PRIMARY KEY REFERENCES pattern_keys ON DELETE CASCADE,
  mark INTEGER NOT NULL
) STRICT;

-- What was derived before there was anything of whole sessions.
INSERT INTO undistilled (session, mark) SELECT seq, 1 FROM sessions;
`;

const RETIRED = `
-- hidden: a set of bits, 1 for what is hidden, 2 for what is retired, which has no words in the index.
CREATE INDEX items_retired ON items (seq) WHERE hidden > 1;
`;

const IS_MADE = 'event IS NULL AND kind IN (4, 6, 7, 9)';
const WORDS = `SELECT seq,
  CASE WHEN typeof(title) = 'text' THEN title
       WHEN title >= 0 THEN substr(text, 1, title)
       ELSE substr(text, 1, -title) || '…' END AS title,
  text, terms
FROM items WHERE ifnull(hidden, 0) < 2`;

const MADE = `
-- The words of what is made of other items (kinds 4, 6, 7 and 9 without an event) have an index of their own.
CREATE VIEW made_words AS ${WORDS} AND ${IS_MADE};
CREATE VIRTUAL TABLE made_fts USING fts5 (
  title, text, terms,
  content = 'made_words', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO made_fts (made_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO made_fts (rowid, title, text, terms) SELECT seq, title, text, terms FROM made_words ORDER BY seq;
INSERT INTO items_fts (items_fts, rowid, title, text, terms)
  SELECT 'delete', seq, title, text, terms FROM made_words ORDER BY seq;
INSERT OR REPLACE INTO counters (name, n) SELECT 'made', count(*) FROM made_words;
DROP VIEW item_words;
CREATE VIEW item_words AS ${WORDS} AND NOT (${IS_MADE});
`;

const OPERATING = `
-- A lease is ended by who holds its token. set_at: when run_at was set. progress: JSON, as the work told it last.
-- cancelled: 1 for a leased job that was asked to stop.
ALTER TABLE jobs ADD COLUMN token TEXT;
ALTER TABLE jobs ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN progress TEXT;
ALTER TABLE jobs ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;
`;

const MODELS = `
-- Answers bought from language models, by what they were asked; several models may have answered the same. answer: JSON.
CREATE TABLE model_answers (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  purpose TEXT NOT NULL,
  model TEXT NOT NULL,
  at INTEGER NOT NULL,
  answer TEXT NOT NULL,
  UNIQUE (key, model)
) STRICT;

-- Items and sessions of which an answer was made: it is forgotten with any of them.
CREATE TABLE model_answer_sources (
  source BLOB NOT NULL,
  answer INTEGER NOT NULL REFERENCES model_answers ON DELETE CASCADE,
  PRIMARY KEY (source, answer)
) WITHOUT ROWID, STRICT;
CREATE INDEX model_answer_sources_by_answer ON model_answer_sources (answer);

-- Items of which a model was asked, or needs not be asked, while their words are these.
CREATE TABLE refined (item BLOB PRIMARY KEY, hash INTEGER NOT NULL) WITHOUT ROWID, STRICT;
-- A session is read page by page by time, then id: of one whose items all have one time no page reads them all.
DROP INDEX items_by_session;
CREATE INDEX items_by_session ON items (session, at, id);
-- Items that are made of whole sessions.
CREATE INDEX items_of_sessions ON items (kind, at) WHERE event IS NULL;

CREATE TABLE model_uses (
  day TEXT NOT NULL,
  purpose TEXT NOT NULL,
  model TEXT NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost REAL NOT NULL,
  PRIMARY KEY (day, purpose, model)
) WITHOUT ROWID, STRICT;
`;

const METER = `
-- The part of a block that a memory stood in.
ALTER TABLE injection_items ADD COLUMN section TEXT;

-- What became of told memories afterwards in their session. how: its place in USES. by: the id of the item that shows it.
CREATE TABLE injection_uses (
  injection INTEGER NOT NULL,
  place INTEGER NOT NULL,
  how INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by BLOB,
  PRIMARY KEY (injection, place, how)
) WITHOUT ROWID, STRICT;
CREATE INDEX injection_uses_by_item ON injection_uses (by) WHERE by IS NOT NULL;
CREATE INDEX injections_by_time ON injections (at) WHERE occasion <> 'tool';
`;

/** Aggregates of sessions and patterns over several sessions; leases of jobs with an owner. */
export const distilled: Migration = {
  version: 5,
  minReader: 5,
  minWriter: 5,
  sql: `${DISTILLED}${RETIRED}${MADE}${OPERATING}${MODELS}${METER}`,
};
