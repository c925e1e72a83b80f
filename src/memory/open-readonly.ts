import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { CairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Caller, Memory } from './contract.ts';
import { createReads } from './reads.ts';

/** Opens a memory that only reads, with no owner: an older moment of it while one writes. Writes are `not_allowed`. */
export function openReadonly(options: {
  paths: HomePaths;
  settings: Settings;
  userHome: string;
  caller: Caller;
}): Memory {
  const store = openSqliteStore({ path: options.paths.db, readonly: true });
  const reads = createReads(store, { ...options.settings, userHome: options.userHome });
  const refuse = async (): Promise<never> => {
    throw new CairnError('not_allowed', 'This memory was opened read-only.', { fix: 'Open it without "readonly".' });
  };
  const { cwd } = options.caller;
  const close = (): Promise<void> => store.close();
  return {
    record: refuse,
    remember: refuse,
    forget: refuse,
    import: refuseImport,
    search: (input) => reads.search(typeof input === 'string' ? { query: input } : input, now()),
    get: (ids) => reads.get(typeof ids === 'string' ? [ids] : ids),
    context: (input = {}) =>
      reads.context(
        { ...(cwd === undefined ? {} : { cwd }), ...(typeof input === 'string' ? { prompt: input } : input) },
        now(),
      ),
    status: refuse,
    settled: async () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

// biome-ignore lint/correctness/useYield: it refuses before there is anything to yield
async function* refuseImport(): AsyncGenerator<never> {
  throw new CairnError('not_allowed', 'This memory was opened read-only.', { fix: 'Open it without "readonly".' });
}
