// reader.ts is the program of the reader thread: reads over a read-only connection, one call after the other.

import { parentPort, workerData } from 'node:worker_threads';
import { toCairnError } from '../core/errors.ts';
import { createReads } from '../memory/reads.ts';
import type { Reads } from '../memory/runtime/reads-contract.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { ReaderAnswer, ReaderCall, ReaderData } from '../worker/reader-thread.ts';

const { dbPath, settings, vectorsMs } = workerData as ReaderData;
let reads: Reads | undefined;

parentPort?.on('message', async ({ id, name, args }: ReaderCall) => {
  parentPort?.postMessage(await answer(id, name, args));
});

async function answer(id: number, name: ReaderCall['name'], args: unknown[]): Promise<ReaderAnswer> {
  const began = performance.now();
  try {
    reads ??= createReads(openSqliteStore({ path: dbPath, readonly: true, vectorsMs }), settings);
    const read = reads[name] as (...args: unknown[]) => Promise<unknown>;
    const value = await read(...args);
    return { id, value, tookMs: performance.now() - began };
  } catch (error) {
    return { id, error: toCairnError(error).toJSON(), tookMs: performance.now() - began };
  }
}
