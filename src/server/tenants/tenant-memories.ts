// server/tenants: the memory of each team, opened when it is asked for. What homes hand over is derived by the server that
// holds the team's lease; all servers answer from what was derived.

import type { Memory } from '../../api/contract.ts';
import { toMemory, type Uses } from '../../api/methods.ts';
import { resolveConfig } from '../../config/resolve-config.ts';
import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError } from '../../core/errors.ts';
import { randomId } from '../../core/hash.ts';
import type { TeamMcp } from '../../mcp/team-http.ts';
import { openServed, type ServedMemory } from '../../memory/open-served.ts';
import { ignore } from '../../platform/ignored.ts';
import type { PgPool } from '../../platform/postgres/postgres.ts';
import { createEngine, type Engine } from '../../store/postgres/engine/engine.ts';
import type { PostgresStore, PostgresStores } from '../../store/postgres/open-postgres-stores.ts';
import { dropLease, takeLease } from '../../store/postgres/team/leases.ts';
import { readTenantKey, tenantIds } from '../../store/postgres/team/tenants.ts';
import type { Principal } from '../access/principals.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createDeriveQueue } from './derive-queue.ts';
import { takeInRecords } from './take-in-records.ts';
import { agentUses, createTeamApp, type TeamApp, teamUses } from './team-app.ts';

/** The memories of teams that a server has open. */
export interface TenantMemories {
  /** Answers a call of `/api/v1/`. */
  answerCall(who: Principal, request: Request): Promise<Response>;
  /** Answers MCP. */
  answerMcp(who: Principal, request: Request): Promise<Response>;
  /** The memory of who asks: a team's, or that of a token's project. */
  memoryOf(who: Principal): Promise<Memory>;
  /** The log of a team grew: what came is taken in and derived, here or by the server that does so already. */
  changed(tenant: string): void;
  /** Records of a team were taken in. */
  heard(tenant: string): void;
  /** Looks after all teams: something may have been missed. */
  lookAround(): void;
  openCount(): number;
  close(): Promise<void>;
}

/** What memories are opened with. */
export interface TenantMemoriesDeps {
  pool: PgPool;
  stores: PostgresStores;
  metrics: Metrics;
  leaving: AbortSignal;
  version: string;
}

interface OpenTeam {
  engine: Engine;
  store: PostgresStore;
  memory: ServedMemory;
  uses: Uses;
  app: TeamApp;
}

/** Memories that are open at once, the one used last being kept longest. */
const OPEN = 500;
const LEASE = { name: 'derive', ms: 30_000 } as const;
/** Teams that one server derives at once, and milliseconds until one is tried again that another server derived. */
const QUEUE = { atOnce: 4, againMs: 2_000 } as const;
const SETTLED_MS = 600_000;

/** Builds the memories of teams. */
export function createTenantMemories(deps: TenantMemoriesDeps): TenantMemories {
  const open = new Map<string, Promise<OpenTeam>>();
  const holder = randomId();
  const teamOf = (tenant: string, project?: string): Promise<OpenTeam> => {
    const name = nameOf(tenant, project);
    const known = open.get(name) ?? openTeam(deps, tenant, project);
    open.delete(name);
    open.set(name, known);
    dropOldest(open, OPEN);
    known.catch(() => open.delete(name));
    return known;
  };
  // Loaded with the first request for it: most servers answer none.
  let loading: Promise<TeamMcp> | undefined;
  const mcp = (): Promise<TeamMcp> => {
    loading ??= import('../../mcp/team-http.ts').then(({ createTeamMcp }) => createTeamMcp(deps));
    return loading;
  };
  const queue = createDeriveQueue({
    derive: async (tenant) => deriveTeam(await teamOf(tenant), { ...deps, holder }),
    ...QUEUE,
  });
  return {
    answerCall: async (who, request) => (await teamOf(who.tenant, who.project)).app(request),
    answerMcp: async (who, request) =>
      (await mcp())(request, toMemory(agentUses((await teamOf(who.tenant, who.project)).memory))),
    memoryOf: async (who) => toMemory((await teamOf(who.tenant, who.project)).uses),
    changed: queue.add,
    heard(tenant) {
      for (const [name, team] of open) {
        if (name !== tenant && !name.startsWith(nameOf(tenant, ''))) continue;
        team
          .then(({ memory }) => memory.heard())
          .catch((error: unknown) => ignore(error, 'a memory could not be opened'));
      }
    },
    lookAround() {
      tenantIds(deps.pool)
        .then((tenants) => tenants.forEach(queue.add))
        .catch((error: unknown) => ignore(error, 'the teams could not be listed'));
    },
    openCount: () => open.size,
    close: queue.close,
  };
}

/** Takes in what homes handed over and derives it, under a lease that one server has at a time; false while another has it. */
async function deriveTeam(
  team: OpenTeam,
  { holder, leaving, metrics }: Pick<TenantMemoriesDeps, 'leaving' | 'metrics'> & { holder: string },
): Promise<boolean> {
  const { engine, memory } = team;
  const hold = (): Promise<boolean> => takeLease(engine, { ...LEASE, holder });
  if (!(await hold())) return false;
  const extending = setInterval(() => {
    hold().catch((error: unknown) => ignore(error, 'a lease could not be extended'));
  }, LEASE.ms / 3);
  const deriver = memory.createDeriver();
  try {
    const taken = await takeInRecords(team, async () => !leaving.aborted && hold());
    await deriver.settled(SETTLED_MS);
    metrics.count('cairn_derived_events_total', {}, taken);
    memory.heard();
    return true;
  } finally {
    clearInterval(extending);
    await deriver.stop();
    await dropLease(engine, { name: LEASE.name, holder });
  }
}

/** Calls that go on in the log from where they ended: a place that a replica has not reached would be skipped. */
function followsLog({ url }: Request): boolean {
  return /^\/api\/v1\/(?:events|export)\b/.test(new URL(url).pathname);
}

/** Under which name the memory of a team, or of one project of it, is open. */
function nameOf(tenant: string, project: string | undefined): string {
  return project === undefined ? tenant : `${tenant} ${project}`;
}

async function openTeam(
  { pool, stores, leaving, version }: TenantMemoriesDeps,
  tenant: string,
  project: string | undefined,
): Promise<OpenTeam> {
  const engine = createEngine(pool, tenant);
  const key = await readTenantKey(engine);
  if (key === undefined) throw new CairnError('not_found', `There is no team ${tenant}.`);
  const store = project === undefined ? stores.store(tenant) : stores.projectStore(tenant, project);
  // A server has no file of settings: the defaults are those of every home.
  const { settings } = resolveConfig({ env: {}, userHome: '/nonexistent', readText: () => undefined });
  const memory = openServed({ store, key, settings, closing: leaving });
  const uses = teamUses(memory);
  const app = createTeamApp({ uses, leaving, version });
  if (!stores.isReplicated) return { engine, store, memory, uses, app };
  const second = openServed({ store: stores.readStore(tenant, project), key, settings, closing: leaving });
  const fromReplica = createTeamApp({ uses: teamUses(second), leaving, version });
  return { engine, store, memory, uses, app: (request) => (followsLog(request) ? app : fromReplica)(request) };
}
