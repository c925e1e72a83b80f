import type { TranscriptParser } from '../contract.ts';
import { createJsonlParser } from './jsonl-parser.ts';

/** The parser of an agent none of whose transcripts is a file of lines: every line is skipped. */
export function createNoLinesParser(): TranscriptParser {
  return createJsonlParser({
    read: () => ({ skip: 'line' }),
    position: (offset) => ({ resumeAt: offset, state: {} }),
  });
}
