import type { Agent, TranscriptFile } from '../../agents/shared/contract.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { readLines } from '../../ingest/transcripts/read-lines.ts';
import { ignore } from '../../platform/ignored.ts';

/** Bytes of a transcript, or steps of a store, that are looked at. */
const HEAD_BYTES = 256 * 1_024;
const HEAD_STEPS = 50;
/** Lines after which a folder is not looked for any more: an agent that tells it does so at the beginning. */
const HEAD_LINES = 200;
/** No session of an agent is older; a lesser time is that of a line without one. */
const OLDEST = Date.UTC(2020, 0);

/** What the beginning of a transcript tells of it. `startedAt`: milliseconds since 1970. */
export interface TranscriptHead {
  cwd?: string;
  startedAt?: number;
  /** Events that it told, as far as it was read. */
  told: number;
}

/**
 * Looks at the beginning of a transcript, as far as it takes to learn its folder and when it began; bounded. Never throws:
 * of one that cannot be read nothing is known. For a guess whose it is, all of the beginning is read and no failure counted.
 */
export async function describeTranscript(
  file: Pick<TranscriptFile, 'path'>,
  agent: Agent,
  { isGuess = false } = {},
): Promise<TranscriptHead> {
  const head: TranscriptHead = { told: 0 };
  try {
    const snapshot = agent.createSnapshot?.(file);
    const steps = snapshot === undefined ? linesOf(file.path, agent) : snapshot.steps();
    let left = snapshot === undefined ? HEAD_LINES : HEAD_STEPS;
    for await (const events of steps) {
      left -= 1;
      if ((isKnown(head, events) && !isGuess) || left <= 0) break;
    }
  } catch (error) {
    if (!isGuess) ignore(error, 'the beginning of a transcript could not be read');
  }
  return head;
}

async function* linesOf(path: string, agent: Agent): AsyncGenerator<RawEvent[]> {
  const parser = agent.createParser({ path });
  for await (const batch of readLines(path, 0)) {
    for (const { text, start, end } of batch) {
      yield parser.line(text, start);
      if (end > HEAD_BYTES) return;
    }
  }
}

/** Takes in what events tell; true when all is known. */
function isKnown(head: TranscriptHead, events: readonly RawEvent[]): boolean {
  for (const { cwd, at } of events) {
    head.told += 1;
    if (at >= OLDEST) head.startedAt = Math.min(at, head.startedAt ?? at);
    if (cwd !== undefined) head.cwd ??= cwd;
  }
  return head.cwd !== undefined && head.startedAt !== undefined;
}
