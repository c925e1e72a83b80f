import type { Migration } from './migration.ts';

const BRANCHES = `
-- A label, like cwd.
ALTER TABLE events ADD COLUMN branch INTEGER;
-- The branch of the last event that names one, and that event's time.
ALTER TABLE sessions ADD COLUMN branch TEXT;
ALTER TABLE sessions ADD COLUMN branch_at INTEGER;
`;

/** The git branch of events, and of sessions. */
export const branches: Migration = { version: 8, minReader: 5, minWriter: 8, sql: BRANCHES };
