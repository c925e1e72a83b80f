import type { Migration } from './migration.ts';

const MERGED_PROJECTS = `
-- merged: the project that a person merged it into. top: where merged and joined lead in the end; NULL where joined alone
-- says it.
ALTER TABLE projects ADD COLUMN merged text COLLATE "C", ADD COLUMN top text COLLATE "C";
`;

/** Projects that a person merged. */
export const mergedProjects: Migration = { version: 7, sql: MERGED_PROJECTS };
