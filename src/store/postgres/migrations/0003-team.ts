import type { Migration } from './migration.ts';

const TEXT = 'text COLLATE "C" NOT NULL';
const OPTIONAL = 'text COLLATE "C"';

const TEAM = `
-- A tenant is a team. key: 64 hexadecimal digits, under which its door hashes. max_records, max_bytes: NULL for no bound.
CREATE TABLE tenants (
  tenant_id ${TEXT}, name ${TEXT}, key ${TEXT}, created_at bigint NOT NULL, disabled_at bigint,
  max_records bigint, max_bytes bigint,
  PRIMARY KEY (tenant_id)
);
CREATE POLICY of_owner ON tenants FOR SELECT TO CURRENT_USER USING (true);

-- The ids of all teams that are not disabled: what a server looks after when it starts. Nothing else of a team is told.
CREATE FUNCTION tenant_ids() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
  AS 'SELECT tenant_id FROM tenants WHERE disabled_at IS NULL ORDER BY tenant_id';

-- role: owner, member or reader. subject: who it is at the identity provider.
CREATE TABLE people (
  tenant_id ${TEXT}, id ${TEXT}, name ${TEXT}, role ${TEXT}, subject ${OPTIONAL}, created_at bigint NOT NULL,
  removed_at bigint,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX people_by_name ON people (tenant_id, name) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX people_by_subject ON people (tenant_id, subject) WHERE removed_at IS NULL AND subject IS NOT NULL;

-- hash: SHA-256 of the whole token in hexadecimal digits. scopes: words with a space between.
CREATE TABLE tokens (
  tenant_id ${TEXT}, id ${TEXT}, person_id ${TEXT}, name ${TEXT}, hash ${TEXT}, scopes ${TEXT},
  created_at bigint NOT NULL, expires_at bigint, revoked_at bigint, used_at bigint,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX tokens_by_hash ON tokens (tenant_id, hash);
CREATE INDEX tokens_by_person ON tokens (tenant_id, person_id);

CREATE TABLE audit (
  tenant_id ${TEXT}, seq bigint NOT NULL, at bigint NOT NULL, actor ${TEXT}, action ${TEXT}, target ${TEXT},
  detail ${TEXT},
  PRIMARY KEY (tenant_id, seq)
);
`;

const SYNC = `
-- A home belongs to the person whose token used it first.
CREATE TABLE sync_homes (
  tenant_id ${TEXT}, home ${TEXT}, person_id ${TEXT}, first_at bigint NOT NULL, PRIMARY KEY (tenant_id, home)
);

-- record: the record as JSON, NULL once a tombstone erased it. target, version: of an event.
CREATE TABLE sync_records (
  tenant_id ${TEXT}, project_id ${TEXT}, id ${TEXT}, seq bigint NOT NULL, kind ${TEXT}, home ${TEXT},
  person_id ${TEXT}, target ${TEXT}, version bigint NOT NULL, bytes bigint NOT NULL, at bigint NOT NULL, record ${OPTIONAL},
  PRIMARY KEY (tenant_id, project_id, id)
);
CREATE UNIQUE INDEX sync_records_by_seq ON sync_records (tenant_id, seq);
CREATE UNIQUE INDEX sync_records_by_id ON sync_records (tenant_id, id);
CREATE INDEX sync_records_by_target ON sync_records (tenant_id, home, target, version) WHERE kind = 'event';

CREATE TABLE sync_erased (
  tenant_id ${TEXT}, home ${TEXT}, target ${TEXT}, until bigint NOT NULL, PRIMARY KEY (tenant_id, home, target)
);

CREATE TABLE sync_usage (
  tenant_id ${TEXT}, records bigint NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (tenant_id)
);

-- Which server does a work that one alone may do at a time, and until when it holds that.
CREATE TABLE leases (
  tenant_id ${TEXT}, name ${TEXT}, holder ${TEXT}, until bigint NOT NULL, PRIMARY KEY (tenant_id, name)
);
`;

/** Teams, people, tokens, what was done, and what homes hand each other. */
export const team: Migration = { version: 3, sql: `${TEAM}${SYNC}` };
