import type { Call } from '../api/calls/call.ts';
import { CALLS } from '../api/calls.ts';
import type { Caller, Memory } from '../api/contract.ts';
import { createCheckedMethods, type Uses } from '../api/methods.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { DEADLINES } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { lazy } from '../core/lazy.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { streamEvents } from './export/events.ts';
import { exportEvents } from './export/export-events.ts';
import { readUses } from './read-methods.ts';
import { createReads } from './reads.ts';
import { createChangeSignal } from './runtime/change-signal.ts';
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
}): Memory {
  const { settings, userHome, caller } = options;
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
    ...refuseAll(),
    ...readUses(reads, { caller }),
    events: (input, call) =>
      input.follow === false ? streamEvents(deps, placeProject(input, caller.cwd), call) : refuseValues(),
    export: (input, call) => exportEvents(deps, placeProject(input, caller.cwd), call),
    settled: async () => undefined,
  };
  const close = lazy(() => {
    closing.abort();
    return store.close();
  });
  return { ...createCheckedMethods(uses), close, [Symbol.asyncDispose]: close };
}

/** Every call as one that is refused. */
function refuseAll(): Uses {
  const refused = Object.entries<Call>(CALLS).map(([name, { kind }]) => [
    name,
    kind === 'stream' ? refuseValues : refuse,
  ]);
  // A call that always fails has every input and answer.
  return Object.fromEntries(refused) as Uses;
}

async function refuse(): Promise<never> {
  throw new CairnError('not_allowed', 'This memory was opened read-only.', { fix: 'Open it without "readonly".' });
}

async function* refuseValues(): AsyncGenerator<never> {
  yield await refuse();
}
