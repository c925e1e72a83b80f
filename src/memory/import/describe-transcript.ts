import type { Agent, TranscriptFile } from '../../agents/shared/contract.ts';
import { readLines } from '../../capture/read-lines.ts';
import type { RawEvent } from '../../core/event.ts';
import { ignore } from '../../platform/ignored.ts';

/** Bytes of a transcript, or steps of a store, that are looked at. */
const HEAD_BYTES = 256 * 1_024;
const HEAD_STEPS = 50;
/** Lines after which a folder is not looked for any more: an agent that tells it does so at the beginning. */
const HEAD_LINES = 200;

/** What the beginning of a transcript tells of it. `startedAt`: milliseconds since 1970. */
export interface TranscriptHead {
  cwd?: string;
  startedAt?: number;
  /** Lines or messages that told something. */
  read: number;
}

/** Looks at the beginning of a transcript, as far as it takes to learn its folder and when it began; bounded. Never throws. */
export async function describeTranscript(file: Pick<TranscriptFile, 'path'>, agent: Agent): Promise<TranscriptHead> {
  const head: TranscriptHead = { read: 0 };
  try {
    const snapshot = agent.createSnapshot?.(file);
    if (snapshot === undefined) {
      await readHead(file.path, agent, head);
    } else {
      let steps = 0;
      for (const events of snapshot.steps()) {
        steps += 1;
        if (isEnough(head, events) || steps > HEAD_STEPS) break;
      }
      head.read = snapshot.counts().read;
    }
  } catch (error) {
    ignore(error, 'the beginning of a transcript could not be read');
  }
  return head;
}

async function readHead(path: string, agent: Agent, head: TranscriptHead): Promise<void> {
  const parser = agent.createParser({ path });
  let lines = 0;
  reading: for await (const batch of readLines(path, 0)) {
    for (const { text, start, end } of batch) {
      lines += 1;
      const isKnown = isEnough(head, parser.line(text, start));
      if (isKnown || lines >= HEAD_LINES || end > HEAD_BYTES) break reading;
    }
    if (batch.length === 0) break;
  }
  head.read = parser.counts().read;
}

/** Takes in what events tell; true when all is known. */
function isEnough(head: TranscriptHead, events: readonly RawEvent[]): boolean {
  for (const { cwd, at } of events) {
    head.startedAt = Math.min(at, head.startedAt ?? at);
    if (cwd !== undefined) head.cwd ??= cwd;
  }
  return head.cwd !== undefined && head.startedAt !== undefined;
}
