import type { Migration } from './migration.ts';

/** Copies the ids of the next events, in the order of tenant and number; writes no row when all are copied. */
const COPY_IDS = `
WITH next AS (
  SELECT e.tenant_id, e.id, e.seq FROM event_ids_copied AS c, events AS e
  WHERE (e.tenant_id, e.seq) > (c.tenant_id, c.seq) ORDER BY e.tenant_id, e.seq LIMIT 10000
), copied AS (
  INSERT INTO event_ids (tenant_id, id, seq) SELECT n.tenant_id, n.id, n.seq FROM next AS n ON CONFLICT DO NOTHING
), last AS (
  SELECT n.tenant_id, n.seq FROM next AS n ORDER BY n.tenant_id DESC, n.seq DESC LIMIT 1
)
UPDATE event_ids_copied AS c SET tenant_id = l.tenant_id, seq = l.seq FROM last AS l`;

const COPY_REST = `
-- What servers wrote while ids were copied. Nobody writes from here on until the end of this step.
LOCK TABLE events IN ACCESS EXCLUSIVE MODE;
INSERT INTO event_ids (tenant_id, id, seq) SELECT e.tenant_id, e.id, e.seq FROM events AS e
  WHERE NOT EXISTS (SELECT 1 FROM event_ids AS i WHERE i.tenant_id = e.tenant_id AND i.id = e.id);
DROP TABLE event_ids_copied;
DROP POLICY of_copying ON events;
DROP POLICY of_copying ON event_ids;
`;

const SPLIT = `
-- What is there already stays where it is, as the part before all months: when it arrived was never kept.
ALTER TABLE events RENAME TO events_before;
ALTER TABLE events_before DROP CONSTRAINT events_pkey;
DROP INDEX events_by_seq;
DROP INDEX events_by_id;
ALTER INDEX events_by_session RENAME TO events_before_by_session;
ALTER INDEX events_of_acts RENAME TO events_before_of_acts;
-- arrived_at: 0 of what was there. An older server, which knows neither this column nor event_ids, cannot add an event.
ALTER TABLE events_before ADD COLUMN arrived_at bigint NOT NULL DEFAULT 0;
ALTER TABLE events_before ALTER COLUMN arrived_at DROP DEFAULT;

-- The highest digits of an event's number are the month in which it arrived, so the number says in which part it is.
CREATE TABLE events (LIKE events_before INCLUDING DEFAULTS) PARTITION BY RANGE (seq);
ALTER TABLE events ADD PRIMARY KEY (tenant_id, seq);
CREATE INDEX events_of_project ON events (tenant_id, project_id, seq);
CREATE INDEX events_by_session ON events (tenant_id, session_id, seq);
CREATE INDEX events_of_acts ON events (tenant_id, at, seq) WHERE is_act;
-- As migration 8 has it.
CREATE POLICY of_project ON events AS RESTRICTIVE USING (
  CASE WHEN coalesce(current_setting('cairn.project', true), '') = '' THEN true
    ELSE project_id = coalesce(current_setting('cairn.project', true), '') END);
ALTER TABLE events ATTACH PARTITION events_before FOR VALUES FROM (MINVALUE) TO (68719476736);

-- Numbers of months that were dropped, when nobody made a later one: nothing is ever refused.
CREATE TABLE events_rest (LIKE events);
ALTER TABLE events ATTACH PARTITION events_rest DEFAULT;
`;

const MONTHS = `
-- The month of this transaction: 1 for January 2026, 2 for February, and so on.
CREATE FUNCTION event_month() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT greatest(1, ((extract(year FROM now() AT TIME ZONE 'UTC') - 2026) * 12
    + extract(month FROM now() AT TIME ZONE 'UTC'))::integer)
$$;

-- The table of a month.
CREATE FUNCTION event_table(month integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'events_' || (2026 + (month - 1) / 12) || '_' || lpad(((month - 1) % 12 + 1)::text, 2, '0')
$$;

-- The number before the first one of this month; 0 where its table was not made: then events stay in the last month made.
CREATE FUNCTION event_base() RETURNS bigint LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT CASE WHEN to_regclass(event_table(event_month())) IS NULL THEN 0 ELSE event_month()::bigint << 36 END
$$;

-- Makes the tables of this month and of the three after it, as the owner; gives the names of those it made. Who may call it
-- chooses nothing. Attaching a table keeps nobody from reading and writing the other months.
CREATE FUNCTION make_event_months() RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  month integer;
  name text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1130460530) THEN RETURN; END IF;
  FOR month IN event_month() .. event_month() + 3 LOOP
    name := event_table(month);
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE events)', name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_tenant ON %I USING (tenant_id = current_setting(''cairn.tenant'', true) AND tenant_id <> '''')', name);
    EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
      name, month::bigint << 36, (month + 1)::bigint << 36);
    RETURN NEXT name;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION make_event_months() FROM PUBLIC;
`;

/** Events in a table for each month in which they arrived. */
export const eventMonths: Migration = { version: 10, before: COPY_IDS, sql: `${COPY_REST}${SPLIT}${MONTHS}` };
