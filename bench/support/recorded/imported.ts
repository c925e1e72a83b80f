import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig } from '../../../src/config/resolve-config.ts';
import { openLocal } from '../../../src/memory/open.ts';
import type { Store } from '../../../src/store/contract/store.ts';

const SETTLED_MS = 600_000;

/** Imports transcripts into a home of their own, uses its store, and removes it. */
export async function withImported<Result>(paths: string[], use: (store: Store) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const config = resolveConfig({ env: { CAIRN_HOME: folder }, userHome: folder, readText: () => undefined });
  const environment = { home: folder, variables: {} };
  const caller = { surface: 'cli', person: false } as const;
  const { memory, store } = openLocal({ ...config, environment, version: '0.0.0', caller });
  try {
    for await (const _progress of memory.import({ paths }));
    await memory.settled({ timeoutMs: SETTLED_MS });
    return await use(store);
  } finally {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
