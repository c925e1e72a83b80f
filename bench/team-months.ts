import { openPool } from '../src/platform/postgres/postgres.ts';
import { APP_ROLE, migratePostgres } from '../src/store/postgres/engine/migrate.ts';
import { openPostgresStores, type PostgresStore } from '../src/store/postgres/open-postgres-stores.ts';
import { eventIdOf, makeEvent, projectOf, toolEnd } from '../test/store/contract/make.ts';
import { type Cluster, startCluster } from '../test/team/cluster.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';

const OWNER = 'cairn_owner';
const EVENTS = Number(process.env.CAIRN_BENCH_MOST ?? 7_200);
const BATCH = 100;
const SESSION_EVENTS = 50;
const ROUNDS = 60;
const TEXT_CHARS = 300;
const TENANT = 'acme';

/** Milliseconds of each kind of call, at the median. */
type Figures = Record<string, number>;

/** Measures appends and reads of a log whose events are in one month's table, and in the tables of three years. */
export async function run(): Promise<BenchResult> {
  const cluster = await startCluster({ isDurable: true, settings: ['shared_buffers=512MB'] });
  try {
    cluster.psql(`CREATE ROLE ${OWNER} LOGIN; CREATE ROLE ${APP_ROLE} LOGIN`);
    const found: [string, Figures][] = [];
    for (const months of [1, 12, 36]) found.push([`${months}`, await measure(cluster, months)]);
    return toResult(found);
  } finally {
    await cluster.stop();
  }
}

async function measure(cluster: Cluster, months: number): Promise<Figures> {
  const database = `months_${months}`;
  cluster.psql(`CREATE DATABASE ${database} OWNER ${OWNER}`);
  const owner = openPool({ url: cluster.urlOf(OWNER, database) });
  await migratePostgres(owner);
  await owner.close();
  if (months > 1) cluster.psql(makeTables(months), database);
  const pool = openPool({ url: cluster.urlOf(APP_ROLE, database) });
  const { log } = (await openPostgresStores({ pool })).store(TENANT);
  try {
    for (let n = 0; n < EVENTS; n += BATCH) {
      const isNext = months > 1 && n > 0 && n % (EVENTS / months) === 0;
      if (isNext) cluster.psql(`UPDATE cairn.numbers SET n = ((n >> 36) + 1) << 36 WHERE name = 'events'`, database);
      await append(log, n, BATCH);
    }
    cluster.psql('VACUUM ANALYZE', database);
    return await timeCalls(log);
  } finally {
    await pool.close();
  }
}

/** The tables of months after those that the migration made, as it makes them. */
function makeTables(months: number): string {
  return `DO $$ DECLARE month integer; name text; BEGIN
    SET LOCAL search_path TO cairn; SET LOCAL ROLE ${OWNER};
    FOR month IN event_month() + 4 .. event_month() + ${months} LOOP
      name := event_table(month);
      EXECUTE format('CREATE TABLE %I (LIKE events)', name);
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
      EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
        name, month::bigint << 36, (month + 1)::bigint << 36);
    END LOOP;
  END $$`;
}

const sessionOf = (n: number): string => `session ${Math.floor(n / SESSION_EVENTS)}`;

async function append(log: PostgresStore['log'], first: number, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, i) =>
    makeEvent({
      number: `${first + i}`,
      agentSession: sessionOf(first + i),
      project: projectOf('shop'),
      source: 'hook',
      body: toolEnd(variedText(first + i + 1, TEXT_CHARS)),
    }),
  );
  await log.append({ events });
}

async function timeCalls(log: PostgresStore['log']): Promise<Figures> {
  const last = await log.lastSeq();
  const idOf = (n: number) => eventIdOf(String(n), sessionOf(n));
  const scattered = (i: number, count: number): number[] =>
    Array.from({ length: count }, (_, k) => (i * 7919 + k * 104_729) % EVENTS);
  const middle = await log.events([idOf(Math.floor(EVENTS / 2))]);
  const calls: Record<string, (i: number) => Promise<unknown>> = {
    'append 1 new event': (i) => append(log, EVENTS + i, 1),
    'append 100 new events': (i) => append(log, 2 * EVENTS + i * 100, 100),
    'append 100 known events of all times': (i) =>
      log.append({ events: scattered(i, 100).map((n) => makeEvent({ number: `${n}`, agentSession: sessionOf(n) })) }),
    'read an event by its id': (i) => log.events(scattered(i, 1).map(idOf)),
    'read 100 events of all times by their ids': (i) => log.events(scattered(i, 100).map(idOf)),
    'read a session': (i) =>
      log.select(
        { session: makeEvent({ agentSession: sessionOf((i * 7919) % EVENTS) }).session },
        { after: 0, limit: 100 },
      ),
    'read on from the middle, 100 events': () => log.since(middle[0]?.seq ?? 0, 100),
    'the newest 20 acts': () => log.acts({ limit: 20 }),
    'the last number': () => log.lastSeq(),
    'what is pending, 100 events': () => log.pending(100),
  };
  if (last === 0) throw new Error('nothing was appended');
  const figures: Figures = {};
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const began = performance.now();
      await call(i);
      times.push(performance.now() - began);
    }
    figures[name] = round(quantileOf(times, 0.5));
  }
  return figures;
}

function toResult(found: readonly [string, Figures][]): BenchResult {
  const names = Object.keys(found[0]?.[1] ?? {});
  return {
    title: 'Events in a table for each month',
    about: `${EVENTS} events of ${TEXT_CHARS} characters of one team, all of one month, or spread over 12 and over 36; each call ${ROUNDS} times in a row; milliseconds, medians.`,
    columns: ['call', ...found.map(([months]) => `${months} month${months === '1' ? '' : 's'}`)],
    rows: names.map((name) => [name, ...found.map(([, figures]) => figures[name] ?? 0)]),
    bounds: [],
  };
}
