import type { Worker } from 'node:worker_threads';
import type { Call, CallTable } from '../api/calls/call.ts';
import { CALLS } from '../api/calls.ts';
import type { CallOptions } from '../api/contract.ts';
import type { ReadSettings } from '../context/context-reads.ts';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { CairnError, type ErrorShape, toCairnError } from '../core/errors.ts';
import { readNames } from '../memory/read-methods.ts';
import type { ReadCall, Reads } from '../memory/runtime/reads-contract.ts';
import { ignore } from '../platform/ignored.ts';
import { startThread } from '../platform/process/start-thread.ts';
import { noteDamage } from '../platform/sqlite/damage.ts';

const IDLE_MS = 20_000;
/** The same once the thread has read vectors into memory for longer than starting it takes. */
const VECTORS_IDLE_MS = 300_000;
/** From this many milliseconds on, the start of the thread aside, a question with a vector was costly. */
const VECTORS_COSTLY_MS = 200;
const WAITING_MAX = 1_000;
/** The id of a thread that has ended. */
const ENDED = -1;

/** What agents wait for. */
const OF_HOOKS: ReadonlySet<ReadName> = new Set(['hookContext', 'prepare']);

/** What reads in a thread need. `entry` is the path of the thread's program (`reader.js`). */
export interface ThreadReadsOptions extends Omit<ReaderData, 'vectorsMs'> {
  entry: string;
  /** Default the product's. */
  deadlines?: Pick<Deadlines, 'readMs' | 'gitReadMs' | 'hookReadMs' | 'vectorsMs'>;
  /** A thread that runs the program already, for the first read; it ends when none comes within `idleMs`. */
  spare?: Worker | undefined;
  /** Milliseconds without a read after which the thread ends; of one that holds costly vectors the second. */
  idleMs?: number;
  vectorsIdleMs?: number;
}

/** Reads in threads of their own, one after the other in each. */
export type ThreadReads = Reads & {
  /** Ends the threads, which hold what they read, once the reads under way are done; the next read starts another. */
  renew(): Promise<void>;
  close(): Promise<void>;
};

interface ThreadCall extends ReaderCall {
  deadlineMs: number;
  deadline: NodeJS.Timeout;
  /** When the thread was given it, in milliseconds; it waits before that. */
  startedAt?: number;
  settle: (answer: ReaderAnswer) => void;
  fail: (error: CairnError) => void;
}

/**
 * Reads that run in threads with read-only connections, so that a long one delays nothing else: what hooks wait for, and
 * questions, which need the same vectors, in one; lists and records in another; figures over all that there is in a third; what runs git in a fourth.
 * So no hook waits for what a page shows, and hooks come before the questions that wait. A thread starts with its first
 * read. A read cannot be interrupted: one that reaches its deadline fails with `timeout`, one whose signal aborts with
 * `cancelled`; its thread is ended and replaced for the reads that wait behind it, at a deadline only once the read itself
 * took that long.
 */
export function createThreadReads(options: ThreadReadsOptions, calls: CallTable = CALLS): ThreadReads {
  const spare = new SpareThread(options);
  const start = (): Worker => spare.take() ?? startReader(options);
  const threads = {
    questions: new ReaderThread(options, start),
    lists: new ReaderThread(options, start),
    figures: new ReaderThread(options, start),
    git: new ReaderThread(options, start),
  };
  const { questions, lists, figures } = threads;
  const threadOf = ({ vector, long, git }: Call): ReaderThread => {
    if (git === true) return threads.git;
    return vector === undefined ? (long === true ? figures : lists) : questions;
  };
  const all = async (end: (thread: ReaderThread) => Promise<void>): Promise<void> => {
    await Promise.all(Object.values(threads).map(end));
  };
  const { readMs: usual, gitReadMs, hookReadMs } = options.deadlines ?? DEADLINES;
  const reads = readNames(calls).map((name) => {
    const call = calls[name] as Call;
    const thread = threadOf(call);
    const deadlineMs = call.git === true ? gitReadMs : usual;
    const read = (input: unknown, now: number, asked?: CallOptions): Promise<unknown> =>
      thread.call(name, [input, now], { deadlineMs, ...asked });
    return [name, read];
  });
  return {
    // The thread's program carries out the read of the same name with the same arguments.
    ...(Object.fromEntries(reads) as Pick<Reads, ReadCall>),
    hookContext: (need, now) => questions.call('hookContext', [need, now], { deadlineMs: hookReadMs }),
    prepare: (need) => questions.call('prepare', [need], { deadlineMs: usual }),
    renew: () => all((thread) => thread.renew()),
    close: () => Promise.all([spare.end(), all((thread) => thread.close())]).then(() => undefined),
  };
}

function startReader({ entry, dbPath, settings, deadlines: { vectorsMs } = DEADLINES }: ThreadReadsOptions): Worker {
  return startThread(entry, { dbPath, settings, vectorsMs } satisfies ReaderData);
}

/** A thread that was started ahead, until the first read takes it. */
class SpareThread {
  #worker: Worker | undefined;
  readonly #idle: NodeJS.Timeout;

  constructor({ spare, idleMs = IDLE_MS }: ThreadReadsOptions) {
    this.#worker = spare;
    this.#idle = setTimeout(() => void this.end(), idleMs).unref();
  }

  /** The thread, once, if it still runs. */
  take(): Worker | undefined {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    return worker?.threadId === ENDED ? undefined : worker;
  }

  async end(): Promise<void> {
    await this.take()?.terminate();
  }
}

class ReaderThread {
  readonly #options: ThreadReadsOptions;
  readonly #startThread: () => Worker;
  #worker: Worker | undefined;
  #running: ThreadCall | undefined;
  #waiting: ThreadCall[] = [];
  #idle: NodeJS.Timeout | undefined;
  #holdsVectors = false;
  #renewal: PromiseWithResolvers<void> | undefined;
  #lastId = 0;
  #closed = false;

  constructor(options: ThreadReadsOptions, start: () => Worker) {
    this.#options = options;
    this.#startThread = start;
  }

  call<T>(name: ReadName, args: unknown[], options: { deadlineMs: number } & CallOptions): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (this.#closed) return Promise.reject(new CairnError('not_running', 'the worker is leaving'));
    if (this.#waiting.length >= WAITING_MAX) return Promise.reject(new CairnError('busy', 'too many reads wait'));
    if (options.signal?.aborted) return Promise.reject(cancelled(name));
    this.#lastId += 1;
    const abort = (): void => this.#giveUp(call, cancelled(name));
    const end = (): void => {
      clearTimeout(call.deadline);
      options.signal?.removeEventListener('abort', abort);
    };
    const { dbPath } = this.#options;
    const call: ThreadCall = {
      id: this.#lastId,
      name,
      args,
      deadlineMs: options.deadlineMs,
      deadline: setTimeout(() => this.#giveUp(call, expired(call)), options.deadlineMs),
      settle(answer) {
        end();
        if ('value' in answer) resolve(answer.value as T);
        else {
          if (answer.error.code === 'damaged') noteDamage(dbPath);
          reject(new CairnError(answer.error.code, answer.error.message, answer.error));
        }
      },
      fail(error) {
        end();
        reject(error);
      },
    };
    options.signal?.addEventListener('abort', abort, { once: true });
    const place = OF_HOOKS.has(name) ? this.#waiting.findIndex((other) => !OF_HOOKS.has(other.name)) : -1;
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, call);
    this.#next();
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const failure = new CairnError('not_running', 'the worker is leaving');
    const calls = [...this.#waiting, ...(this.#running === undefined ? [] : [this.#running])];
    this.#waiting = [];
    this.#running = undefined;
    for (const call of calls) call.fail(failure);
    await this.#end();
    this.#renewal?.resolve();
  }

  renew(): Promise<void> {
    this.#renewal ??= Promise.withResolvers();
    const { promise } = this.#renewal;
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#running !== undefined) return;
    if (this.#renewal !== undefined) {
      void this.#end().then(this.#renewal.resolve);
      this.#renewal = undefined;
    }
    this.#running = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (this.#running === undefined) {
      if (this.#worker !== undefined) this.#idle = setTimeout(() => void this.#end(), this.#idleMs());
      return;
    }
    const { id, name, args } = this.#running;
    this.#running.startedAt = performance.now();
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, name, args } satisfies ReaderCall);
  }

  #idleMs(): number {
    const { idleMs, vectorsIdleMs } = this.#options;
    return this.#holdsVectors ? (vectorsIdleMs ?? VECTORS_IDLE_MS) : (idleMs ?? IDLE_MS);
  }

  #start(): Worker {
    const worker = this.#startThread();
    worker.on('message', (answer: ReaderAnswer) => this.#settle(answer));
    // A thread that cannot go on, as one whose program is gone, is no fault of what was asked.
    const lose = (message: string, cause?: unknown): void =>
      this.#lost(worker, new CairnError('internal', message, { fix: 'cairn worker restart', cause }));
    worker.on('error', (error) => lose(toCairnError(error).message, error));
    worker.on('exit', () => lose('the reader thread ended'));
    return worker;
  }

  #settle(answer: ReaderAnswer): void {
    if (this.#running?.id !== answer.id) return;
    this.#holdsVectors ||= hasVector(this.#running.args[0]) && answer.tookMs >= VECTORS_COSTLY_MS;
    this.#running.settle(answer);
    this.#running = undefined;
    this.#next();
  }

  /** A thread that ended by itself: the read under way fails, the others go to a new one. */
  #lost(worker: Worker, error: CairnError): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#running?.fail(error);
    this.#running = undefined;
    this.#next();
  }

  /** A read that is given up for having waited may still run for as long as it could have: its thread is well. */
  #giveUp(call: ThreadCall, error: CairnError): void {
    call.fail(error);
    if (this.#running === call) {
      const leftMs = call.deadlineMs - (performance.now() - (call.startedAt ?? 0));
      if (error.code === 'timeout' && leftMs > 1) {
        call.deadline = setTimeout(() => this.#giveUp(call, error), leftMs);
        return;
      }
      this.#running = undefined;
      void this.#end();
      this.#next();
    } else {
      this.#waiting = this.#waiting.filter((other) => other !== call);
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#holdsVectors = false;
    try {
      await worker?.terminate();
    } catch (error) {
      ignore(error, 'reader thread did not end');
    }
  }
}

/** True for a question that comes with its vector. */
function hasVector(asked: unknown): boolean {
  return (asked as { vector?: unknown } | undefined)?.vector !== undefined;
}

function expired({ name, deadlineMs }: Pick<ThreadCall, 'name' | 'deadlineMs'>): CairnError {
  return new CairnError('timeout', `${name} took longer than ${deadlineMs} ms`);
}

function cancelled(name: ReadName): CairnError {
  return new CairnError('cancelled', `${name} was cancelled`);
}

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

/** What a reader thread answers to a call, and after how many milliseconds. */
export type ReaderAnswer = { id: number; tookMs: number } & ({ value: unknown } | { error: ErrorShape });
