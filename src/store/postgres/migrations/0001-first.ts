import type { Migration } from './migration.ts';

// In every table: the first column of every key is the tenant, the second the project where a row has one ('' for none).
// Texts compare by their bytes (COLLATE "C"), as SQLite's do. Times are milliseconds since 1970.

const TEXT = 'text COLLATE "C" NOT NULL';
const OPTIONAL = 'text COLLATE "C"';

const SHARED = `
-- Counters: the number that was taken last; also the locks by which a tenant's writers take turns.
CREATE TABLE numbers (tenant_id ${TEXT}, name ${TEXT}, n bigint NOT NULL, PRIMARY KEY (tenant_id, name));

-- How many rows there are, so that nobody counts them: 'event:prompt', 'item:message', 'made', 'bytes'.
CREATE TABLE row_counts (tenant_id ${TEXT}, name ${TEXT}, n bigint NOT NULL, PRIMARY KEY (tenant_id, name));

CREATE TABLE tallies (
  tenant_id ${TEXT}, name ${TEXT}, n bigint NOT NULL, last_at bigint NOT NULL, PRIMARY KEY (tenant_id, name)
);

-- The rules by which rows were made; none when nobody said.
CREATE TABLE stamps (tenant_id ${TEXT}, name ${TEXT}, stamp ${TEXT}, PRIMARY KEY (tenant_id, name));
`;

const LOG = `
-- joined: of a project without a remote, the one of the same root that has one.
CREATE TABLE projects (
  tenant_id ${TEXT}, id ${TEXT}, seq bigint NOT NULL, identity ${TEXT}, name ${TEXT}, given_name ${OPTIONAL},
  root ${OPTIONAL}, remote ${OPTIONAL}, joined ${OPTIONAL},
  PRIMARY KEY (tenant_id, id)
);

-- branch_at: the time of the event that named the branch.
CREATE TABLE sessions (
  tenant_id ${TEXT}, project_id ${TEXT}, id ${TEXT}, seq bigint NOT NULL, agent ${TEXT}, agent_session ${TEXT},
  cwd ${OPTIONAL}, branch ${OPTIONAL}, branch_at bigint, started_at bigint NOT NULL, last_at bigint NOT NULL,
  ended_at bigint, context_lost_at bigint, exposed_at bigint,
  PRIMARY KEY (tenant_id, project_id, id)
);
CREATE INDEX sessions_by_id ON sessions (tenant_id, id);
CREATE INDEX sessions_by_time ON sessions (tenant_id, last_at, seq);
CREATE INDEX sessions_of_project ON sessions (tenant_id, project_id, last_at, seq);

-- sources: with a space between. data: JSON of body, agent and what the columns do not hold; as text, so that it comes back as it was.
CREATE TABLE events (
  tenant_id ${TEXT}, project_id ${TEXT}, id ${TEXT}, seq bigint NOT NULL, session_id ${TEXT}, kind ${TEXT},
  is_act boolean NOT NULL, agent ${TEXT}, at bigint NOT NULL, sources ${TEXT}, authority integer NOT NULL, privacy integer NOT NULL,
  revision integer NOT NULL DEFAULT 0, cwd ${OPTIONAL}, branch ${OPTIONAL}, subagent ${OPTIONAL}, data ${TEXT},
  PRIMARY KEY (tenant_id, project_id, id)
);
CREATE INDEX events_by_seq ON events (tenant_id, seq);
CREATE INDEX events_by_id ON events (tenant_id, id);
CREATE INDEX events_by_session ON events (tenant_id, session_id, seq);
-- Notes and acts, newest first.
CREATE INDEX events_of_acts ON events (tenant_id, at, seq) WHERE is_act;

-- Events that are not derived, by seq.
CREATE TABLE pending (tenant_id ${TEXT}, seq bigint NOT NULL, PRIMARY KEY (tenant_id, seq));

-- Which events (by seq) are about which memory, project or collection.
CREATE TABLE about (tenant_id ${TEXT}, target ${TEXT}, seq bigint NOT NULL, PRIMARY KEY (tenant_id, target, seq));
CREATE INDEX about_by_event ON about (tenant_id, seq);

-- Which events (by seq) hold which long text, by its SHA-256.
CREATE TABLE event_bodies (tenant_id ${TEXT}, hash ${TEXT}, seq bigint NOT NULL, PRIMARY KEY (tenant_id, hash, seq));
CREATE INDEX event_bodies_by_event ON event_bodies (tenant_id, seq);

-- Events without a number of their own: which report of a source's class is which of several equal ones.
CREATE TABLE reports (
  tenant_id ${TEXT}, fingerprint ${TEXT}, class integer NOT NULL, origin bigint NOT NULL, ordinal integer NOT NULL,
  PRIMARY KEY (tenant_id, fingerprint, class, origin)
);
CREATE TABLE deliveries (tenant_id ${TEXT}, id ${TEXT}, at bigint NOT NULL, PRIMARY KEY (tenant_id, id));

-- Hashes of the ids of what was erased. Of a session: reports of what happened in it up to a time are refused.
CREATE TABLE tombstones (tenant_id ${TEXT}, hash ${TEXT}, at bigint NOT NULL, PRIMARY KEY (tenant_id, hash));
CREATE TABLE session_tombstones (tenant_id ${TEXT}, hash ${TEXT}, at bigint NOT NULL, PRIMARY KEY (tenant_id, hash));

CREATE TABLE offsets (
  tenant_id ${TEXT}, path ${TEXT}, agent ${TEXT}, resume_at bigint NOT NULL, size_bytes bigint NOT NULL,
  modified_at double precision NOT NULL, head ${TEXT}, head_bytes bigint NOT NULL, state ${TEXT},
  PRIMARY KEY (tenant_id, path)
);

-- state: JSON. words: hashes of 32 bits, four bytes each, the lowest first.
CREATE TABLE session_contexts (
  tenant_id ${TEXT}, session_id ${TEXT}, stamp ${TEXT}, until bigint NOT NULL, state ${TEXT}, words bytea NOT NULL,
  PRIMARY KEY (tenant_id, session_id)
);

CREATE TABLE guards (
  tenant_id ${TEXT}, key ${TEXT}, seq bigint NOT NULL, value ${TEXT}, source ${TEXT}, how ${TEXT}, at bigint NOT NULL,
  PRIMARY KEY (tenant_id, key, seq)
);
CREATE INDEX guards_loosened ON guards (tenant_id, at) WHERE how = 'loosened';
`;

const ITEMS = `
-- seq: by it items of one time are ordered. sort: what an observation is of, what knowledge states; '' for neither.
-- session_id, event_id, meaning, category, status: '' for none. made: an aggregate. head: JSON of what is read of an item
-- without its words. tokens: what finding it out again would cost. item: JSON of the whole item; as text, so that it comes back as it was.
CREATE TABLE items (
  tenant_id ${TEXT}, project_id ${TEXT}, id ${TEXT}, seq bigint NOT NULL, kind ${TEXT}, sort ${TEXT},
  session_id ${TEXT}, event_id ${TEXT}, at bigint NOT NULL, author ${TEXT}, exposed boolean NOT NULL,
  meaning ${TEXT}, category ${TEXT}, status ${TEXT}, success boolean, tokens bigint NOT NULL,
  hidden boolean NOT NULL,
  retired boolean NOT NULL, made boolean NOT NULL, content_hash bigint NOT NULL, head ${TEXT}, item ${TEXT},
  PRIMARY KEY (tenant_id, project_id, id)
);
CREATE INDEX items_by_id ON items (tenant_id, id);
CREATE INDEX items_by_seq ON items (tenant_id, seq);
CREATE INDEX items_by_project ON items (tenant_id, project_id, kind, at, seq);
CREATE INDEX items_by_kind ON items (tenant_id, kind, at, seq);
CREATE INDEX items_by_time ON items (tenant_id, at, seq);
CREATE INDEX items_by_session ON items (tenant_id, session_id, at, seq) WHERE session_id <> '';
CREATE INDEX items_by_event ON items (tenant_id, event_id) WHERE event_id <> '';
CREATE INDEX items_by_content ON items (tenant_id, project_id, content_hash) WHERE kind = 'observation';
CREATE INDEX items_exposed ON items (tenant_id, project_id, at, seq) WHERE exposed;
CREATE INDEX items_of_persons ON items (tenant_id, project_id, at, seq) WHERE author = 'person' AND kind <> 'prompt';
CREATE INDEX items_failed ON items (tenant_id, at, seq) WHERE kind = 'observation' AND NOT success;
CREATE INDEX items_hidden ON items (tenant_id, at, seq) WHERE hidden;

CREATE TABLE item_files (
  tenant_id ${TEXT}, project_id ${TEXT}, path ${TEXT}, item_id ${TEXT}, changed boolean NOT NULL, seq bigint NOT NULL,
  PRIMARY KEY (tenant_id, project_id, path, item_id, changed)
);
CREATE INDEX item_files_by_path ON item_files (tenant_id, path);
CREATE INDEX item_files_by_item ON item_files (tenant_id, item_id);

CREATE TABLE item_concepts (
  tenant_id ${TEXT}, concept ${TEXT}, item_id ${TEXT}, seq bigint NOT NULL, PRIMARY KEY (tenant_id, concept, item_id)
);
CREATE INDEX item_concepts_by_item ON item_concepts (tenant_id, item_id);

CREATE TABLE links (
  tenant_id ${TEXT}, from_id ${TEXT}, relation ${TEXT}, to_id ${TEXT},
  PRIMARY KEY (tenant_id, from_id, relation, to_id)
);
CREATE INDEX links_to ON links (tenant_id, to_id);
`;

const OPERATING = `
CREATE TABLE injections (
  tenant_id ${TEXT}, seq bigint NOT NULL, session_id ${TEXT}, at bigint NOT NULL, occasion ${TEXT},
  tokens bigint NOT NULL, shingles integer[] NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
CREATE INDEX injections_by_session ON injections (tenant_id, session_id, at);
CREATE INDEX injections_by_time ON injections (tenant_id, at) WHERE occasion <> 'tool';

CREATE TABLE injection_items (
  tenant_id ${TEXT}, injection bigint NOT NULL, place integer NOT NULL, item_id ${TEXT}, section ${OPTIONAL},
  PRIMARY KEY (tenant_id, injection, place)
);
CREATE INDEX injection_items_by_item ON injection_items (tenant_id, item_id, injection);

-- What became of an injected item afterwards in its session. by_id: the item that shows it.
CREATE TABLE injection_uses (
  tenant_id ${TEXT}, injection bigint NOT NULL, place integer NOT NULL, how ${TEXT}, at bigint NOT NULL,
  by_id ${OPTIONAL},
  PRIMARY KEY (tenant_id, injection, place, how)
);
CREATE INDEX injection_uses_by_item ON injection_uses (tenant_id, by_id) WHERE by_id IS NOT NULL;

-- run_at: of a leased job the end of its lease. set_at: when run_at was set. again_at: asked for once more while leased.
CREATE TABLE jobs (
  tenant_id ${TEXT}, id bigint NOT NULL, kind ${TEXT}, key ${TEXT}, payload ${TEXT}, priority double precision NOT NULL,
  run_at bigint NOT NULL, set_at bigint NOT NULL, attempts integer NOT NULL DEFAULT 0,
  state ${TEXT} DEFAULT 'ready', again_at bigint, token ${OPTIONAL}, error ${OPTIONAL}, progress ${OPTIONAL},
  cancelled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX jobs_open ON jobs (tenant_id, kind, key) WHERE state <> 'dead';
CREATE INDEX jobs_due ON jobs (tenant_id, run_at) WHERE state <> 'dead';

-- Answers bought from language models, by what they were asked; several models may have answered the same. answer: JSON.
CREATE TABLE model_answers (
  tenant_id ${TEXT}, seq bigint NOT NULL, key ${TEXT}, purpose ${TEXT}, model ${TEXT}, at bigint NOT NULL, answer ${TEXT},
  PRIMARY KEY (tenant_id, key, model)
);
CREATE TABLE model_answer_sources (
  tenant_id ${TEXT}, source ${TEXT}, key ${TEXT}, model ${TEXT}, PRIMARY KEY (tenant_id, source, key, model)
);
CREATE INDEX model_answer_sources_by_answer ON model_answer_sources (tenant_id, key, model);

-- Items that a model was offered, or need not be, while their words are these.
CREATE TABLE refined (tenant_id ${TEXT}, item_id ${TEXT}, hash bigint NOT NULL, PRIMARY KEY (tenant_id, item_id));

CREATE TABLE model_uses (
  tenant_id ${TEXT}, day ${TEXT}, purpose ${TEXT}, model ${TEXT}, calls bigint NOT NULL, failed bigint NOT NULL,
  input_tokens bigint NOT NULL, output_tokens bigint NOT NULL, cost double precision NOT NULL,
  PRIMARY KEY (tenant_id, day, purpose, model)
);
`;

/** The first shape of the store: everything but searching, vectors and aggregates. */
export const first: Migration = { version: 1, sql: `${SHARED}${LOG}${ITEMS}${OPERATING}` };
