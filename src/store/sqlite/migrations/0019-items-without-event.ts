import type { Migration } from './migration.ts';

const ITEMS_WITHOUT_EVENT = `
-- What is made of a session has no event. SQLite searched these items of all sessions for those of one, and the more
-- sessions there were, the longer.
DROP INDEX items_by_event;
CREATE INDEX items_by_event ON items (event) WHERE event IS NOT NULL;
CREATE INDEX items_made_of_session ON items (session) WHERE event IS NULL;
`;

/** The index of the items that were made of a session, and that of events without these. */
export const itemsWithoutEvent: Migration = { version: 19, minReader: 17, minWriter: 18, sql: ITEMS_WITHOUT_EVENT };
