import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CleanEvent } from '../src/core/event.ts';
import { numberedEventId, sessionId } from '../src/core/ids.ts';
import { LIMITS } from '../src/core/limits.ts';
import { wordsOf } from '../src/core/terms.ts';
import { deriveEvent } from '../src/derive/derive-event.ts';
import { rankItems } from '../src/recall/search.ts';
import type { Store } from '../src/store/contract.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import type { BenchResult } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const FIRST_DAY = Date.UTC(2025, 0, 1);
const AGENT = 'bench';

/** A set of questions, and whether an answer is one message or the session it stands in. */
const SETS: readonly { corpus: string; answer: 'item' | 'session'; about: string }[] = [
  { corpus: 'commits-dev', answer: 'session', about: 'real coding sessions by commit subject' },
  { corpus: 'locomo-dev', answer: 'item', about: 'long conversations, one turn' },
  { corpus: 'locomo-dev', answer: 'session', about: 'long conversations, a session' },
  { corpus: 'long-chat-dev', answer: 'item', about: 'long chats about code, one message' },
];

interface Doc {
  group: string;
  id: string;
  session: string;
  at: string;
  role: string;
  text: string;
}

interface Question {
  group: string;
  id: string;
  query: string;
  gold: string[];
  gold_sessions: string[];
}

/** One way to order the memories of a store for a question: the numbers of the messages, the best first. */
type Order = (store: Store, query: string) => Promise<string[]>;

/** Share of questions answered among the first 1, 5 and 10, mean reciprocal rank, and milliseconds of each question. */
interface Scores {
  any1: number;
  any5: number;
  any10: number;
  mrr: number;
  count: number;
  ms: number[];
}

/** How well words alone find: BM25 over any of the words as the store gives it, against the whole ranking. */
export async function run(): Promise<BenchResult> {
  const result: BenchResult = {
    title: 'Recall by words',
    about:
      'Messages of development sets as prompts and messages in a store of their own for each group; any@k is the share of questions with a right answer among the first k. "BM25" is the order the index gives for all words of the question, "ranked" is what `search` gives.',
    columns: ['set', 'questions', 'order', 'any@1', 'any@5', 'any@10', 'MRR', 'ms, median', 'ms, p95'],
    rows: [],
    bounds: [],
    notes: [
      'The field weights of the index (title 2, text 1, terms .5) hardly matter to the ranked order: from 0 to 2 for the title the mean reciprocal rank moves by at most .02 on any set.',
      'The weights of the score (src/recall/rank.ts) were chosen on these sets together, from steps of a third up and down, and lie on a plateau: one step of one weight moves the mean reciprocal rank by at most .03, but for the kind of thing, where long chats gain .08 from .2 to .6 and the others neither gain nor lose.',
      'What a word in more than 5 % of the items is worth shows in small memories: leaving such words out took any@10 of the long chats from 80 to 52. They are left out only when more than 2,500 items hold them.',
      'The floor of what is said for a prompt was set by reading what it lets through: of 281 prompts that open 94 real sessions, each asked with the earlier sessions in memory, 172 bring something, 2.9 lines and 205 tokens on average.',
    ],
  };
  if (!existsSync(join(DATA, 'bench', 'corpora')))
    return { ...result, notes: ['The development sets are not here: nothing was measured.'] };
  for (const set of SETS) await measureSet(set, result);
  return result;
}

async function measureSet(set: (typeof SETS)[number], result: BenchResult): Promise<void> {
  const docs = readLines<Doc>(set.corpus, 'docs.jsonl');
  const questions = readLines<Question>(set.corpus, 'queries.jsonl');
  const floor = await measure(docs, questions, { answer: set.answer, order: byIndex });
  const ranked = await measure(docs, questions, { answer: set.answer, order: byRank });
  for (const [name, scores] of [
    ['BM25', floor],
    ['ranked', ranked],
  ] as const) {
    const ms = scores.ms.toSorted((one, other) => one - other);
    result.rows.push([
      set.about,
      scores.count,
      name,
      ...[scores.any1, scores.any5, scores.any10].map((share) => round(100 * share)),
      round(scores.mrr, 3),
      round(spreadOf(ms).median),
      round(ms[Math.floor(ms.length * 0.95)] ?? 0),
    ]);
  }
  for (const key of ['any1', 'any5', 'any10', 'mrr'] as const) {
    const [wanted, reached] = [floor[key], ranked[key]].map((value) => round(value, 3)) as [number, number];
    result.bounds.push({
      name: `${set.about}, ${key}`,
      wanted: `>= ${wanted}`,
      reached: String(reached),
      met: reached >= wanted,
    });
  }
}

async function byIndex(store: Store, query: string): Promise<string[]> {
  const words = [...new Set(wordsOf(query))];
  const { candidates } = await store.candidates.query({ words, phrases: [], filter: {}, limit: LIMITS.candidates });
  return candidates.map(({ item }) => item.id);
}

async function byRank(store: Store, query: string): Promise<string[]> {
  const { ranked } = await rankItems(store, { query }, FIRST_DAY);
  return ranked.map(({ item }) => item.id);
}

async function measure(
  docs: readonly Doc[],
  questions: readonly Question[],
  how: { answer: 'item' | 'session'; order: Order },
): Promise<Scores> {
  const scores: Scores = { any1: 0, any5: 0, any10: 0, mrr: 0, count: 0, ms: [] };
  for (const group of new Set(docs.map((doc) => doc.group))) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-recall-'));
    const store = openSqliteStore({ path: join(folder, 'cairn.db') });
    const docOf = await fill(
      store,
      docs.filter((doc) => doc.group === group),
    );
    for (const question of questions.filter((one) => one.group === group)) {
      const gold = new Set(how.answer === 'item' ? question.gold : question.gold_sessions);
      if (gold.size === 0) continue;
      const began = performance.now();
      const ids = await how.order(store, question.query);
      scores.ms.push(performance.now() - began);
      const found = ids.map((id) => (how.answer === 'item' ? docOf.get(id)?.id : docOf.get(id)?.session));
      score(
        scores,
        [...new Set(found)].findIndex((ref) => ref !== undefined && gold.has(ref)),
      );
    }
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const key of ['any1', 'any5', 'any10', 'mrr'] as const) scores[key] /= Math.max(scores.count, 1);
  return scores;
}

function score(scores: Scores, place: number): void {
  scores.count += 1;
  if (place < 0) return;
  if (place < 1) scores.any1 += 1;
  if (place < 5) scores.any5 += 1;
  if (place < 10) scores.any10 += 1;
  scores.mrr += 1 / (place + 1);
}

/** Takes a group's messages in; gives the message of each item. Messages without a time follow each other by a second. */
async function fill(store: Store, docs: readonly Doc[]): Promise<Map<string, Doc>> {
  const docOf = new Map<string, Doc>();
  let at = FIRST_DAY;
  for (let from = 0; from < docs.length; from += LIMITS.batchEvents) {
    const some = docs.slice(from, from + LIMITS.batchEvents);
    const events = some.map((doc) => {
      const told = Date.parse(doc.at);
      at = Number.isFinite(told) ? Math.max(told, at + 1) : at + 1_000;
      return toEvent(doc, at);
    });
    const { results } = await store.log.append({ events });
    const byEvent = new Map(results.map(({ id }, i) => [id, some[i]] as const));
    const pending = await store.log.pending(LIMITS.batchEvents);
    const put = pending.flatMap((event) => deriveEvent(event, {}).items);
    await store.items.apply({ derived: pending.map(({ id, seq }) => ({ id, seq })), put });
    for (const item of put) {
      const doc = item.event === undefined ? undefined : byEvent.get(item.event);
      if (doc !== undefined) docOf.set(item.id, doc);
    }
  }
  return docOf;
}

function toEvent(doc: Doc, at: number): CleanEvent {
  const place = { agent: AGENT, agentSession: doc.session, at };
  const key = { id: numberedEventId({ agent: AGENT, session: doc.session, phase: 'message', number: doc.id }) };
  const body =
    doc.role === 'user'
      ? ({ kind: 'prompt', text: doc.text, origin: 'unknown' } as const)
      : ({ kind: 'message', text: doc.role === 'assistant' ? doc.text : `${doc.role}: ${doc.text}` } as const);
  return { ...place, key, source: 'import', authority: 1, session: sessionId(AGENT, doc.session), body, privacy: 1 };
}

function readLines<Row>(corpus: string, file: string): Row[] {
  const text = readFileSync(join(DATA, 'bench', 'corpora', corpus, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
