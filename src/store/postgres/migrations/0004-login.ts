import type { Migration } from './migration.ts';

const LOGIN = `
-- email: by which a person is found at the first login, in small letters; afterwards it is the subject that counts.
ALTER TABLE people ADD COLUMN email text COLLATE "C";
CREATE UNIQUE INDEX people_by_email ON people (tenant_id, email) WHERE removed_at IS NULL AND email IS NOT NULL;
`;

/** People who log in at an identity provider. */
export const login: Migration = { version: 4, sql: LOGIN };
