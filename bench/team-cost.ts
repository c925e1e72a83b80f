import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openPool, type PgPool } from '../src/platform/postgres/postgres.ts';
import { createTeam, manageTeam } from '../src/server/access/manage-team.ts';
import { readServerConfig } from '../src/server/server-config.ts';
import { startServer } from '../src/server/start-server.ts';
import { createEngine } from '../src/store/postgres/engine/engine.ts';
import { APP_ROLE, migratePostgres } from '../src/store/postgres/engine/migrate.ts';
import { type Cluster, startCluster } from '../test/team/cluster.ts';
import { ask, eventRecord, homeOf } from '../test/team/team-server.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const OWNER = 'cairn_owner';
const TEAMS = 10;
const BATCH = 100;
const TEXT_CHARS = 300;
const QUESTIONS = 1_000;
const MANAGER = { actor: 'the bench', now: Date.now };
const RECORDS = Number(process.env.CAIRN_BENCH_MOST ?? 2_000);
/** Clock ticks a second in which Linux counts the time of processes. */
const TICKS = 100;

/** Processor seconds that were used so far: by the server with its clients, and by PostgreSQL. */
interface Used {
  server: number;
  database: number;
}

/** Measures what records and questions cost a team's server and its database in processor time, and on the disk. */
export async function run(): Promise<BenchResult> {
  const cluster = await startCluster({ isDurable: true });
  try {
    cluster.psql(`CREATE ROLE ${OWNER} LOGIN`);
    cluster.psql(`CREATE ROLE ${APP_ROLE} LOGIN`);
    cluster.psql(`CREATE DATABASE bench OWNER ${OWNER}`);
    const owner = openPool({ url: cluster.urlOf(OWNER, 'bench') });
    await migratePostgres(owner);
    await owner.close();
    return await measure(cluster);
  } finally {
    await cluster.stop();
  }
}

async function measure(cluster: Cluster): Promise<BenchResult> {
  const env = {
    CAIRN_DATABASE_URL: cluster.urlOf(APP_ROLE, 'bench'),
    CAIRN_SERVER_PORT: '0',
    CAIRN_SERVER_PER_MINUTE: '1000000',
  };
  const server = await startServer(readServerConfig(env), { version: '0.0.0-bench', log: () => undefined });
  const pool = openPool({ url: cluster.urlOf('postgres', 'bench'), connections: 2 });
  const app = openPool({ url: env.CAIRN_DATABASE_URL, connections: 2 });
  try {
    const tokens = await makeTeams(app);
    const before = { size: await sizeOf(pool), used: await usedBy(pool) };
    for (let first = 0; first < RECORDS / TEAMS; first += BATCH)
      for (const token of tokens) await push(server.url, token, first);
    await untilDerived(pool);
    const filled = { size: await sizeOf(pool), used: await usedBy(pool) };
    for (let n = 0; n < QUESTIONS; n += 1) {
      const query = variedText(n + 1, TEXT_CHARS)
        .split(/\W+/)
        .slice(3, 6)
        .join(' ');
      await ask(server.url, '/api/v1/search', { token: tokens[n % TEAMS] ?? '', body: { query, limit: 10 } });
    }
    const asked = await usedBy(pool);
    return toResult({
      bytes: filled.size - before.size,
      records: spent(before.used, filled.used),
      questions: spent(filled.used, asked),
    });
  } finally {
    await server.close();
    await pool.close();
    await app.close();
  }
}

async function makeTeams(pool: PgPool): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < TEAMS; n += 1) {
    const { id } = await createTeam(pool, { name: `Team ${n}`, owner: 'Ada' }, MANAGER);
    tokens.push((await manageTeam(createEngine(pool, id), MANAGER).createToken({ person: 'Ada' })).token);
  }
  return tokens;
}

async function push(url: string, token: string, first: number): Promise<void> {
  const records = Array.from({ length: BATCH }, (_, i) =>
    eventRecord(homeOf('ada'), first + i, { text: variedText(first + i + 1, TEXT_CHARS) }),
  );
  const { status } = await ask(url, '/v1/sync/records', { token, body: { records } });
  if (status !== 200) throw new Error(`a push was answered with ${status}`);
}

/** Waits until every record is taken in and derived. */
async function untilDerived(pool: PgPool): Promise<void> {
  const wanted = Math.ceil(RECORDS / TEAMS / BATCH) * BATCH * TEAMS;
  for (;;) {
    const sql = 'SELECT (SELECT count(*) FROM cairn.item_words) AS made, (SELECT count(*) FROM cairn.pending) AS waits';
    const [row] = await rowsOf<{ made: number; waits: number }>(pool, sql);
    if (row !== undefined && row.made >= wanted && row.waits === 0) return;
    await pause(200);
  }
}

async function sizeOf(pool: PgPool): Promise<number> {
  await rowsOf(pool, 'CHECKPOINT');
  const [row] = await rowsOf<{ bytes: number }>(pool, "SELECT pg_database_size('bench') AS bytes");
  return row?.bytes ?? 0;
}

async function rowsOf<Row>(pool: PgPool, sql: string): Promise<Row[]> {
  const connection = await pool.connect();
  try {
    return (await connection.query<Row>(sql, [])).rows;
  } finally {
    connection.release();
  }
}

async function usedBy(pool: PgPool): Promise<Used> {
  const { user, system } = process.cpuUsage();
  const pids = (await rowsOf<{ pid: number }>(pool, 'SELECT pid FROM pg_stat_activity')).map(({ pid }) => pid);
  const [one] = pids;
  // The server process counts what its children used that have ended.
  const postmaster = one === undefined ? [] : [fieldsOf(one)[1] ?? 0];
  const ended = postmaster.map((pid) => fieldsOf(pid).slice(11, 15));
  const living = pids.map((pid) => fieldsOf(pid).slice(11, 13));
  const ticks = [...ended, ...living].flat().reduce((sum, n) => sum + n, 0);
  return { server: (user + system) / 1e6, database: ticks / TICKS };
}

/** The numbers of `/proc/PID/stat` behind the name: state, parent, …; the times of the process and its children are 11 to 14. */
function fieldsOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

function spent(from: Used, to: Used): Used {
  return { server: to.server - from.server, database: to.database - from.database };
}

function toResult({ bytes, records, questions }: { bytes: number; records: Used; questions: Used }): BenchResult {
  const each = (used: Used, n: number): number[] => [used.server, used.database].map((s) => round((s * 1_000) / n));
  return {
    title: 'What a team server costs',
    about: `${RECORDS} records of ${TEXT_CHARS} characters from ${TEAMS} teams, pushed over HTTP in batches of ${BATCH}, taken in, derived and indexed; then ${QUESTIONS} searches of three words with ten hits over HTTP. Milliseconds of one processor core, of the server's process (which holds the clients, too) and of all processes of PostgreSQL.`,
    columns: ['what', 'server, ms', 'PostgreSQL, ms'],
    rows: [
      ['a record, until it is searchable', ...each(records, RECORDS)],
      ['a question', ...each(questions, QUESTIONS)],
    ],
    bounds: [],
    notes: [`A record takes ${round(bytes / RECORDS)} bytes of the database, indexes included, before any vacuum.`],
  };
}
