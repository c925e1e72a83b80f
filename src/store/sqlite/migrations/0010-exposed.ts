import type { Migration } from './migration.ts';

const EXPOSED = `
-- What may be the words of others: few items of a project, if any.
CREATE INDEX items_exposed ON items (project, kind, at) WHERE exposed = 1;
`;

/** An index of the exposed items. */
export const exposed: Migration = { version: 10, minReader: 9, minWriter: 9, sql: EXPOSED };
