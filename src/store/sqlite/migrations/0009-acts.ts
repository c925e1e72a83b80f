import type { Migration } from './migration.ts';

const ACTS = `
-- Notes (14) and the kinds of acts after them, newest first. Earlier programs do not know the kinds from 25 on.
CREATE INDEX events_of_acts ON events (at, seq) WHERE kind >= 14;
`;

/** What people and agents stated and did with memories, by time; acts that mute, and that take an act back. */
export const acts: Migration = { version: 9, minReader: 9, minWriter: 9, sql: ACTS };
