import { DEADLINES as HOOK_DEADLINES, timesEach } from './hook-deadlines.ts';

/**
 * The deadlines that the product uses, in milliseconds. After each one the caller continues without the result, fails with
 * `timeout`, or ends what it waits for. Whoever opens a memory, a worker or a client, passes them on. Not here: the
 * time limit of a model server, which is a setting or an option of its adapter, and SQLite's lock timeouts.
 */
export const DEADLINES = {
  ...HOOK_DEADLINES,
  /** A read in the reader thread, including the wait for the thread. */
  readMs: 2_000,
  /** A read that runs git, and all of its runs. */
  gitReadMs: 14_000,
  /** A read for a hook's block: well below the hook's own limit. */
  hookReadMs: 800,
  /** Embedding a question; afterwards it is answered by words alone. */
  questionMs: 400,
  /** Embedding a prompt that a hook sends. */
  promptMs: 150,
  /** Reading vectors into memory; afterwards a question is answered by words alone. */
  vectorsMs: 300,
  /** Embedding one batch of texts in the background. */
  embedMs: 20_000,
  /** `settled`, when the caller names no limit; and the same after an import. */
  settledMs: 30_000,
  importSettledMs: 600_000,
  /**
   * An answer about source files; of it the first reading of a project, and what a later question waits for changes. After
   * the last two it is answered with what was read.
   */
  codeMs: 15_000,
  codeFirstMs: 8_000,
  codeChangesMs: 100,
  /** A hook's request to a worker: until connected, and until the whole answer has arrived. */
  connectMs: 50,
  answerMs: 1_000,
  /** After one hook waited in vain, for how long the next ones leave their payload in the journal at once. */
  silentMs: 30_000,
  /** The handshake of a worker. */
  helloMs: 1_000,
  /** A client's call: bounds each silence of the worker. */
  callMs: 60_000,
  /** Silence after which a client asks whether the worker lives, and how long that answer may take. */
  quietMs: 2_000,
  aliveMs: 3_000,
  /** The worker's answer on which port it listens. */
  listenMs: 5_000,
  /** The start of a worker, until it answers; the exit of an older one that was asked to leave. */
  startMs: 10_000,
  /** Taking the lock of a home whose owner does not answer. */
  takeHomeMs: 8_000,
  /** Reading the journal before a worker answers; the rest follows between calls. */
  journalMs: 500,
  /** Receiving a request on TCP: its head, then its body. */
  headMs: 10_000,
  bodyMs: 60_000,
  /** Showing who one is, while more strangers are connected than are kept. */
  strangerMs: 100,
  /** Silence after which the worker sends a reader of live events a beat, and after which it drops one that takes nothing. */
  beatMs: 15_000,
  stalledMs: 45_000,
  /** Requests in progress when a worker leaves; then the whole shutdown, after which its process is ended. */
  closeMs: 2_000,
  leaveMs: 8_000,
  /**
   * Stopping a worker by a command: until it answers no more, or, where it did not answer before, until it is killed; then
   * until its process is gone.
   */
  stopMs: 10_000,
  killMs: 3_000,
  goneMs: 2_000,
  /** A worker that starts or leaves while `doctor` checks it. */
  lookMs: 3_000,
  /** A trial run of the hook, then the arrival of its payload. */
  trialMs: 10_000,
  arrivalMs: 3_000,
};

/** Deadlines in milliseconds: the product's, or those of whoever runs a part of it. */
export type Deadlines = typeof DEADLINES;

/** The product's deadlines, each multiplied by `factor`. */
export function scaleDeadlines(factor: number): Deadlines {
  return timesEach(DEADLINES, factor);
}
