/**
 * The deadlines of the product, in milliseconds. After each one the caller continues without the result, fails with
 * `timeout`, or ends what it waits for. Whoever opens a memory, a worker or a client, passes them on. Not here: the
 * time limit of a model server, which is a setting or an option of its adapter, and SQLite's lock timeouts.
 */
export interface Deadlines {
  /** A read in the reader thread, including the wait for the thread. */
  readMs: number;
  /** A read for a hook's block: well below the hook's own limit. */
  hookReadMs: number;
  /** Embedding a question; afterwards it is answered by words alone. */
  questionMs: number;
  /** Embedding a prompt that a hook sends. */
  promptMs: number;
  /** Reading vectors into memory; afterwards a question is answered by words alone. */
  vectorsMs: number;
  /** Embedding one batch of texts in the background. */
  embedMs: number;
  /** `settled`, when the caller names no limit; and the same after an import. */
  settledMs: number;
  importSettledMs: number;
  /** A hook's request to a worker: until connected, and until the whole answer has arrived. */
  connectMs: number;
  answerMs: number;
  /**
   * A hook without a worker, from the start of its process until its block; `hookLateMs` when it waited for a worker
   * first.
   */
  hookMs: number;
  hookLateMs: number;
  /** The handshake of a worker. */
  helloMs: number;
  /** A client's call: bounds each silence of the worker. */
  callMs: number;
  /** The worker's answer on which port it listens. */
  listenMs: number;
  /** The start of a worker, until it answers; the exit of an older one that was asked to leave. */
  startMs: number;
  /** Taking the lock of a home whose owner does not answer. */
  takeHomeMs: number;
  /** Reading the journal before a worker answers; the rest follows between calls. */
  journalMs: number;
  /** Receiving a request on TCP: its head, then its body. */
  headMs: number;
  bodyMs: number;
  /** Requests in progress when a worker leaves; then the whole shutdown, after which its process is ended. */
  closeMs: number;
  leaveMs: number;
  /** Stopping a worker by a command: until it answers no more, then until its process is gone. */
  stopMs: number;
  goneMs: number;
  /** A worker that starts or leaves while `doctor` checks it. */
  lookMs: number;
  /** A trial run of the hook, then the arrival of its payload. */
  trialMs: number;
  arrivalMs: number;
}

/** The deadlines that the product uses. */
export const DEADLINES: Deadlines = {
  readMs: 2_000,
  hookReadMs: 800,
  questionMs: 400,
  promptMs: 150,
  vectorsMs: 300,
  embedMs: 20_000,
  settledMs: 30_000,
  importSettledMs: 600_000,
  connectMs: 50,
  answerMs: 1_000,
  hookMs: 1_200,
  hookLateMs: 700,
  helloMs: 1_000,
  callMs: 60_000,
  listenMs: 5_000,
  startMs: 10_000,
  takeHomeMs: 8_000,
  journalMs: 500,
  headMs: 10_000,
  bodyMs: 60_000,
  closeMs: 2_000,
  leaveMs: 8_000,
  stopMs: 10_000,
  goneMs: 2_000,
  lookMs: 3_000,
  trialMs: 10_000,
  arrivalMs: 3_000,
};

/** The product's deadlines, each multiplied by `factor`. */
export function scaleDeadlines(factor: number): Deadlines {
  const scaled = Object.entries(DEADLINES).map(([name, ms]: [string, number]) => [name, ms * factor]);
  return Object.fromEntries(scaled) as Record<keyof Deadlines, number>;
}
