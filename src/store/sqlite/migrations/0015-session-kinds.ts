import type { Migration } from './migration.ts';

const SESSION_KINDS = `
-- The kinds of a session's items are counted, and its prompts are found, without reading the items.
DROP INDEX items_by_session;
CREATE INDEX items_by_session ON items (session, at, id, kind);
`;

/** The index of a session's items with their kinds. */
export const sessionKinds: Migration = { version: 15, minReader: 12, minWriter: 12, sql: SESSION_KINDS };
