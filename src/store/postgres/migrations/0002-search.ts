import type { Migration } from './migration.ts';

const TEXT = 'text COLLATE "C" NOT NULL';

const OWN = `w.tenant_id IS NOT DISTINCT FROM current_setting('cairn.tenant', true)`;

const WORDS = `
-- The words of items that a question may find (not of retired ones). words: stems, each behind a prefix for the tenant
-- and for whether it is of an aggregate; positions of the title have weight A, of the text B, of the terms C. length: how
-- many words, stems that occur twice counted twice.
CREATE TABLE item_words (
  tenant_id ${TEXT},
  project_id ${TEXT},
  seq bigint NOT NULL,
  kind ${TEXT},
  at bigint NOT NULL,
  hidden boolean NOT NULL,
  length integer NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (tenant_id, project_id, seq)
);
CREATE INDEX item_words_by_time ON item_words (tenant_id, project_id, at, seq);
CREATE INDEX item_words_by_seq ON item_words (tenant_id, seq);
-- Every question reads the whole list of entries that wait to be merged, so it is kept short (in kB).
CREATE INDEX item_words_index ON item_words USING gin (words) WITH (gin_pending_list_limit = 64);

-- Under row security no index serves an operator that is not LEAKPROOF, and @@ is none. So the index is read by functions
-- of the owner, who sees every row of this one table by the policy below; each function reads rows of the transaction's
-- tenant alone. IS NOT DISTINCT FROM, since with = the planner also reads an index of the tenant: it cannot know that all
-- rows that match are of one tenant.
CREATE POLICY of_functions ON item_words FOR SELECT TO CURRENT_USER USING (true);

-- The rows that match a query, of some projects or of all. words: in PostgreSQL's binary form.
CREATE FUNCTION find_words(query tsquery, projects text[])
RETURNS TABLE (project_id text, seq bigint, kind text, at bigint, hidden boolean, length integer, words bytea)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 300 SET search_path FROM CURRENT AS $$
  SELECT w.project_id, w.seq, w.kind, w.at, w.hidden, w.length, tsvectorsend(w.words) FROM item_words AS w
  WHERE ${OWN} AND w.words @@ query
    AND (projects IS NULL OR w.project_id = ANY(projects))
$$;

-- How many rows match each query, counted up to a number.
CREATE FUNCTION count_words(queries tsquery[], most bigint)
RETURNS TABLE (place bigint, n bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 20 SET search_path FROM CURRENT AS $$
  SELECT q.place, c.n FROM unnest(queries) WITH ORDINALITY AS q (query, place)
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (
      SELECT 1 FROM item_words AS w
      WHERE ${OWN} AND w.words @@ q.query LIMIT most) AS f) AS c
$$;

-- Some rows that match each query, at most so many each.
CREATE FUNCTION some_words(queries tsquery[], most bigint)
RETURNS TABLE (place bigint, seq bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path FROM CURRENT AS $$
  SELECT q.place, f.seq FROM unnest(queries) WITH ORDINALITY AS q (query, place)
  CROSS JOIN LATERAL (
    SELECT w.seq FROM item_words AS w
    WHERE ${OWN} AND w.words @@ q.query LIMIT most) AS f
$$;

-- How many rows of item_words there are, and the sum of their lengths: of aggregates, and of all others.
CREATE TABLE word_totals (
  tenant_id ${TEXT},
  made boolean NOT NULL,
  items bigint NOT NULL,
  words bigint NOT NULL,
  PRIMARY KEY (tenant_id, made)
);

-- Words as items contain them, folded but not stemmed, to recognise fragments and misspellings.
CREATE TABLE lexicon (
  tenant_id ${TEXT},
  word ${TEXT},
  PRIMARY KEY (tenant_id, word)
);

-- Items that share a band may be nearly the same.
CREATE TABLE near_bands (
  tenant_id ${TEXT},
  band integer NOT NULL,
  at bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (tenant_id, band, at, seq)
);
`;

const VECTORS = `
-- in_use: for the model whose vectors count. stored: how many items have a vector of it.
CREATE TABLE vector_models (
  tenant_id ${TEXT},
  model ${TEXT},
  dimensions integer NOT NULL,
  in_use boolean NOT NULL DEFAULT false,
  stored bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, model, dimensions)
);

-- number: greater with each row of a tenant, so that who knows all up to one reads on from there. seq: 0 while a rebuild
-- has not made the item again. project_id, kind, at, made: of the item. hash: of the text that was embedded. data: int8,
-- times scale of unit length.
CREATE TABLE vectors (
  tenant_id ${TEXT},
  number bigint NOT NULL,
  seq bigint NOT NULL,
  project_id ${TEXT},
  kind ${TEXT},
  at bigint NOT NULL,
  made boolean NOT NULL,
  model ${TEXT},
  dimensions integer NOT NULL,
  hash bigint NOT NULL,
  scale double precision NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (tenant_id, number)
);
CREATE INDEX vectors_by_item ON vectors (tenant_id, seq) WHERE seq > 0;
CREATE INDEX vectors_by_hash ON vectors (tenant_id, hash);
CREATE INDEX vectors_released ON vectors (tenant_id) WHERE seq = 0;

-- Items that have no vector of any model yet; those of another model than the one in use wait too.
CREATE TABLE vector_waiting (
  tenant_id ${TEXT},
  at bigint NOT NULL,
  seq bigint NOT NULL,
  hash bigint NOT NULL,
  PRIMARY KEY (tenant_id, at, seq)
);
CREATE INDEX vector_waiting_by_item ON vector_waiting (tenant_id, seq);
CREATE INDEX vector_waiting_by_hash ON vector_waiting (tenant_id, hash);
`;

const DISTILLED = `
-- Sessions whose items changed since they were distilled. mark: grows with each change. least: what was distilled under a
-- lesser mark is refused, since something was forgotten meanwhile.
CREATE TABLE undistilled (
  tenant_id ${TEXT},
  session_id ${TEXT},
  mark bigint NOT NULL,
  least bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, session_id)
);

-- What findings are of. hash: SHA-256 of key, since a key may be longer than an index takes. item_id: what was made of all
-- findings, '' without any. waits: it may be another now. mark: grows with each change.
CREATE TABLE patterns (
  tenant_id ${TEXT},
  project_id ${TEXT},
  kind ${TEXT},
  hash ${TEXT},
  key ${TEXT},
  item_id ${TEXT} DEFAULT '',
  waits boolean NOT NULL DEFAULT false,
  mark bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, project_id, kind, hash)
);
CREATE INDEX patterns_by_item ON patterns (tenant_id, item_id) WHERE item_id <> '';
CREATE INDEX patterns_waiting ON patterns (tenant_id) WHERE waits;

-- What one session tells of a pattern. data: JSON of what else a finding has.
CREATE TABLE findings (
  tenant_id ${TEXT},
  project_id ${TEXT},
  kind ${TEXT},
  hash ${TEXT},
  session_id ${TEXT},
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  data ${TEXT},
  PRIMARY KEY (tenant_id, project_id, kind, hash, session_id)
);
CREATE INDEX findings_by_session ON findings (tenant_id, session_id);
CREATE INDEX findings_by_time ON findings (tenant_id, kind, last_at);
`;

/** Full text, vectors, near-duplicates, aggregates of sessions. */
export const search: Migration = { version: 2, sql: `${WORDS}${VECTORS}${DISTILLED}` };
