// code: source files by their structure. This file is the worker's side of the process in which they are parsed: nothing
// is parsed, listed or read outside of it. What that process does is `serve-code.ts`.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Deadlines } from '../core/deadlines.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { namesIn, removeFile } from '../platform/files.ts';
import { keepAwaitable, startHelper } from '../platform/process/start-helper.ts';
import type {
  CodeAnswers,
  CodeDeadlines,
  CodeHelperAnswer,
  CodeHelperCall,
  CodeHelperData,
  CodeQuestion,
  CodeQuestions,
} from './code-protocol.ts';

const IDLE_MS = 60_000;
const WAITING_MAX = 100;
/**
 * Node's flags. V8's optimising compiler ends the process on the grammar of Swift, by a bound of its own that no handler
 * meets (nodejs/node#63421), and only on the command line can it be kept from that: so this is a process, and no thread of
 * the worker. The heap holds the index; the trees lie beside it, one file's at a time.
 */
const FLAGS = ['--liftoff-only', '--max-old-space-size=1024', '--disable-warning=ExperimentalWarning'];

/** Answers questions about source files. */
export interface CodeReader {
  /** Throws `unsupported` with the command that helps where no grammars are installed. */
  ask<Question extends CodeQuestion>(
    question: Question,
    input: CodeQuestions[Question],
    options?: { signal?: AbortSignal },
  ): Promise<CodeAnswers[Question]>;
  /** Removes every index: they hold paths and names of source files that may be gone. They are made again when asked for. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** What a reader of code needs. */
export interface CodeReaderOptions {
  /** The program (`code.js`), and the environment that it gets. */
  entry: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the grammars as it is now; `undefined`: they are not installed. */
  grammars: () => string | undefined;
  /** Folder into which the grammars are installed. */
  installTo: string;
  folder: string;
  exclude: CodeHelperData['exclude'];
  deadlines: CodeDeadlines & Pick<Deadlines, 'codeMs'>;
  /** Milliseconds without a question after which the process ends. */
  idleMs?: number;
}

interface Waiting {
  call: CodeHelperCall;
  /** The process that was asked first ended. */
  isSecond: boolean;
  resolve: (value: unknown) => void;
  fail: (error: CairnError) => void;
}

/** A reader whose process starts with the first question, and ends when there was none for a while and nothing is left to index. */
export function openCode(options: CodeReaderOptions): CodeReader {
  return new CodeProcess(options);
}

class CodeProcess implements CodeReader {
  readonly #options: CodeReaderOptions;
  readonly #calls = new Map<number, Waiting>();
  #helper: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isWorking = false;
  #lastId = 0;
  #closed = false;

  constructor(options: CodeReaderOptions) {
    this.#options = options;
  }

  async ask<Question extends CodeQuestion>(
    question: Question,
    input: CodeQuestions[Question],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<CodeAnswers[Question]> {
    if (this.#closed) throw new CairnError('not_running', 'The worker is leaving.');
    if (this.#calls.size >= WAITING_MAX) throw new CairnError('busy', 'Too many questions about code wait.');
    if (signal?.aborted) throw cancelled();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    const id = this.#lastId;
    const deadline = setTimeout(() => this.#expire(id), this.#options.deadlines.codeMs);
    const abort = (): void => this.#settle(id, (call) => call.fail(cancelled()));
    signal?.addEventListener('abort', abort, { once: true });
    const end = (): void => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
    };
    const call = { id, question, input };
    this.#calls.set(id, {
      call,
      isSecond: false,
      resolve: (value) => [end(), resolve(value)],
      fail: (error) => [end(), reject(error)],
    });
    this.#send(call);
    return promise as Promise<CodeAnswers[Question]>;
  }

  async forget(): Promise<void> {
    const helper = this.#helper;
    this.#end();
    // What it writes last must not come after the removal.
    if (helper !== undefined && helper.exitCode === null && helper.signalCode === null) await once(helper, 'exit');
    const { folder } = this.#options;
    for (const name of namesIn(folder)) removeFile(join(folder, name));
    this.#askAgain();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll(new CairnError('cancelled', 'The worker is leaving.'));
    this.#end();
  }

  #send(call: CodeHelperCall): void {
    try {
      clearTimeout(this.#idle);
      this.#helper ??= this.#start();
      keepAwaitable(this.#helper, true);
      this.#helper.send(call);
    } catch (error) {
      this.#settle(call.id, ({ fail }) => fail(toCairnError(error)));
    }
  }

  #start(): ChildProcess {
    const { entry, env, folder, exclude, deadlines, installTo, grammars } = this.#options;
    const found = grammars();
    if (found === undefined) {
      throw new CairnError('unsupported', 'The grammars that reading code needs are not installed.', {
        fix: `npm install --prefix ${installTo} cairn-memory-code`,
      });
    }
    const helper = startHelper({ script: entry, flags: FLAGS, env });
    helper.on('message', (answer: CodeHelperAnswer) => helper === this.#helper && this.#take(answer));
    helper.on('error', (error) => this.#lost(helper, error));
    helper.on('exit', (code, signal) => this.#lost(helper, new Error(`exit ${code ?? signal}`)));
    helper.send({ grammars: found, folder, exclude, deadlines } satisfies CodeHelperData);
    return helper;
  }

  #take(answer: CodeHelperAnswer): void {
    if ('working' in answer) {
      this.#isWorking = answer.working;
      this.#rest();
      return;
    }
    this.#settle(answer.id, (call) => {
      if ('value' in answer) call.resolve(answer.value);
      else call.fail(new CairnError(answer.error.code, answer.error.message, answer.error));
    });
  }

  #settle(id: number, how: (call: Waiting) => void): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    how(call);
    this.#rest();
  }

  #rest(): void {
    if (this.#calls.size > 0) return;
    if (this.#helper !== undefined) keepAwaitable(this.#helper, false);
    clearTimeout(this.#idle);
    if (!this.#isWorking) this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? IDLE_MS).unref();
  }

  /** A question that takes too long: its process may hang in a file. The others that wait in it fail with it. */
  #expire(id: number): void {
    if (!this.#calls.has(id)) return;
    this.#failAll(new CairnError('timeout', 'Reading the code took too long.', { fix: 'Ask about a single file.' }));
    this.#end();
  }

  /** The process ended by itself, as when it had no memory left. Each question is put to another one, once. */
  #lost(helper: ChildProcess, cause: unknown): void {
    if (helper !== this.#helper) return;
    this.#helper = undefined;
    this.#isWorking = false;
    const ended = new CairnError('internal', 'The process that reads code ended.', { cause, fix: 'Ask again.' });
    for (const [id, waiting] of [...this.#calls]) {
      if (waiting.isSecond) this.#settle(id, ({ fail }) => fail(ended));
      waiting.isSecond = true;
    }
    this.#askAgain();
  }

  #askAgain(): void {
    for (const { call } of [...this.#calls.values()]) this.#send(call);
  }

  #failAll(error: CairnError): void {
    for (const id of [...this.#calls.keys()]) this.#settle(id, (call) => call.fail(error));
  }

  #end(): void {
    clearTimeout(this.#idle);
    const helper = this.#helper;
    this.#helper = undefined;
    this.#isWorking = false;
    helper?.kill('SIGKILL');
  }
}

function cancelled(): CairnError {
  return new CairnError('cancelled', 'The question was cancelled.');
}
