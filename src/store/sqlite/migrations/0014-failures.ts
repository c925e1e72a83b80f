import type { Migration } from './migration.ts';

const FAILURES = `
-- Calls of tools that failed: one in twenty or fewer, which a list of them alone would have to look for among all.
CREATE INDEX items_failed ON items (kind, at) WHERE kind = 0 AND detail ->> '$.success' = 0;
`;

/** An index of the calls that failed. */
export const failures: Migration = { version: 14, minReader: 12, minWriter: 12, sql: FAILURES };
