import type { Migration } from './migration.ts';

const MERGED_PROJECTS = `
-- merged: the project that a person merged it into. Derived from events, as given_name is.
ALTER TABLE projects ADD COLUMN merged INTEGER REFERENCES projects ON DELETE SET NULL;
-- top: where merged and joined lead in the end; NULL where joined alone says it.
ALTER TABLE projects ADD COLUMN top INTEGER REFERENCES projects ON DELETE SET NULL;
`;

/** Projects that a person merged. Older programs do not know the event that says so. */
export const mergedProjects: Migration = { version: 20, minReader: 20, minWriter: 20, sql: MERGED_PROJECTS };
