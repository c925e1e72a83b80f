import type { Agent, TranscriptFile } from '../../agents/shared/contract.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { readLines } from '../../ingest/transcripts/read-lines.ts';
import { ignore } from '../../platform/ignored.ts';

/** Bytes of a transcript, or steps of a store, that are read. */
const HEAD_BYTES = 256 * 1_024;
const HEAD_STEPS = 50;
/** Lines after which the search for a folder ends: agents that report it do so at the beginning. */
const HEAD_LINES = 200;
/** Earliest plausible start; an earlier time comes from a line without one. */
const OLDEST = Date.UTC(2020, 0);

/** The facts at the beginning of a transcript. `startedAt`: milliseconds since 1970. */
export interface TranscriptHead {
  cwd?: string;
  startedAt?: number;
  /** Number of events in the part that was read. */
  told: number;
}

/**
 * Reads the beginning of a transcript, as far as needed to learn its folder and start; bounded. Never throws: an
 * unreadable one has no facts. When guessing the agent, all of the beginning is read and no failure counted.
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

/** Adds the facts of events; true when all are known. */
function isKnown(head: TranscriptHead, events: readonly RawEvent[]): boolean {
  for (const { cwd, at } of events) {
    head.told += 1;
    if (at >= OLDEST) head.startedAt = Math.min(at, head.startedAt ?? at);
    if (cwd !== undefined) head.cwd ??= cwd;
  }
  return head.cwd !== undefined && head.startedAt !== undefined;
}
