import type { Caller, Memory } from '../api/contract.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { DEADLINES } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { tellEvents } from './export/events.ts';
import { exportEvents } from './export/export-events.ts';
import { readMethods } from './read-methods.ts';
import { createReads } from './reads.ts';
import { createChangeSignal } from './runtime/change-signal.ts';
import { once } from './runtime/once.ts';
import { noQuestionVectors } from './runtime/question-vectors.ts';
import { withQuestionVectors } from './runtime/vectored-reads.ts';

/**
 * Opens a memory that only reads, with no owner: an older moment of it while one writes. What writes or needs an owner is
 * `not_allowed`; `events` tells what is there, with `follow: false`.
 */
export function openReadonly(options: {
  paths: HomePaths;
  settings: Settings;
  userHome: string;
  caller: Caller;
}): Memory {
  const store = openSqliteStore({ path: options.paths.db, readonly: true });
  const refuse = async (): Promise<never> => {
    throw new CairnError('not_allowed', 'This memory was opened read-only.', { fix: 'Open it without "readonly".' });
  };
  const reads = createReads(store, { ...options.settings, userHome: options.userHome });
  const missing = options.settings['embed.model'] === 'none' ? undefined : 'the memory was opened read-only.';
  const closing = new AbortController();
  const environment = { home: options.userHome };
  const told = { store, appended: createChangeSignal(), closing: closing.signal, environment };
  const close = once(() => {
    closing.abort();
    return store.close();
  });
  return {
    record: refuse,
    remember: refuse,
    update: refuse,
    checkpoint: refuse,
    forget: refuse,
    prune: refuse,
    consolidate: refuse,
    collect: refuse,
    import: refuseAll,
    events: (input = {}, call = {}) =>
      input.follow === false ? tellEvents(told, input, { ...call, cwd: options.caller.cwd }) : refuseAll(),
    export: (input = {}, { signal } = {}) => exportEvents(told, input, { cwd: options.caller.cwd, signal }),
    llm: refuse,
    doctor: refuse,
    jobs: refuse,
    rebuild: refuse,
    ...readMethods(withQuestionVectors(reads, noQuestionVectors(missing), DEADLINES), options.caller),
    status: refuse,
    settled: async () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

// biome-ignore lint/correctness/useYield: it refuses before there is anything to yield
async function* refuseAll(): AsyncGenerator<never> {
  throw new CairnError('not_allowed', 'This memory was opened read-only.', { fix: 'Open it without "readonly".' });
}
