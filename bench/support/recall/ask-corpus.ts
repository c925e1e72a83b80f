import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Note, SearchResult } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import type { SearchQuery } from '../../../src/api/requests.ts';
import { DIST } from '../bench-home.ts';
import type { Corpus, Doc, Question } from './corpus.ts';
import { type SessionRun, sessionRuns } from './corpus-messages.ts';
import { type Answered, keyOf } from './recall-metrics.ts';

type Sdk = typeof import('../../../src/bin/sdk.ts');

const RUNS_AT_ONCE = 64;
const SETTLED_MS = 24 * 3_600_000;
const TELL_MS = 5_000;
const HITS = 100;
/** How often, and after how many milliseconds each, a question is asked again that was answered by words alone. */
const TRIES = 30;
const TRY_MS = 100;
const WORDS_ONLY = 'words_only';
const WARM_UP = 'how does it begin';

/** Says how far something is; what it says replaces what it said before. */
export type ReportProgress = (message: string) => void;

/**
 * Answers the questions of a corpus through the public SDK: each group is recorded into a fresh memory of its own, and
 * asked as of its last message. Answers by `keyOf` of their question.
 */
export async function askCorpus(corpus: Corpus, report: ReportProgress): Promise<Map<string, Answered>> {
  const { openMemory } = (await import(pathToFileURL(join(DIST, 'sdk.js')).href)) as Sdk;
  const docs = Map.groupBy(corpus.docs, (doc) => doc.group);
  const answers = new Map<string, Answered>();
  for (const [group, questions] of Map.groupBy(corpus.questions, (question) => question.group)) {
    const home = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
    const memory = await openMemory({ home, project: home, mode: 'embedded' });
    try {
      await askGroup(memory, { group, docs: docs.get(group) ?? [], questions, answers, report });
    } finally {
      await memory.close();
      rmSync(home, { recursive: true, force: true });
    }
  }
  return answers;
}

/** One group: what it holds, what is asked of it, and where the answers go. */
interface Asked {
  group: string;
  docs: readonly Doc[];
  questions: readonly Question[];
  answers: Map<string, Answered>;
  report: ReportProgress;
}

async function askGroup(memory: Memory, asked: Asked): Promise<void> {
  const { docs, questions, report, group } = asked;
  const { runs, sessions } = sessionRuns(docs);
  const asOf = await recordRuns(memory, runs, asked);
  await settle(memory, asked);
  const tries = (await isByWords(memory, asked)) ? 0 : TRIES;
  for (const [n, question] of questions.entries()) {
    report(`${group}: question ${n + 1} of ${questions.length}`);
    const began = performance.now();
    const page = await memory.search({ query: question.query, asOf });
    const ms = performance.now() - began;
    const whole = { query: question.query, asOf, limit: HITS, sessions: true };
    const more = await searchWhole(memory, whole, tries);
    const got = more.hits.flatMap(({ ref }) => (ref === undefined ? [] : (docs[Number(ref)]?.id ?? [])));
    const of = (more.sessions ?? []).flatMap(({ ref }) => sessions[Number(ref.replace('session-', ''))] ?? []);
    asked.answers.set(keyOf(question), {
      id: question.id,
      got: [...new Set(got)],
      sessions: [...new Set(of)],
      ms,
      tokens: page.tokens,
    });
  }
}

/** Records a group; returns a time after its last message. Reports runs that were not recorded. */
async function recordRuns(
  memory: Memory,
  runs: readonly SessionRun[],
  { docs, group, report }: Asked,
): Promise<number> {
  let [recorded, last] = [0, 0];
  for (let from = 0; from < runs.length; from += RUNS_AT_ONCE) {
    const some = runs.slice(from, from + RUNS_AT_ONCE);
    for (const { skipped } of await Promise.all(some.map((run) => memory.record(run)))) {
      for (const { reason } of skipped) process.stderr.write(`\n${group}: a message was not taken: ${reason}\n`);
    }
    for (const { messages } of some) {
      recorded += messages.length;
      for (const { at } of messages) last = Math.max(last, Number(at));
    }
    report(`${group}: ${recorded} of ${docs.length} messages recorded`);
  }
  return last + 1_000;
}

/** Waits until everything is derived and embedded, and says meanwhile how much is left. */
async function settle(memory: Memory, { group, report }: Asked): Promise<void> {
  report(`${group}: settling`);
  const timer = setInterval(async () => {
    const { counts, vectors } = await memory.status();
    const left = vectors.secondsLeft === undefined ? '' : `, about ${Math.ceil(vectors.secondsLeft)} seconds`;
    const derived = `${counts.items} memories, ${counts.pending} events still to be derived`;
    report(`${group}: ${derived}, ${vectors.waiting} memories still to be embedded${left}`);
  }, TELL_MS);
  try {
    await memory.settled({ timeoutMs: SETTLED_MS });
  } finally {
    clearInterval(timer);
  }
}

/** Whether questions are answered by words alone; says so then. */
async function isByWords(memory: Memory, { group }: Asked): Promise<boolean> {
  const note = wordsOnly(await searchWhole(memory, { query: WARM_UP }, TRIES));
  if (note !== undefined) process.stderr.write(`\n${group}: ${note.message}\n`);
  return note !== undefined;
}

/** The answer by words and vectors: vectors that are not in memory yet, or a question's that came late, are waited for. */
async function searchWhole(memory: Memory, query: SearchQuery, tries: number): Promise<SearchResult> {
  for (let left = tries; ; left -= 1) {
    const result = await memory.search(query);
    if (left === 0 || wordsOnly(result) === undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
  }
}

function wordsOnly({ notes }: SearchResult): Note | undefined {
  return notes.find(({ code }) => code === WORDS_ONLY);
}
