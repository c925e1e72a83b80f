import { openPool, type PgPool } from '../src/platform/postgres/postgres.ts';
import { APP_ROLE, migratePostgres } from '../src/store/postgres/engine/migrate.ts';
import { openPostgresStores } from '../src/store/postgres/open-postgres-stores.ts';
import { makeEvent, projectOf, toolEnd } from '../test/store/contract/make.ts';
import { startCluster } from '../test/team/cluster.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult } from './support/result.ts';
import { quantileOf, round, spreadOf } from './support/stats.ts';

const OWNER = 'cairn_owner';
const CLIENTS = 200;
const TENANTS = 20;
const CONNECTIONS = 10;
const TEXT_CHARS = 300;
const RUNS = 5;
const RUN_MS = 6_000;
/** Events a second that one server on two cores must take with its database beside it. */
const WANTED = 1_000;

/** One client's next request, numbered within the client. */
type Request = (client: number, n: number) => Promise<unknown>;

interface Round {
  perSecond: number;
  p50: number;
  p95: number;
}

/** 200 clients that each send one request after the other. */
async function runClients(request: Request): Promise<Round> {
  const times: number[] = [];
  const end = Date.now() + RUN_MS;
  const client = async (which: number): Promise<void> => {
    for (let n = 0; Date.now() < end; n += 1) {
      const began = performance.now();
      await request(which, n);
      times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, (_, which) => client(which)));
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: times.length / seconds, p50: quantileOf(times, 0.5), p95: quantileOf(times, 0.95) };
}

/** A row with the same text in one transaction of its own, into a table with one index: what a durable insert costs. */
function bareOn(pool: PgPool, run: string): Request {
  return async (client, n) => {
    const connection = await pool.connect();
    try {
      const values = [`t${client % TENANTS}`, `${run} ${client} ${n}`, variedText(n + 1, TEXT_CHARS)];
      await connection.query('INSERT INTO bare (tenant, id, data) VALUES ($1, $2, $3)', values);
    } finally {
      connection.release();
    }
  };
}

/** Measures appends of one event each, from many clients, over PostgreSQL beside this process. */
export async function run(): Promise<BenchResult> {
  const server = await startCluster({ isDurable: true });
  try {
    server.psql(`CREATE ROLE ${OWNER} LOGIN`);
    server.psql(`CREATE ROLE ${APP_ROLE} LOGIN`);
    server.psql(`CREATE DATABASE bench OWNER ${OWNER}`);
    const owner = openPool({ url: server.urlOf(OWNER, 'bench') });
    await migratePostgres(owner);
    await owner.close();
    server.psql('CREATE TABLE bare (tenant text, id text, data text, PRIMARY KEY (tenant, id))', 'bench');
    server.psql(`GRANT ALL ON bare TO ${APP_ROLE}`, 'bench');
    const pool = openPool({ url: server.urlOf(APP_ROLE, 'bench'), connections: CONNECTIONS });
    const rounds = await measure(pool, () => server.psql('ANALYZE', 'bench'));
    await pool.close();
    return toResult(rounds);
  } finally {
    await server.stop();
  }
}

interface Rounds {
  ours: Round[];
  bare: Round[];
}

async function measure(pool: PgPool, analyze: () => void): Promise<Rounds> {
  const stores = await openPostgresStores({ pool });
  const append =
    (name: string): Request =>
    (client, n) => {
      const event = makeEvent({
        number: `${name} ${client} ${n}`,
        agentSession: `session ${client}`,
        project: projectOf('shop'),
        cwd: '/w/shop',
        source: 'hook',
        body: toolEnd(variedText(n + 1, TEXT_CHARS)),
      });
      const delivery = { id: `${name} ${client} ${n}`, at: event.at };
      return stores.store(`t${client % TENANTS}`).log.append({ delivery, events: [event] });
    };
  const rounds: Rounds = { ours: [], bare: [] };
  await runClients(append('first'));
  analyze();
  for (let i = 0; i < RUNS; i += 1) {
    rounds.bare.push(await runClients(bareOn(pool, `run ${i}`)));
    rounds.ours.push(await runClients(append(`run ${i}`)));
  }
  return rounds;
}

function toResult({ ours, bare }: Rounds): BenchResult {
  const row = (name: string, rounds: readonly Round[], of: keyof Round): (string | number)[] => {
    const { min, median, max } = spreadOf(rounds.map((one) => one[of]));
    return [name, round(min), round(median), round(max), rounds.length];
  };
  const reached = spreadOf(ours.map(({ perSecond }) => perSecond)).median;
  return {
    title: 'Appends over PostgreSQL',
    about: `${CLIENTS} clients over ${TENANTS} tenants in one process, each with one event of ${TEXT_CHARS} characters after the other, every one acknowledged when it is on the disk; PostgreSQL on the same machine over ${CONNECTIONS} connections. In turns with one insert of the same text in a transaction of its own.`,
    columns: ['', 'min', 'median', 'max', 'runs'],
    rows: [
      row('appends of one event, events/s', ours, 'perSecond'),
      row('p50, ms', ours, 'p50'),
      row('p95, ms', ours, 'p95'),
      row('bare inserts, rows/s', bare, 'perSecond'),
      row('bare p95, ms', bare, 'p95'),
    ],
    bounds: [
      {
        name: 'events a second from 200 clients',
        wanted: `≥ ${WANTED}`,
        reached: String(Math.round(reached)),
        met: reached >= WANTED,
      },
    ],
    notes: [
      'No door, no HTTP: what the store alone takes. Appends of one tenant that arrive together are written together.',
    ],
  };
}
