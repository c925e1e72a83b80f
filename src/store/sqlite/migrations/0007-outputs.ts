import type { Migration } from './migration.ts';

const OUTPUTS = `
-- Long texts that ageing has looked at: their middle is gone, or something that was made of them needs it.
CREATE TABLE aged_bodies (body INTEGER PRIMARY KEY REFERENCES bodies ON DELETE CASCADE) STRICT;
`;

/** Marks of outputs that an earlier version looked at to age them; nothing reads or writes them any more. */
export const outputs: Migration = { version: 7, minReader: 5, minWriter: 7, sql: OUTPUTS };
