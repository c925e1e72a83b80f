import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Hit } from '../../../src/api/answers.ts';
import { sha256Hex } from '../../../src/core/hash.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { findHits } from '../../../src/memory/read/find-hits.ts';
import { findRecall } from '../../../src/memory/read/find-recall.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { questionVector } from '../bench-embedder.ts';

/** A question about a recorded session, in words of whoever labelled it, and what a right answer holds. */
export interface AskedQuestion {
  /** The file of the session. */
  session: string;
  set: string;
  /** True for questions on which the rules were tuned; the others only check them. */
  tuned: boolean;
  /** True for questions written after all rules, from sessions that no other question is of. */
  fresh?: true;
  /** Time of the message that answers. */
  at: string;
  question: string;
  /** Groups of spellings: an answer holds one of each group. */
  must: string[][];
}

/** What the memory says to a question. */
export interface Answered {
  asked: AskedQuestion;
  recall: string;
  /** The first five. */
  hits: Pick<Hit, 'title' | 'snippet' | 'kind' | 'at'>[];
  notes: string[];
}

/** Whether a reader calls an answer right: its first sentence, and all of it. */
export interface ReaderMark {
  /** `answerHash` of the answer that was read; another answer has no mark. */
  answer: string;
  first: boolean;
  whole: boolean;
  why: string;
}

const MARKS = fileURLToPath(new URL('../../answer-labels/marks.jsonl', import.meta.url));
const FILE = fileURLToPath(new URL('../../answer-labels/questions.json', import.meta.url));
const HITS = 5;

/** The committed questions. */
export function readQuestions(): AskedQuestion[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as AskedQuestion[];
}

/** The marks of a reader, by the hash of the answer. */
export function readMarks(): ReadonlyMap<string, ReaderMark> {
  const lines = readFileSync(MARKS, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as ReaderMark).map((mark) => [mark.answer, mark]));
}

/** Names a question with an answer to it: without ids, and without the folder in which it was asked. */
export function answerHash({ asked, recall }: Answered, home: string): string {
  const words = recall.replaceAll(home, '').replace(/ \[[^\]]*\]/g, '');
  return sha256Hex(`${asked.question}\n${words}`).slice(0, 12);
}

/** Asks a question as of a time, in the project of its session. */
export async function askQuestion(
  store: Store,
  asked: AskedQuestion,
  { embedder, ...place }: { embedder: Embedder | undefined; now: number; userHome: string; cwd: string },
): Promise<Answered> {
  const vector = await questionVector(embedder, asked.question);
  const input = { query: asked.question, cwd: place.cwd, ...omitUndefined({ vector }) };
  const recall = await findRecall(store, input, place);
  const { hits, notes } = await findHits(store, { ...input, limit: HITS }, place);
  return { asked, recall: recall.text, hits, notes: [...recall.notes, ...notes].map(({ message }) => message) };
}

/** True for a text that holds a spelling of each group. */
export function holdsAnswer(text: string, must: readonly (readonly string[])[]): boolean {
  const said = text.toLowerCase();
  return must.every((spellings) => spellings.some((one) => said.includes(one.toLowerCase())));
}

/** The sentences of an answer; each ends with the ids that it rests on. */
export function sentencesOf(recall: string): string[] {
  return recall.split(/(?<=\]\.)\s+/);
}
