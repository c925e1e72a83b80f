import { AGENTS, findAgent } from '../agents/registry.ts';
import type { AgentEnvironment } from '../agents/shared/contract.ts';
import { createDeriver } from '../capture/deriver.ts';
import { createDoor } from '../capture/door.ts';
import { createIntake } from '../capture/intake.ts';
import { createProjectResolver } from '../capture/project.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { now } from '../platform/clock.ts';
import { ensureFolder } from '../platform/files.ts';
import { openHomeKey } from '../platform/home-key.ts';
import { createExclusion } from '../privacy/exclude.ts';
import type { Store } from '../store/contract.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Caller, StatusResult } from './contract.ts';
import { createLedger } from './ledger.ts';
import type { LocalMemory } from './local.ts';
import { createLocalMemory } from './local.ts';
import type { Reads } from './reads.ts';
import { createReads } from './reads.ts';

/** What opening a local memory needs. The caller holds the owner's lock. */
export interface OpenOptions {
  paths: HomePaths;
  settings: Settings;
  environment: AgentEnvironment;
  version: string;
  caller: Caller;
  /** Reads elsewhere, in a thread for one; default in this process. */
  reads?: Reads;
  owner?: StatusResult['owner'];
}

/** A local memory and what its owner needs beside it. */
export interface OpenedMemory {
  memory: LocalMemory;
  store: Store;
  intake: ReturnType<typeof createIntake>;
  deriver: ReturnType<typeof createDeriver>;
}

/** Opens the store (made when missing) and wires the memory over it; closing the memory closes the store. */
export function openLocal(options: OpenOptions): OpenedMemory {
  const { paths, settings, environment } = options;
  ensureFolder(paths.home);
  const store = openSqliteStore({ path: paths.db });
  const ledger = createLedger(store.items);
  const door = createDoor({
    key: openHomeKey(paths.key),
    exclusion: createExclusion({
      paths: settings['privacy.excludePaths'],
      projects: settings['privacy.excludeProjects'],
    }),
    maxChars: settings['privacy.maxChars'],
    authority: (agent, kind, source) => authorityOf(agent, kind, source),
    ledger: ledger.of,
  });
  const deriver = createDeriver({ log: store.log, items: store.items });
  const intake = createIntake({
    log: store.log,
    door,
    resolveProject: createProjectResolver({ userHome: environment.home, now }),
    findAgent,
    prepare: ledger.load,
    onAppended: () => deriver.wake(),
  });
  const reads = options.reads ?? createReads(store, { ...settings, userHome: environment.home });
  const close = async (): Promise<void> => {
    await deriver.stop();
    await store.checkpoint();
    await store.close();
  };
  const status = {
    version: options.version,
    home: paths.home,
    journal: paths.journal,
    ...(options.owner === undefined ? {} : { owner: options.owner }),
  };
  const parts = { store, intake, deriver, reads, agents: AGENTS, environment, status, ledger, close };
  deriver.wake();
  return { memory: createLocalMemory(parts, options.caller), store, intake, deriver };
}

/** 2 when the agent's capabilities name this source as the authority for this kind; callers of the SDK speak for themselves. */
export function authorityOf(agent: string, kind: Parameters<typeof pick>[1], source: string): 1 | 2 {
  if (source !== 'hook' && source !== 'transcript') return 2;
  return pick(agent, kind) === source ? 2 : 1;
}

function pick(agent: string, kind: keyof NonNullable<ReturnType<typeof findAgent>>['capabilities']['authority']) {
  return findAgent(agent)?.capabilities.authority[kind];
}
