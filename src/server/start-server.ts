// server: a team's memory over PostgreSQL, for many homes at once. It keeps nothing on its own disk, so that any number of
// servers can stand behind a balancer.

import { toCairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { listenTo } from '../platform/postgres/listen.ts';
import { openPool, type PgPool } from '../platform/postgres/postgres.ts';
import { createEngine, type Engine } from '../store/postgres/engine/engine.ts';
import { openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { ACCESS_CHANNEL } from '../store/postgres/team/access-notice.ts';
import { SYNC_CHANNEL, TAKEN_CHANNEL } from '../store/postgres/team/sync-records.ts';
import { tenantIds } from '../store/postgres/team/tenants.ts';
import { createOpenAnswers } from './access/open-answers.ts';
import { createPrincipals } from './access/principals.ts';
import { createAtOnce, createRequestLimit, type RequestLimit } from './access/request-limits.ts';
import { listenAt } from './listen.ts';
import { createIdentityProvider } from './login/identity-provider.ts';
import type { LoginDeps } from './login/login-routes.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createPageApp } from './pages/page-app.ts';
import { createServerApp } from './server-app.ts';
import type { ServerConfig } from './server-config.ts';
import { keepMakingMonths } from './tenants/make-months.ts';
import { createTenantMemories } from './tenants/tenant-memories.ts';
import { type WatchedReplica, watchReplica } from './tenants/watch-replica.ts';

/** A server that answers. */
export interface RunningServer {
  url: string;
  /** Is not ready from now on, answers what is under way, and ends. */
  close(): Promise<void>;
}

/** What a server is started with besides its configuration. */
export interface StartOptions {
  version: string;
  log: ServerLog;
  /** The folder of the built dashboard of a team; absent: the server shows none. */
  pageFolder?: string | undefined;
}

/** What a server tells of itself: one line each. */
export type ServerLog = (level: 'info' | 'error', message: string) => void;

/** Requests that one token may make at once, as a share of those of a minute. */
const BURST_SHARE = 0.25;
/** Bodies of one address that are read at once before their signature is known, at most 1 MiB each. */
const UNSIGNED = 16;
/** How often one login may end: a person comes back once. */
const FINISHES = { perMinute: 1, burst: 5 };

/**
 * Starts a server over a database that was migrated. Throws `not_allowed` when its role could see rows of other teams,
 * `unsupported` when a migration waits, `not_running` when the database does not answer, `busy` when the port is taken.
 */
export async function startServer(
  config: ServerConfig,
  { version, log, pageFolder }: StartOptions,
): Promise<RunningServer> {
  const { pool, replica, closeDatabases } = openDatabases(config);
  const leaving = new AbortController();
  try {
    const stores = await openPostgresStores({ pool, replica });
    const metrics = createMetrics(gaugesOf({ openMemories: () => memories.openCount(), replica }));
    const memories = createTenantMemories({ pool, stores, metrics, leaving: leaving.signal, version });
    const listener = listenTo({
      url: config.databaseUrl,
      channels: [SYNC_CHANNEL, TAKEN_CHANNEL, ACCESS_CHANNEL],
      onNotice(channel, tenant) {
        if (channel === SYNC_CHANNEL) memories.changed(tenant);
        else if (channel === TAKEN_CHANNEL) memories.heard(tenant);
        else for (const one of [principals, openAnswers]) one.changed(tenant);
      },
      onConnected: () => memories.lookAround(),
    });
    const engineOf = (tenant: string, project?: string): Engine => createEngine(pool, tenant, { project });
    const principals = createPrincipals(engineOf);
    const openAnswers = createOpenAnswers({ engineOf, isSure: listener.isSure });
    const limit = limitOf(config);
    const common = { engineOf, teamIds: () => tenantIds(pool), limit, now };
    const login: LoginDeps = { ...common, ...loginOf(config) };
    let address = config.address ?? new URL('http://127.0.0.1/');
    const own = { principals, limit, login, engineOf };
    const app = createServerApp({
      ...own,
      openAnswers,
      page: createPageApp({ ...own, memoryOf: memories.memoryOf, folder: pageFolder, address: () => address }),
      proxies: config.proxies,
      webhooks: { ...common, atOnce: createAtOnce(UNSIGNED) },
      answerCall: memories.answerCall,
      answerMcp: memories.answerMcp,
      isReady: () => answers(pool),
      replicaState: () => replica?.state(),
      metrics,
      metricsToken: config.metricsToken,
      version,
      leaving: leaving.signal,
    });
    const listening = await listenAt(app, config);
    address = config.address ?? new URL(listening.url);
    const months = keepMakingMonths(pool, (message) => log('info', message));
    log('info', `answers at ${listening.url}, version ${version}`);
    return {
      url: listening.url,
      async close() {
        leaving.abort();
        log('info', 'ends: takes no request any more');
        await listening.close(config.drainMs);
        openAnswers.close();
        await listener.close();
        await memories.close();
        await months.close();
        await closeDatabases();
        log('info', 'ended');
      },
    };
  } catch (error) {
    await closeDatabases();
    log('error', toCairnError(error).message);
    throw error;
  }
}

/** How people log in, as the configuration says. */
function loginOf({ provider, address, loginMs }: ServerConfig) {
  return {
    provider: provider && createIdentityProvider(provider),
    address,
    limitFinish: createRequestLimit({ ...FINISHES, now }),
    lastsMs: loginMs,
  };
}

function limitOf({ perMinute }: ServerConfig): RequestLimit {
  return createRequestLimit({ perMinute, burst: Math.max(1, Math.ceil(perMinute * BURST_SHARE)), now });
}

/** Connections to the database, and to its replica where there is one. */
function openDatabases({ databaseUrl, read, connections }: ServerConfig) {
  const pool = openPool({ url: databaseUrl, connections });
  const replica =
    read && watchReplica({ primary: pool, pool: openPool({ url: read.url, connections }), mostMs: read.mostLagMs });
  const closeDatabases = async (): Promise<void> => {
    await replica?.close();
    await pool.close();
  };
  return { pool, replica, closeDatabases };
}

function gaugesOf({ openMemories, replica }: { openMemories: () => number; replica: WatchedReplica | undefined }) {
  const ofReplica = replica && {
    cairn_read_replica_used: {
      help: '1 while searches go to the replica, 0 while they go to the one database.',
      read: () => (replica.state() === 'used' ? 1 : 0),
    },
    cairn_read_replica_lag_seconds: {
      help: 'Seconds by which the replica is behind; -1 while it is down.',
      read: () => (replica.state() === 'down' ? -1 : replica.lagMs() / 1_000),
    },
  };
  return {
    ...ofReplica,
    cairn_open_memories: { help: 'Memories of teams that this server has open.', read: openMemories },
    process_resident_memory_bytes: { help: 'Memory of this process in bytes.', read: () => process.memoryUsage.rss() },
  };
}

async function answers(pool: PgPool): Promise<boolean> {
  try {
    const connection = await pool.connect();
    try {
      await connection.exec('');
      return true;
    } finally {
      connection.release();
    }
  } catch (error) {
    ignore(error, 'the database does not answer');
    return false;
  }
}
