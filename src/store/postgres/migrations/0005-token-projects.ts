import type { Migration } from './migration.ts';

/** Where a transaction is bound to one project: its id; elsewhere ''. */
const PROJECT = `coalesce(current_setting('cairn.project', true), '')`;

/** A restrictive policy: rows of a table for which `own` holds, where the transaction is bound to a project. */
function bind(table: string, own: string): string {
  return `CREATE POLICY of_project ON ${table} AS RESTRICTIVE USING (${PROJECT} = '' OR ${own});\n`;
}

const OF_PROJECT = ['sessions', 'events', 'items', 'item_files', 'patterns', 'findings']
  .map((table) => bind(table, `project_id = ${PROJECT}`))
  .join('');

const BOUND = `
-- project_id: of a token that counts for one project alone, NULL of others.
ALTER TABLE tokens ADD COLUMN project_id text COLLATE "C";

-- A transaction that sets cairn.project sees rows of that project alone; these policies narrow the one of the tenant.
${OF_PROJECT}
${bind('projects', `id = ${PROJECT}`)}
-- Records without a project name members, homes and ids, and hold no text.
${bind('sync_records', `project_id = ${PROJECT} OR kind <> 'event'`)}
-- What is counted or spelled over all projects.
${['row_counts', 'tallies', 'lexicon'].map((table) => bind(table, 'false')).join('')}`;

const OWN = `w.tenant_id IS NOT DISTINCT FROM current_setting('cairn.tenant', true)
    AND (${PROJECT} = '' OR w.project_id = ${PROJECT})`;

// As in migration 2, with the project: a policy on the table would keep these functions from the index.
const FUNCTIONS = `
CREATE OR REPLACE FUNCTION find_words(query tsquery, projects text[])
RETURNS TABLE (project_id text, seq bigint, kind text, at bigint, hidden boolean, length integer, words bytea)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 300 SET search_path FROM CURRENT AS $$
  SELECT w.project_id, w.seq, w.kind, w.at, w.hidden, w.length, tsvectorsend(w.words) FROM item_words AS w
  WHERE ${OWN} AND w.words @@ query
    AND (projects IS NULL OR w.project_id = ANY(projects))
$$;

CREATE OR REPLACE FUNCTION count_words(queries tsquery[], most bigint)
RETURNS TABLE (place bigint, n bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 20 SET search_path FROM CURRENT AS $$
  SELECT q.place, c.n FROM unnest(queries) WITH ORDINALITY AS q (query, place)
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (
      SELECT 1 FROM item_words AS w
      WHERE ${OWN} AND w.words @@ q.query LIMIT most) AS f) AS c
$$;

CREATE OR REPLACE FUNCTION some_words(queries tsquery[], most bigint)
RETURNS TABLE (place bigint, seq bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path FROM CURRENT AS $$
  SELECT q.place, f.seq FROM unnest(queries) WITH ORDINALITY AS q (query, place)
  CROSS JOIN LATERAL (
    SELECT w.seq FROM item_words AS w
    WHERE ${OWN} AND w.words @@ q.query LIMIT most) AS f
$$;
`;

/** Tokens of one project, and transactions that see it alone. */
export const tokenProjects: Migration = { version: 5, sql: `${BOUND}${FUNCTIONS}` };
