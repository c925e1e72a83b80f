import type { Migration } from './migration.ts';

const KINDS = `
-- The newest of a kind, whatever their project: a list over everything reads one run of it instead of one a project.
-- seq > 0 holds for every row: who does not say it is not planned along this index.
CREATE INDEX items_by_kind ON items (kind, at) WHERE seq > 0;
`;

/** An index of the items by kind and time. */
export const kinds: Migration = { version: 13, minReader: 12, minWriter: 12, sql: KINDS };
