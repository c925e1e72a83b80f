import type { Worker } from 'node:worker_threads';
import { CairnError, type ErrorShape, toCairnError } from '../../core/errors.ts';
import { addIgnored } from '../../platform/ignored.ts';
import { startThread } from '../../platform/process/start-thread.ts';
import type { Offset } from '../../store/contract/log.ts';
import type { CleanStep, TranscriptToRead } from './read-transcript.ts';

/** Milliseconds without a transcript after which the thread ends. */
const IDLE_MS = 20_000;
/** Steps that the thread reads ahead of those that are written: they bound what waits in memory. */
const AHEAD = 4;

/** A transcript as it is named to the thread. */
export interface TranscriptPlace extends Omit<TranscriptToRead, 'agent'> {
  agent: string;
  /** Where reading it stopped. */
  known: Offset | undefined;
}

/** What the thread is asked: to open a transcript, for its next step, or to let go of it. */
export type TranscriptAsk = { id: number } & ({ open: TranscriptPlace } | { next: true } | { close: true });

/** The answer to each `next`, in their order: a step, the end, or what went wrong; and what was ignored meanwhile. */
export type TranscriptAnswer = { id: number; ignored: Record<string, number> } & (
  | { step: CleanStep }
  | { end: true }
  | { error: ErrorShape }
);

/** Reads transcripts in a thread of its own, which parses and redacts them; the thread exists only while it is used. */
export interface TranscriptThread {
  /** The steps of a transcript, as `cleanSteps` gives them; the thread reads a few of them ahead. */
  read(place: TranscriptPlace): AsyncGenerator<CleanStep>;
  /** Ends the thread; a read under way fails with `not_running`. */
  close(): Promise<void>;
}

/** One transcript that is being read. */
interface OpenRead {
  /** Those who wait for an answer, in the order of their questions. */
  waiting: ((answer: TranscriptAnswer) => void)[];
  /** Why no answer comes any more. */
  lost?: CairnError;
}

/** Builds it: `entry` is the path of the thread's program, `data` what that is started with. */
export function createTranscriptThread({ entry, data }: { entry: string; data: unknown }): TranscriptThread {
  const reads = new Map<number, OpenRead>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  const lose = (thread: Worker, lost: CairnError): void => {
    if (worker !== thread) return;
    worker = undefined;
    for (const [id, read] of reads) {
      read.lost = lost;
      for (const settle of read.waiting.splice(0)) settle({ id, ignored: {}, error: lost.toJSON() });
    }
    reads.clear();
  };
  const start = (): Worker => {
    const thread = startThread(entry, data);
    thread.on('message', (answer: TranscriptAnswer) => {
      addIgnored(answer.ignored);
      reads.get(answer.id)?.waiting.shift()?.(answer);
    });
    thread.on('error', (error) => lose(thread, ended(toCairnError(error).message)));
    thread.on('exit', (code) => lose(thread, ended(`exit ${code}`)));
    return thread;
  };
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const thread = worker;
    if (thread === undefined) return;
    lose(thread, new CairnError('not_running', 'The memory is being closed.'));
    await thread.terminate();
  };
  return {
    async *read(place) {
      clearTimeout(idle);
      worker ??= start();
      const thread = worker;
      last += 1;
      const id = last;
      const own: OpenRead = { waiting: [] };
      reads.set(id, own);
      thread.postMessage({ id, open: place } satisfies TranscriptAsk);
      const ask = (): Promise<TranscriptAnswer> =>
        new Promise((resolve) => {
          if (own.lost !== undefined) resolve({ id, ignored: {}, error: own.lost.toJSON() });
          own.waiting.push(resolve);
          thread.postMessage({ id, next: true } satisfies TranscriptAsk);
        });
      const ahead = Array.from({ length: AHEAD }, ask);
      try {
        for (
          let answer = await ahead.shift();
          answer !== undefined && !('end' in answer);
          answer = await ahead.shift()
        ) {
          if ('error' in answer) throw new CairnError(answer.error.code, answer.error.message, answer.error);
          ahead.push(ask());
          yield answer.step;
        }
      } finally {
        reads.delete(id);
        thread.postMessage({ id, close: true } satisfies TranscriptAsk);
        if (reads.size === 0 && worker !== undefined) idle = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },
    close: end,
  };
}

/** Why a transcript was not read, with what helps: whoever lists such files shows the message alone. */
function ended(why: string): CairnError {
  const fix = 'cairn worker restart';
  return new CairnError('internal', `The thread that reads transcripts ended: ${why}. What helps: ${fix}`, { fix });
}
