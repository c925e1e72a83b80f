import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { asString, type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import type { PgPool } from '../../src/platform/postgres/postgres.ts';
import { runServerCommand } from '../../src/server/commands/run-command.ts';
import { readServerConfig } from '../../src/server/server-config.ts';
import { type RunningServer, startServer } from '../../src/server/start-server.ts';
import { APP_ROLE, TENANT_TABLES } from '../../src/store/postgres/engine/migrate.ts';
import { type EventRecord, homeIdOf, sharedEventId, type TombstoneRecord, tombstoneId } from '../../src/sync/wire.ts';
import { DIST } from '../support/built-program.ts';
import type { Cluster } from './cluster.ts';
import { createDatabase, OWNER } from './engines.ts';

/** A database of its own, brought to the newest schema by `cairn server migrate`, and what a server's admin does with it. */
export interface TeamServer {
  /** The name of the database. */
  database: string;
  env: Record<string, string>;
  /** Runs `cairn server WORDS --json`; fails unless it ends with 0. */
  admin(...words: string[]): Promise<JsonValue>;
  /** Runs it, whatever comes of it. */
  run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Adds a team with the owner Ada; gives its id and a token of hers. */
  team(name?: string): Promise<{ tenant: string; token: string }>;
  token(tenant: string, person: string, ...more: string[]): Promise<{ id: string; token: string }>;
  start(more?: Record<string, string>): Promise<RunningServer>;
}

/** Makes a database, in the process's own cluster or another, and migrates it. */
export async function openTeamServer(context: TestContext, cluster?: Cluster): Promise<TeamServer> {
  const { server, name } = await createDatabase(cluster);
  const env: Record<string, string> = {
    CAIRN_DATABASE_URL: server.urlOf(APP_ROLE, name),
    CAIRN_DATABASE_OWNER_URL: server.urlOf(OWNER, name),
    CAIRN_SERVER_PORT: '0',
    CAIRN_SERVER_METRICS_TOKEN: 'prometheus',
    CAIRN_SERVER_DRAIN_SECONDS: '5',
  };
  const run: TeamServer['run'] = (...words) => runWords(words, env);
  const admin: TeamServer['admin'] = async (...words) => {
    const { code, stdout, stderr } = await run(...words, '--json');
    assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`);
    return parseJson(stdout) ?? null;
  };
  await admin('migrate');
  const token: TeamServer['token'] = async (tenant, person, ...more) => {
    const given = (await admin('token', 'create', person, '--tenant', tenant, ...more)) as JsonObject;
    return { id: asString(given.id) ?? '', token: asString(given.token) ?? '' };
  };
  return {
    database: name,
    env,
    admin,
    run,
    token,
    async team(called = 'Acme') {
      const { id } = (await admin('tenant', 'create', called, '--owner', 'Ada')) as JsonObject;
      const tenant = asString(id) ?? '';
      return { tenant, token: (await token(tenant, 'Ada')).token };
    },
    async start(more = {}) {
      const started = await startServer(readServerConfig({ ...env, ...more }), {
        version: '0.0.0-test',
        log: () => undefined,
        pageFolder: `${DIST}/team-web`,
      });
      context.after(() => started.close());
      return started;
    },
  };
}

/** Runs `cairn server WORDS` in this process. */
export async function runWords(
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runServerCommand(words, {
    env,
    version: '0.0.0-test',
    now: Date.now,
    signal: new AbortController().signal,
    actor: 'the test',
    print: (text) => void out.push(text),
    say: (text) => void err.push(text),
  });
  return { code, stdout: out.join('\n'), stderr: err.join('\n') };
}

/** The id of a home for a test. */
export const homeOf = (name: string): string => homeIdOf(name);

/** A record of a memory, as a home makes it. */
export function eventRecord(
  home: string,
  n: number,
  more: { text?: string; version?: number; detail?: JsonObject } = {},
): EventRecord {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const digits = String(n)
    .padStart(6, '0')
    .replace(/\d/g, (digit) => letters[Number(digit)] ?? 'a');
  const target = `o_aaaaaaaaaa${digits}`;
  const version = more.version ?? 1_764_228_000_000 + n;
  const at = 1_764_228_000_000 + n;
  return {
    version: 1,
    kind: 'event',
    id: sharedEventId({ home, target, version }),
    home,
    member: 'Whoever the record says',
    at,
    project: { identity: 'github.com/acme/app' },
    memory: {
      target,
      version,
      from: {},
      item: {
        kind: 'knowledge',
        title: `Rule ${n}`,
        text: more.text ?? `Rule ${n}: deploy on day ${n} only.`,
        author: 'person',
        exposed: false,
        at,
        rule: 'noted@5',
        detail: { knowledge: 'decision', status: 'stated', ...more.detail },
      },
    },
  };
}

/** A record that erases a memory of its home. */
export function tombstoneRecord(of: EventRecord): TombstoneRecord {
  const erases = [{ target: of.memory.target, until: of.memory.version }];
  const said = { home: of.home, at: of.at + 1, erases };
  return { version: 1, kind: 'tombstone', id: tombstoneId(said), ...said, member: 'x', reason: 'forgotten' };
}

/** Asks a server with a token. */
export async function ask(
  url: string,
  path: string,
  {
    token,
    body,
    headers = {},
    method,
    signal,
  }: {
    token?: string;
    body?: unknown;
    headers?: Record<string, string>;
    method?: string;
    signal?: AbortSignal;
  },
): Promise<{ status: number; value: JsonObject; headers: Headers }> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(signal === undefined ? {} : { signal }),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, value: (parseJson(text) ?? { text }) as JsonObject, headers: response.headers };
}

/** The tables of Cairn in which a row of any tenant holds some words; asked as the superuser. */
export async function tablesWith(pool: PgPool, words: string): Promise<string[]> {
  const connection = await pool.connect();
  try {
    await connection.exec('SET search_path TO cairn');
    const { rows } = await connection.query<{ name: string }>(TENANT_TABLES, []);
    const found: string[] = [];
    for (const { name } of rows) {
      const sql = `SELECT 1 FROM ${name} AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`;
      if ((await connection.query(sql, [words])).rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    connection.release();
  }
}

/** All records from a cursor on, page by page. */
export async function pullAll(url: string, token: string, limit = 500): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (let after = ''; ; ) {
    const { status, value } = await ask(url, `/v1/sync/records?after=${after}&limit=${limit}`, { token });
    assert.equal(status, 200, JSON.stringify(value));
    records.push(...(value.records as JsonObject[]));
    after = asString(value.next) ?? '';
    if (value.more !== true) return records;
  }
}
