import type { Worker } from 'node:worker_threads';
import { CairnError } from '../../core/errors.ts';
import { loadKernel } from '../../platform/load-kernel.ts';
import { startThread } from '../../platform/process/start-thread.ts';
import type { Embedder, EmbedOptions } from '../embedder/embedder.ts';
import { readModelHeader } from './open-model-file.ts';
import type { BertThreadAnswer, BertThreadCall, BertThreadData } from './thread-protocol.ts';

const IDLE_MS = 30_000;
const WAITING_MAX = 1_000;

/** What a model in a thread needs. */
export interface BertEmbedderOptions {
  /** The model's file. */
  path: string;
  /** The thread's program (`embedder.js`). */
  entry: string;
  /** Milliseconds without a call after which the thread ends. */
  idleMs?: number;
}

/**
 * An embedder that runs a model's file in a thread of its own. The thread starts with the first call and ends when there
 * was none for a while; while it runs for nobody it does not keep the process alive. Throws `embedder_failed` when the
 * file is missing or is no model; one that is damaged further on fails the calls.
 */
export function openBertEmbedder(options: BertEmbedderOptions): Embedder {
  const { model, shape } = readModelHeader(options.path);
  const thread = new BertThread(options, shape.hidden);
  return {
    model,
    dimensions: shape.hidden,
    embed: (texts, call) => thread.embed(texts, call),
    rest: () => thread.rest(),
    close: () => thread.close(),
  };
}

interface BertCall {
  resolve: (vectors: Float32Array[]) => void;
  fail: (error: CairnError) => void;
}

class BertThread {
  readonly #options: BertEmbedderOptions;
  readonly #dimensions: number;
  readonly #calls = new Map<number, BertCall>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #rests = false;
  #closed = false;

  constructor(options: BertEmbedderOptions, dimensions: number) {
    this.#options = options;
    this.#dimensions = dimensions;
  }

  embed(texts: readonly string[], { purpose, signal }: EmbedOptions): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(new CairnError('not_running', 'the embedder is closed'));
    if (signal?.aborted) return Promise.reject(cancelled());
    if (this.#calls.size >= WAITING_MAX) return Promise.reject(new CairnError('busy', 'too many texts wait'));
    if (texts.length === 0) return Promise.resolve([]);
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
    this.#rests = false;
    this.#lastId += 1;
    const id = this.#lastId;
    const abort = (): void => {
      this.#send({ cancel: id });
      this.#settle(id, (call) => call.fail(cancelled()));
    };
    signal?.addEventListener('abort', abort, { once: true });
    const end = (): void => signal?.removeEventListener('abort', abort);
    this.#calls.set(id, {
      resolve: (vectors) => [end(), resolve(vectors)],
      fail: (error) => [end(), reject(error)],
    });
    this.#send({ id, texts, purpose });
    return promise;
  }

  /** Ends the thread, once what was asked of it is answered. */
  async rest(): Promise<void> {
    this.#rests = true;
    if (this.#calls.size === 0) await this.#end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll(new CairnError('cancelled', 'the embedder is closed'));
    await this.#end();
  }

  #send(call: BertThreadCall): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    try {
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage(call);
    } catch (error) {
      this.#failAll(threadFailed(error));
    }
  }

  #start(): Worker {
    const { path, entry } = this.#options;
    const data: BertThreadData = { path, kernel: loadKernel('bert') };
    const worker = startThread(entry, data);
    worker.on('message', (answer: BertThreadAnswer) => this.#answer(answer));
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', (code) => this.#lost(worker, new Error(`exit ${code}`)));
    return worker;
  }

  #answer(answer: BertThreadAnswer): void {
    this.#settle(answer.id, (call) => {
      if ('vectors' in answer) call.resolve(this.#split(answer.vectors));
      else call.fail(new CairnError(answer.error.code, answer.error.message, answer.error));
    });
  }

  #split(vectors: Float32Array): Float32Array[] {
    const size = this.#dimensions;
    return Array.from({ length: vectors.length / size }, (_, at) => vectors.slice(at * size, (at + 1) * size));
  }

  #settle(id: number, how: (call: BertCall) => void): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    how(call);
    if (this.#calls.size > 0) return;
    this.#worker?.unref();
    const idleMs = this.#rests ? 0 : (this.#options.idleMs ?? IDLE_MS);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  /** The thread is gone without being asked: what waits for it fails, the next call starts another. */
  #lost(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#failAll(threadFailed(error));
  }

  #failAll(error: CairnError): void {
    for (const id of [...this.#calls.keys()]) this.#settle(id, (call) => call.fail(error));
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function cancelled(): CairnError {
  return new CairnError('cancelled', 'embedding was cancelled');
}

function threadFailed(cause: unknown): CairnError {
  return new CairnError('embedder_failed', 'the thread of the model ended', { cause, fix: 'cairn doctor' });
}
