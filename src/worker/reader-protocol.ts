import type { ReadSettings } from '../context/context-reads.ts';
import type { ErrorShape } from '../core/errors.ts';
import type { Reads } from '../memory/runtime/reads-contract.ts';

/** Names of the reads that a thread answers. */
export type ReadName = keyof Reads;

/** What a reader thread is started with. */
export interface ReaderData {
  dbPath: string;
  settings: ReadSettings;
  /** Milliseconds that a question waits for vectors to be read into memory. */
  vectorsMs: number;
}

/** One call to a reader thread. */
export interface ReaderCall {
  id: number;
  name: ReadName;
  args: unknown[];
}

/** What a reader thread answers to a call. */
export type ReaderAnswer = { id: number; value: unknown } | { id: number; error: ErrorShape };
