import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as LIMITS from '../src/core/limits.ts';
import type { Message, StoredEvent } from '../src/core/model/event.ts';
import { deriveEvent } from '../src/derive/event/derive-event.ts';
import { factOf } from '../src/derive/event/session-fact.ts';
import { foreignWordsIn } from '../src/derive/provenance/foreign-words.ts';
import type { Readings } from '../src/derive/provenance/readings.ts';
import { SessionContext } from '../src/pipeline/session-state/session-context.ts';
import type { Store } from '../src/store/contract/store.ts';
import { type RecordedSession, recordedSessions } from './support/next-session/recorded-sessions.ts';
import { withImported } from './support/recorded/imported.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const SENTENCE = /[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*/g;
const LEAST_WORDS = 4;
/** Share of the sentences that were withheld by the rule before, which withheld all after the first untrusted reading. */
const BEFORE: Readonly<Record<string, number>> = { entire: 31, agentv: 99.2 };
const REASONS = ['unknown', 'repository', 'outside', 'code', 'order'] as const;
type Reason = (typeof REASONS)[number];

/** Why the words of agents in one set of sessions are withheld. */
interface Figures {
  sessions: number;
  exposed: number;
  sentences: number;
  withheld: Map<Reason, number>;
}

/** What is left of readings as long as fewer reasons count. */
const ONLY: readonly [Reason, (readings: Readings) => Readings, boolean][] = [
  ['repository', (all) => ({ ...all, authorOf: insideOf(all), isOnlyOutside: () => false, hasOutside: false }), true],
  ['outside', (all) => ({ ...all, isOnlyOutside: () => false }), true],
  ['code', (all) => all, true],
  ['order', (all) => all, false],
];

function insideOf({ authorOf }: Readings): Readings['authorOf'] {
  return (hash) => {
    const author = authorOf(hash);
    return author === 'web' ? undefined : author;
  };
}

async function eventsOf(store: Store): Promise<Map<string, StoredEvent[]>> {
  const events: StoredEvent[] = [];
  for (let after = 0; ; after = events.at(-1)?.seq ?? after) {
    const page = await store.log.since(after, 500);
    events.push(...page);
    if (page.length < 500) break;
  }
  return Map.groupBy(events, ({ session }) => session as string);
}

function measure(events: readonly StoredEvent[], figures: Figures): void {
  const context = new SessionContext();
  const roots = new Map<string, string>();
  for (const event of [...events].sort((one, other) => one.at - other.at || one.seq - other.seq)) {
    const root = event.cwd ?? '/';
    roots.set(root, root);
    const known = context.contextOf(event, { projectRoot: root });
    const derived = deriveEvent(event, known);
    if (event.body.kind === 'message' && event.body.from !== 'tool' && known.readings !== undefined) {
      count(event.body, { readings: known.readings, isUnknown: known.isUnknown === true, figures });
    }
    context.learn(event, factOf(event, derived));
  }
  figures.sessions += 1;
  if (Number.isFinite(context.exposedAt)) figures.exposed += 1;
}

function count(
  { text }: Message,
  { readings, isUnknown, figures }: { readings: Readings; isUnknown: boolean; figures: Figures },
): void {
  const shown = text.slice(0, LIMITS.indexedChars);
  const spans = ONLY.map(([reason, narrowed, facts]) => {
    const found = foreignWordsIn(shown, narrowed(readings), { facts });
    return [reason, found?.spans ?? []] as const;
  });
  for (const { index, 0: sentence } of shown.matchAll(SENTENCE)) {
    if (sentence.trim().split(/\s+/).length < LEAST_WORDS) continue;
    figures.sentences += 1;
    const middle = index + sentence.length / 2;
    const why = isUnknown
      ? 'unknown'
      : spans.find(([, list]) => list.some(([start, end]) => start <= middle && middle <= end))?.[0];
    if (why === undefined) continue;
    figures.withheld.set(why, (figures.withheld.get(why) ?? 0) + 1);
    if (process.env.SHOW === why) process.stderr.write(`${why}: ${sentence.trim().slice(0, 220)}\n`);
  }
}

/** The shares of agents' sentences in recorded sessions that are withheld from blocks, by the reason. */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const sets = Map.groupBy(recordedSessions(DATA, scratch), ({ set }) => set);
    const rows: (string | number)[][] = [];
    for (const [set, sessions] of sets) rows.push(rowOf(set, await figuresOf(sessions)));
    return {
      title: 'What is withheld of an agent’s words',
      about: `Sentences of at least ${LEAST_WORDS} words in messages of agents in recorded sessions, and the share of them that no block tells: because the session had read words that are not known any more; by what the repository and tools had said; by a run of ${4} words with text from outside; by an address, flag or code of which only text from outside spoke; as an order after such text was read. A sentence counts for the first of these reasons.`,
      columns: ['sessions of', 'sessions', 'read outside', 'sentences', 'withheld before', 'withheld now', ...REASONS],
      rows,
      bounds: [],
      notes: [
        '“Before” is the rule that withheld all words of an agent after its session had first read something untrusted, package managers and `git fetch` among it.',
      ],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function figuresOf(sessions: readonly RecordedSession[]): Promise<Figures> {
  const figures: Figures = { sessions: 0, exposed: 0, sentences: 0, withheld: new Map() };
  await withImported(
    sessions.map(({ path }) => path),
    async (store) => {
      for (const events of (await eventsOf(store)).values()) measure(events, figures);
    },
  );
  return figures;
}

function rowOf(set: string, { sessions, exposed, sentences, withheld }: Figures): (string | number)[] {
  const share = (number: number): string => `${round((number / Math.max(sentences, 1)) * 100, 1)} %`;
  const all = [...withheld.values()].reduce((sum, one) => sum + one, 0);
  const reasons = REASONS.map((reason) => share(withheld.get(reason) ?? 0));
  return [set, sessions, exposed, sentences, `${BEFORE[set] ?? 0} %`, share(all), ...reasons];
}
