import type { Migration } from './migration.ts';

const STATEMENTS = `
-- What persons (author 0) stated: observations (kind 0), of which theirs are notes alone, and knowledge (kind 1).
CREATE INDEX items_of_persons ON items (project, kind, at) WHERE author = 0 AND kind < 2;
`;

/** An index of what persons stated, which is little beside what agents did. */
export const statements: Migration = { version: 11, minReader: 9, minWriter: 9, sql: STATEMENTS };
