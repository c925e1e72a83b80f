import { findAgent } from '../agents/registry.ts';
import type { Caller } from '../api/contract.ts';
import type { Uses } from '../api/methods.ts';
import type { Settings } from '../config/settings.ts';
import { DEADLINES } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import * as LIMITS from '../core/limits.ts';
import { createDoor } from '../ingest/door.ts';
import { Intake } from '../ingest/intake.ts';
import { createInjectionLedger } from '../ingest/ledger.ts';
import { Deriver } from '../pipeline/deriver.ts';
import { createExclusion } from '../privacy/exclude.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import type { Store } from '../store/contract/store.ts';
import { streamEvents } from './export/events.ts';
import { exportEvents } from './export/export-events.ts';
import { refuseAll } from './open-readonly.ts';
import { readUses } from './read-methods.ts';
import { createReads } from './reads.ts';
import { createChangeSignal } from './runtime/change-signal.ts';
import { createLogPages } from './runtime/log-pages.ts';
import { noQuestionVectors } from './runtime/question-vectors.ts';
import { withQuestionVectors } from './runtime/vectored-reads.ts';

/** What a served memory is opened over. */
export interface ServedOptions {
  /** The store of a team: what its homes shared. */
  store: Omit<Store, 'sync'>;
  /** 32 bytes, under which the door hashes. */
  key: Uint8Array;
  settings: Settings;
  /** Aborts when the memory is to end: streams that would go on end. */
  closing: AbortSignal;
}

/** The memory of a team on a server, which has no home: it answers what is asked, and takes in what homes share. */
export interface ServedMemory {
  /** The calls for a caller. What would write is refused: members write in their own homes, and share from there. */
  usesFor(caller: Caller): Uses;
  intake: Pick<Intake, 'brought'>;
  /** A deriver of its own, which is stopped by who asks for it; one server at a time derives a team's memory. */
  createDeriver(): Deriver;
  /** Something was taken in, here or by another server: who follows the log reads on. */
  heard(): void;
}

/** Folder of nobody: a server has no person whose folders it could look at. */
const NO_HOME = '/nonexistent';
const MISSING = 'this server makes no vectors.';

/** Opens the memory of a team. */
export function openServed({ store: given, key, settings, closing }: ServedOptions): ServedMemory {
  // No call of a server asks for what sync remembers of a home.
  const store = given as Store;
  const appended = createChangeSignal();
  const reads = withQuestionVectors(
    createReads(store, { ...settings, home: undefined, userHome: NO_HOME, programs: undefined }),
    noQuestionVectors(MISSING),
    DEADLINES,
  );
  const parts = {
    store,
    appended,
    logPages: createLogPages(store.log, appended),
    closing,
    environment: { home: NO_HOME },
  };
  return {
    usesFor: (caller) => ({
      ...refuseAll(refusal),
      ...readUses(reads, { caller }),
      events: (input, call) => streamEvents(parts, placeProject(input, undefined), call),
      export: (input, call) => exportEvents({ ...parts, isTeam: true }, placeProject(input, undefined), call),
      settled: async () => undefined,
    }),
    intake: createIntake(store, { key, settings, onAppended: appended.ring }),
    // What a step reads and writes is asked of the database at once; meanwhile this thread answers.
    createDeriver: () => new Deriver({ ...store, stepEvents: LIMITS.batchEvents }),
    heard: appended.ring,
  };
}

function createIntake(
  store: Store,
  { key, settings, onAppended }: Pick<ServedOptions, 'key' | 'settings'> & { onAppended: () => void },
): Intake {
  const ledger = createInjectionLedger(store.items);
  const door = createDoor({
    keys: [key],
    exclusion: createExclusion({ paths: [], projects: [] }),
    maxChars: settings['privacy.maxChars'],
    authority: () => 1,
  });
  return new Intake({
    log: store.log,
    door,
    resolveProject: () => undefined,
    branchOf: () => undefined,
    findAgent,
    ledger,
    recordInjection: store.items.recordInjection,
    onAppended,
  });
}

function refusal(): CairnError {
  return new CairnError('not_allowed', "A team's memory is written by its members' homes, not here.", {
    fix: 'Say it in a home of your own and share it: cairn sync',
  });
}
