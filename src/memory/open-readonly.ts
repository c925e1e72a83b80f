import type { Call } from '../api/calls/call.ts';
import { CALLS } from '../api/calls.ts';
import type { Caller, Memory } from '../api/contract.ts';
import { createCheckedMethods, type Uses } from '../api/methods.ts';
import { diskLimits } from '../config/disk-limits.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { DEADLINES } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { lazy } from '../core/lazy.ts';
import { createDiskGauge } from '../platform/disk-room.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import type { Store } from '../store/contract/store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { streamEvents } from './export/events.ts';
import { exportEvents } from './export/export-events.ts';
import { readStatus, type StatusDeps } from './figures/status.ts';
import { readUses } from './read-methods.ts';
import { createReads } from './reads.ts';
import { createChangeSignal } from './runtime/change-signal.ts';
import { type HealthCounterKind, readKept } from './runtime/health-counters.ts';
import { createLogPages } from './runtime/log-pages.ts';
import { noQuestionVectors } from './runtime/question-vectors.ts';
import { withQuestionVectors } from './runtime/vectored-reads.ts';

/**
 * Opens a memory that only reads, with no worker: while a worker writes, it reads an older state. A call that writes or
 * needs a worker is `not_allowed`; `events` reads what is there, with `follow: false`.
 */
export function openReadonly(options: {
  paths: HomePaths;
  settings: Settings;
  userHome: string;
  caller: Caller;
  version: string;
  /** What a call that writes is refused with; by default what the SDK says. */
  refusal?: () => CairnError;
}): Memory {
  const { settings, userHome, caller, refusal = refusalOfSdk } = options;
  const store = openSqliteStore({ path: options.paths.db, readonly: true });
  const missing = settings['embed.model'] === 'none' ? undefined : 'the memory was opened read-only.';
  const reads = withQuestionVectors(
    createReads(store, { ...settings, userHome }),
    noQuestionVectors(missing),
    DEADLINES,
  );
  const closing = new AbortController();
  const appended = createChangeSignal();
  const logPages = createLogPages(store.log, appended);
  const deps = { store, appended, logPages, closing: closing.signal, environment: { home: userHome } };
  const uses: Uses = {
    ...refuseAll(refusal),
    ...readUses(reads, { caller }),
    status: () => readStatus(statusParts(options, store)),
    events: (input, call) =>
      input.follow === false ? streamEvents(deps, placeProject(input, caller.cwd), call) : refuseValues(refusal),
    export: (input, call) => exportEvents(deps, placeProject(input, caller.cwd), call),
    settled: async () => undefined,
  };
  const close = lazy(() => {
    closing.abort();
    return store.close();
  });
  return { ...createCheckedMethods(uses), close, [Symbol.asyncDispose]: close };
}

/** What `readStatus` reads the state of a memory from, where nothing works on it. */
function statusParts({ paths, settings, version }: Parameters<typeof openReadonly>[0], store: Store): StatusDeps {
  const counts = { read: (kind: HealthCounterKind) => readKept(store.log, kind) };
  const disk = createDiskGauge(paths.home, diskLimits(settings));
  return {
    store,
    embedding: { progress: () => ({ state: 'off' }) },
    models: { budget: {} },
    status: { version, home: paths.home, journal: paths.journal, counts, disk },
  };
}

/** Every call as one that is refused. */
export function refuseAll(refusal: () => CairnError): Uses {
  const refuse = async (): Promise<never> => {
    throw refusal();
  };
  const refused = Object.entries<Call>(CALLS).map(([name, { kind }]) => [
    name,
    kind === 'stream' ? () => refuseValues(refusal) : refuse,
  ]);
  // A call that always fails has every input and answer.
  return Object.fromEntries(refused) as Uses;
}

function refusalOfSdk(): CairnError {
  return new CairnError('not_allowed', 'This memory was opened read-only.', { fix: 'Open it without "readonly".' });
}

async function* refuseValues(refusal: () => CairnError): AsyncGenerator<never> {
  yield await Promise.reject(refusal());
}
