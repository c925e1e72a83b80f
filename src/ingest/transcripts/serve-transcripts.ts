import type { MessagePort } from 'node:worker_threads';
import { toCairnError } from '../../core/errors.ts';
import { ignore, takeIgnored } from '../../platform/ignored.ts';
import type { CleanStep } from './read-transcript.ts';
import type { TranscriptAnswer, TranscriptAsk, TranscriptPlace } from './transcript-thread.ts';

/** One transcript that is being read, and its last question under way. */
interface ServedRead {
  steps: AsyncGenerator<CleanStep>;
  last: Promise<void>;
}

/** Answers what a `TranscriptThread` asks, in the thread itself: of each transcript one step after the other. */
export function serveTranscripts(port: MessagePort, open: (place: TranscriptPlace) => AsyncGenerator<CleanStep>): void {
  const reads = new Map<number, ServedRead>();
  port.on('message', (ask: TranscriptAsk) => {
    const { id } = ask;
    if ('open' in ask) reads.set(id, { steps: open(ask.open), last: Promise.resolve() });
    const read = reads.get(id);
    if (read === undefined || 'open' in ask) return;
    if ('close' in ask) reads.delete(id);
    read.last = read.last.then(async () => {
      if ('close' in ask) await letGo(read.steps);
      else if (reads.has(id)) port.postMessage(await nextOf(id, read.steps));
    });
  });
}

async function nextOf(id: number, steps: AsyncGenerator<CleanStep>): Promise<TranscriptAnswer> {
  try {
    const { value, done } = await steps.next();
    const ignored = takeIgnored();
    return done === true ? { id, ignored, end: true } : { id, ignored, step: value };
  } catch (error) {
    return { id, ignored: takeIgnored(), error: toCairnError(error).toJSON() };
  }
}

async function letGo(steps: AsyncGenerator<CleanStep>): Promise<void> {
  try {
    await steps.return(undefined);
  } catch (error) {
    ignore(error, 'a transcript could not be closed');
  }
}
