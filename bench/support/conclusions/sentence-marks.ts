import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../../../src/core/hash.ts';

/** What readers marked of the sentences of a session, without a word of them. */
export interface SentenceMarks {
  /** The agent's own id. */
  session: string;
  /** Decisions: when, by whom, whether all readers would agree, and `statementHash` of the sentences that state it. */
  decisions: { at: string; by: 'person' | 'agent'; sure: boolean; marks: string[] }[];
  /** Facts that a summary must hold, each as `wordMark` of its content words. */
  essentials: string[][];
  /** Statements that were refuted later, in the same form. */
  traps: string[][];
}

const FILE = fileURLToPath(new URL('../../conclusion-labels/sentences.jsonl', import.meta.url));
const MARK_CHARS = 6;

/** The marks of `sentences.jsonl` by the agent's own id of the session. */
export function readSentenceMarks(): ReadonlyMap<string, SentenceMarks> {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as SentenceMarks).map((marks) => [marks.session, marks]));
}

/** What a word is known by: the beginning of its SHA-256. */
export function wordMark(word: string): string {
  return sha256Hex(word).slice(0, MARK_CHARS);
}
