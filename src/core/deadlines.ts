/**
 * How long the product waits, in milliseconds: after each of these it goes on without, fails with `timeout`, or ends what it
 * waits for. Whoever opens a memory, an owner or a client hands them down. Not here: how long a server of models may take,
 * which is a setting or an option of its adapter, and SQLite's locks.
 */
export interface Deadlines {
  /** A read in the reader thread, the time it waits for the thread included. */
  readMs: number;
  /** The same for a hook's block: well before the hook's own limit. */
  hookReadMs: number;
  /** The vector of a question, after which it is answered by words alone. */
  questionMs: number;
  /** The vector of a prompt that a hook sends. */
  promptMs: number;
  /** Vectors being read into memory, after which a question is answered by words alone. */
  vectorsMs: number;
  /** One batch of texts at the embedder, in the background. */
  embedMs: number;
  /** `settled`, where the caller names no limit; and the same after an import. */
  settledMs: number;
  importSettledMs: number;
  /** A hook that asks a worker: until it is connected, and until it has the whole answer. */
  connectMs: number;
  answerMs: number;
  /** A hook without a worker, from the start of its process until its block; `hookLateMs` when a worker kept it waiting. */
  hookMs: number;
  hookLateMs: number;
  /** An owner's handshake. */
  helloMs: number;
  /** A client's call: bounds each silence of the owner. */
  callMs: number;
  /** The owner's answer on which port it listens. */
  listenMs: number;
  /** An owner that was started, until it answers; an older one that was asked to leave, until it has left. */
  startMs: number;
  /** The lock of a home that nobody who answers holds. */
  takeHomeMs: number;
  /** The journal, taken in before an owner answers; the rest follows between the calls. */
  journalMs: number;
  /** A request on TCP: its head, then its body. */
  headMs: number;
  bodyMs: number;
  /** Requests under way when an owner leaves; then the leaving as a whole, after which its process ends. */
  closeMs: number;
  leaveMs: number;
  /** A worker that a command stops: until it answers no more, then until its process is gone. */
  stopMs: number;
  goneMs: number;
  /** An owner that starts or leaves while `doctor` looks at it. */
  lookMs: number;
  /** A trial run of the hook, then the arrival of its payload. */
  trialMs: number;
  arrivalMs: number;
}

/** The product's own deadlines. */
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

/** The product's deadlines, each `factor` times as long. */
export function scaleDeadlines(factor: number): Deadlines {
  const scaled = Object.entries(DEADLINES).map(([name, ms]: [string, number]) => [name, ms * factor]);
  return Object.fromEntries(scaled) as Record<keyof Deadlines, number>;
}
