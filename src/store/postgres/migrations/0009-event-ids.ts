import type { Migration } from './migration.ts';

const TEXT = 'text COLLATE "C" NOT NULL';

const EVENT_IDS = `
-- Which number the event of an id has: an id is here once, whatever month its event is in.
CREATE TABLE event_ids (
  tenant_id ${TEXT}, id ${TEXT}, seq bigint NOT NULL, PRIMARY KEY (tenant_id, id) INCLUDE (seq)
);

-- How far the ids of what is there already were copied; of no tenant, and gone with the next step.
CREATE TABLE event_ids_copied (tenant_id ${TEXT}, seq bigint NOT NULL, PRIMARY KEY (tenant_id, seq));
INSERT INTO event_ids_copied VALUES ('', 0);

-- The owner copies for all tenants; what follows takes these policies away.
CREATE POLICY of_copying ON events FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY of_copying ON event_ids TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY of_copying ON event_ids_copied TO CURRENT_USER USING (true) WITH CHECK (true);
`;

/** Where the ids of events lead, filled by the steps of the next migration. */
export const eventIds: Migration = { version: 9, sql: EVENT_IDS };
