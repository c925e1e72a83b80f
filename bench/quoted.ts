import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as LIMITS from '../src/core/limits.ts';
import type { StoredEvent } from '../src/core/model/event.ts';
import { deriveEvent } from '../src/derive/event/derive-event.ts';
import { QUOTED } from '../src/derive/provenance/repeated-words.ts';
import { foldWord, SHINGLE_WORDS, scanWords } from '../src/derive/provenance/shingles.ts';
import type { Store } from '../src/store/contract/store.ts';
import { withImported } from './support/recorded/imported.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const FOLDERS = ['transcripts/claude-code', 'transcripts/claude-code-team', 'transcripts/agents/claude'];
const SIZES = [3, SHINGLE_WORDS, 5, 6];
const SHARES = [0.3, 0.4, QUOTED.share, 0.6, 0.8];
const SENTENCE = /[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*/g;

/** A sentence of an agent: the share of its words that shingles of what was read cover, and the longest run of them. */
interface Sentence {
  share: number;
  run: number;
}

/** The agents' sentences of at least six words of one session, compared by shingles of `size` words. */
function sentencesOf(events: readonly StoredEvent[], size: number): Sentence[] {
  const read = new Set<number>();
  const sentences: Sentence[] = [];
  for (const event of [...events].sort((one, other) => one.at - other.at)) {
    const { body } = event;
    if (body.kind === 'tool.end') {
      const [item] = deriveEvent(event, {}).items;
      if (item?.author !== 'agent') for (const shingle of shinglesBySize(body.output, size)) read.add(shingle.hash);
    } else if (body.kind === 'message') {
      for (const [text] of body.text.slice(0, LIMITS.indexedChars).matchAll(SENTENCE)) {
        const words = coverOf(text, size, read);
        if (words.length >= QUOTED.words) sentences.push(toSentence(words));
      }
    }
  }
  return sentences;
}

function shinglesBySize(text: string, size: number): { hash: number; first: number; count: number }[] {
  const words: number[] = [];
  scanWords(text, (hash) => words.push(hash));
  const count = words.length;
  return words.slice(size - 1).map((_, first) => ({
    first,
    count,
    hash: words.slice(first, first + size).reduce((hash, word) => foldWord(hash, word), 0),
  }));
}

function coverOf(text: string, size: number, read: ReadonlySet<number>): boolean[] {
  const shingles = shinglesBySize(text, size);
  const covered = new Array<boolean>(shingles[0]?.count ?? 0).fill(false);
  for (const { hash, first } of shingles) if (read.has(hash)) covered.fill(true, first, first + size);
  return covered;
}

function toSentence(covered: readonly boolean[]): Sentence {
  let run = 0;
  let longest = 0;
  for (const one of covered) {
    run = one ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { share: covered.filter(Boolean).length / covered.length, run: longest };
}

async function sessionsOf(store: Store): Promise<StoredEvent[][]> {
  const events: StoredEvent[] = [];
  for (let after = 0; ; after = events.at(-1)?.seq ?? after) {
    const page = await store.log.since(after, 500);
    events.push(...page);
    if (page.length < 500) break;
  }
  return [...Map.groupBy(events, ({ session }) => session).values()];
}

/** How many sentences of agents stand in what their sessions had read before, by size of shingle and share. */
export async function run(): Promise<BenchResult> {
  const paths = FOLDERS.map((folder) => join(DATA, folder)).filter(existsSync);
  const sessions = paths.length === 0 ? [] : await withImported(paths, sessionsOf);
  const rows = SIZES.map((size) => {
    const sentences = sessions.flatMap((events) => sentencesOf(events, size));
    const marked = (fits: (one: Sentence) => boolean): string => {
      const count = sentences.filter(fits).length;
      return `${count} (${round((count / Math.max(sentences.length, 1)) * 100, 1)} %)`;
    };
    return [
      size,
      sentences.length,
      ...SHARES.map((least) => marked(({ share }) => share >= least)),
      marked(({ share, run: longest }) => share >= QUOTED.share || longest >= QUOTED.run),
    ];
  });
  return {
    title: 'What agents quote',
    about: `Sentences of at least ${QUOTED.words} words in messages of agents, in ${sessions.length} real sessions, of which shingles of what the session had read before cover a share of the words. In the last column what the rule marks: that share of ${QUOTED.share}, or ${QUOTED.run} words that stand together.`,
    columns: ['words in a shingle', 'sentences', ...SHARES.map((share) => `≥ ${share}`), 'the rule'],
    rows,
    bounds: [],
    notes: [
      'Looked at in printed samples of each band: what is marked at 0.6 and more are lines of code, table rows, issue titles and messages of a program that the agent copied. Between 0.4 and 0.6 half are names of functions and files in sentences of its own; 0.5 with runs of six words is where a copied order with words around it is still found.',
      'A rule that an agent states is told at every start, so one shingle of what was read is enough for it.',
      'The corpus of 94 sessions holds no results of tools, so that nothing can be compared there.',
    ],
  };
}
