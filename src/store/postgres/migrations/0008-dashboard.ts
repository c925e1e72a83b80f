import type { Migration } from './migration.ts';

/** Where a transaction is bound to one project: its id; elsewhere ''. */
const PROJECT = `coalesce(current_setting('cairn.project', true), '')`;

/**
 * The policy of migration 5 as a CASE. The planner took `'' = '' OR …` for a condition that one row in a hundred meets, and so
 * sorted all rows of a project for the newest few; of a CASE it expects half.
 */
function bind(table: string, own: string): string {
  return `DROP POLICY of_project ON ${table};
CREATE POLICY of_project ON ${table} AS RESTRICTIVE USING (CASE WHEN ${PROJECT} = '' THEN true ELSE ${own} END);\n`;
}

const BOUND = [
  ...['sessions', 'events', 'items', 'item_files', 'patterns', 'findings', 'tracked_issues'].map((table) =>
    bind(table, `project_id = ${PROJECT}`),
  ),
  bind('projects', `id = ${PROJECT}`),
  bind('sync_records', `(project_id = ${PROJECT} OR kind <> 'event')`),
].join('');

const DASHBOARD = `
CREATE INDEX sync_homes_by_person ON sync_homes (tenant_id, person_id);
-- The newest records of a home, and those of a project that were not erased.
CREATE INDEX sync_records_by_home ON sync_records (tenant_id, home, seq);
CREATE INDEX sync_records_of_project ON sync_records (tenant_id, project_id, seq)
  WHERE kind = 'event' AND record IS NOT NULL;
`;

/** What the dashboard of a team reads. */
export const dashboard: Migration = { version: 8, sql: `${BOUND}${DASHBOARD}` };
