import type { Migration } from './migration.ts';

const TEXT = 'text COLLATE "C" NOT NULL';

const WEBHOOKS = `
-- What a service signs its calls with; a secret of its own for each team.
CREATE TABLE webhooks (
  tenant_id ${TEXT}, source ${TEXT}, secret ${TEXT}, created_at bigint NOT NULL, PRIMARY KEY (tenant_id, source)
);

-- Calls that were taken. hash: SHA-256 of the body, since the id of a delivery is not signed.
CREATE TABLE webhook_deliveries (
  tenant_id ${TEXT}, id ${TEXT}, hash ${TEXT}, at bigint NOT NULL, PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX webhook_deliveries_by_hash ON webhook_deliveries (tenant_id, hash);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (tenant_id, at);

-- kind: issue or pull. state: open, closed, merged or gone. updated_at: as the service says, so that nothing older counts later.
CREATE TABLE tracked_issues (
  tenant_id ${TEXT}, project_id ${TEXT}, number bigint NOT NULL, kind ${TEXT}, state ${TEXT}, updated_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, project_id, number)
);
CREATE POLICY of_project ON tracked_issues AS RESTRICTIVE USING (
  coalesce(current_setting('cairn.project', true), '') = ''
  OR project_id = coalesce(current_setting('cairn.project', true), ''));
`;

/** What services outside tell of a team's projects. */
export const webhooks: Migration = { version: 6, sql: WEBHOOKS };
