import type { AppendBatch } from '../../contract/log.ts';
import type { Engine } from '../engine/engine.ts';
import { type AppendResult, appendAll } from './append.ts';

/** What appending needs of the store. */
export interface AppendDeps {
  engine: Engine;
  /** The key under which the paths of forgotten transcripts are hashed. */
  pathKey: Uint8Array;
}

/** Upper bound on the events of one transaction of several batches. */
const EVENTS_MAX = 1_000;

interface WaitingBatch {
  batch: AppendBatch;
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Builds the appending of one tenant. Its transactions take turns in any case; so what arrives while one is under way is
 * written with the next, many batches at once. When that fails, each is tried alone, so that none fails by another.
 */
export function createAppend({ engine, pathKey }: AppendDeps): (batch: AppendBatch) => Promise<AppendResult> {
  const waiting: WaitingBatch[] = [];
  let isRunning = false;
  const write = (batches: readonly AppendBatch[]): Promise<AppendResult[]> =>
    engine.write((tx) => appendAll(tx, batches, pathKey));
  const settle = async (group: readonly WaitingBatch[]): Promise<void> => {
    try {
      const results = await write(group.map(({ batch }) => batch));
      for (const [i, { resolve }] of group.entries()) resolve(results[i] ?? { results: [], repeated: false });
    } catch (error) {
      if (group.length > 1) for (const one of group) await settle([one]);
      else group[0]?.reject(error);
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) await settle(takeGroup(waiting));
    isRunning = false;
  };
  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Takes the first of the waiting batches, and those behind it while their events are not too many. */
function takeGroup(waiting: WaitingBatch[]): WaitingBatch[] {
  let events = 0;
  const end = waiting.findIndex(({ batch }, i) => {
    events += batch.events.length;
    return i > 0 && events > EVENTS_MAX;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}
