import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../src/store/contract/store.ts';
import { importRecorded, openBenchMemory } from '../bench-memory.ts';

const SETTLED_MS = 600_000;

/** Imports transcripts into a home of their own, uses its store, and removes it. */
export async function withImported<Result>(paths: string[], use: (store: Store) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const { memory, store } = openBenchMemory(folder);
  try {
    await importRecorded(memory, { paths });
    await memory.settled({ timeoutMs: SETTLED_MS });
    return await use(store);
  } finally {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
