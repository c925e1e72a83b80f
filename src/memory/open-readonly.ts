import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { CairnError } from '../core/errors.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Caller, Memory } from './contract.ts';
import { readMethods } from './read-methods.ts';
import { createReads } from './reads.ts';

/** Opens a memory that only reads, with no owner: an older moment of it while one writes. Writes are `not_allowed`. */
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
  const close = (): Promise<void> => store.close();
  return {
    record: refuse,
    remember: refuse,
    forget: refuse,
    import: refuseImport,
    ...readMethods(createReads(store, { ...options.settings, userHome: options.userHome }), options.caller),
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
