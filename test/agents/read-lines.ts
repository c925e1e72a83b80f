import { readFileSync } from 'node:fs';
import type { TranscriptParser } from '../../src/agents/shared/contract.ts';
import type { RawEvent, Skipped } from '../../src/core/model/event.ts';

/** What a parser made of a file. */
export interface ReadTranscript {
  events: RawEvent[];
  lines: number;
  read: number;
  skipped: Skipped;
  sizeBytes: number;
}

/** Feeds a parser the complete lines of a file from a byte on, as the worker does. `until` stops before that byte. */
export function readTranscript(
  path: string,
  parser: TranscriptParser,
  { from = 0, until = Infinity } = {},
): ReadTranscript {
  const text = readFileSync(path).subarray(from).toString('utf8');
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
  const events: RawEvent[] = [];
  let offset = from;
  let count = 0;
  for (const line of lines) {
    if (offset >= until) break;
    for (const event of parser.line(line, offset)) events.push(event);
    offset += Buffer.byteLength(line) + 1;
    count += 1;
  }
  return { events, lines: count, ...parser.counts(), sizeBytes: offset };
}

/** Sum of the counts of what was skipped. */
export function skippedLines(skipped: Skipped): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}
