import type { Migration } from './migration.ts';

const JUDGEMENTS = `
-- Earlier programs do not know the kinds of events from 28 on.
`;

/** Acts that reopen a memory, and that let another take its place. */
export const judgements: Migration = { version: 12, minReader: 12, minWriter: 12, sql: JUDGEMENTS };
