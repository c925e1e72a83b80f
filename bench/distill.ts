import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLabels } from './support/distill-labels.ts';
import type { Scored, Share } from './support/distill-score.ts';
import { recordedSessions, withSessions } from './support/distill-sessions.ts';
import type { StateItem } from './support/final-state.ts';
import { type ClaimScores, measureClaims } from './support/measure-claims.ts';
import { BLOCK, measureStates, RESUME, type Telling } from './support/measure-states.ts';
import { dataFolder } from './support/recorded-files.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const KINDS = ['request', 'file', 'failing', 'todo'] as const;
const HALVES = ['tune', 'check'] as const;

/** What of a session is told and kept, against what was marked by hand and what its transcript says. */
export interface DistillMeasure {
  tellings: Telling[];
  /** By half of the sessions: those that the rules were made with, and those that only check them. */
  scores: Record<(typeof HALVES)[number] | 'all', ClaimScores>;
}

/** Measures the sessions recorded below `CAIRN_DATA`. */
export async function measureDistill(): Promise<DistillMeasure> {
  const data = dataFolder();
  if (data === undefined) throw new Error('there are no recorded transcripts: name their folder in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const sessions = recordedSessions(data);
    const tellings = await measureStates(sessions, scratch);
    const labels = readLabels();
    const scores = await withSessions(join(scratch, 'whole'), sessions, async ({ store }) => ({
      all: await measureClaims(store, labels, () => true),
      tune: await measureClaims(store, labels, (session) => labels.halves.tune.includes(session)),
      check: await measureClaims(store, labels, (session) => labels.halves.check.includes(session)),
    }));
    return { tellings, scores };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** How much of where a session stood the next one is told; and how many of the found pairs, groups and decisions are true. */
export async function run(): Promise<BenchResult> {
  const { tellings, scores } = await measureDistill();
  const ways = Map.groupBy(tellings, ({ way }) => way);
  const ends = ways.get(BLOCK)?.length ?? 0;
  return {
    title: 'What is made of sessions',
    about: `Recorded sessions, each cut at ${ends} places in all where it might have ended: at even steps, at its end, and where something had just failed. What its transcript alone says of where it stood — the last request, the files changed, the newest test, build or commit that failed and did not succeed again, the open entries of its todo list — is looked up in what the next session is told at its start and in the summary; three ways that know nothing of it fill as many tokens as each of the two.`,
    columns: ['told', 'ends', 'all', ...KINDS, 'tokens', 'most', 'words'],
    rows: [...ways].map(([way, own]) => stateRow(way, own)),
    bounds: boundsOf(ways, scores.all),
    notes: [
      'Marks by hand: `distill-labels`. Half of the sessions (“tune”) were looked at while the rules were made, the others (“check”) only when they were measured.',
      'A claim about which people may differ counts neither for nor against. Intervals are Wilson’s, of 95 %.',
      'The marked repairs: a call that failed, and a later one that shows the same mended.',
    ],
    details: [
      {
        title: 'What is claimed',
        about: 'What was found in the sessions against the marks made by hand, for each half of the sessions.',
        columns: ['claims', 'sessions', 'right', 'precision', 'interval', 'wrong', 'arguable', 'recall', 'interval'],
        rows: (Object.keys(scores.all) as (keyof ClaimScores)[]).flatMap((name) =>
          [...HALVES, 'all' as const].map((half) => claimRow(name, half, scores[half][name])),
        ),
      },
    ],
  };
}

function stateRow(way: string, own: readonly Telling[]): (string | number)[] {
  const ofKind = (kind?: StateItem['kind']): string => {
    const count = (of: 'named' | 'missed'): number =>
      own.flatMap((telling) => telling[of]).filter((item) => kind === undefined || item.kind === kind).length;
    return part(count('named'), count('named') + count('missed'));
  };
  const tokens = spreadOf(own.map((telling) => telling.tokens));
  const words = spreadOf(own.map((telling) => telling.words));
  return [way, own.length, ofKind(), ...KINDS.map(ofKind), tokens.median, tokens.max, words.median];
}

function claimRow(name: string, half: string, { precision, recall, wrong, arguable }: Scored): (string | number)[] {
  return [
    name,
    half,
    precision.right,
    percent(precision),
    interval(precision),
    wrong.length,
    arguable,
    `${percent(recall)} of ${recall.of}`,
    interval(recall),
  ];
}

function boundsOf(ways: ReadonlyMap<string, Telling[]>, scores: ClaimScores): Bound[] {
  const block = ways.get(BLOCK) ?? [];
  const share = meanShare(block);
  const plain = [...ways].filter(([way]) => way.endsWith(`as long as the ${BLOCK}`));
  const best = Math.max(...plain.map(([, own]) => meanShare(own)));
  const atLeast = (name: string, wanted: number, reached: number): Bound => ({
    name,
    wanted: `≥ ${round(100 * wanted)} %`,
    reached: Number.isNaN(reached) ? 'nothing found' : `${round(100 * reached)} %`,
    met: reached >= wanted,
  });
  return [
    atLeast('where a session stood, in the block of the next start', 0.9, share),
    atLeast('the same, when asked to resume', 0.9, meanShare(ways.get(RESUME) ?? [])),
    { ...atLeast('in the block, against the best plain way of its length', best, share), met: share > best },
    atLeast('pairs of a failure and what mended it: precision', 0.9, scores.pairs.precision.share),
    atLeast('pairs: recall', 0.7, scores.pairs.recall.share),
    atLeast('groups of the same failure: precision', 0.9, scores.groups.precision.share),
    atLeast('groups: recall', 0.7, scores.groups.recall.share),
    atLeast('decisions: precision', 0.85, scores.decisions.precision.share),
    atLeast('preferences: precision', 0.85, scores.preferences.precision.share),
  ];
}

/** Of the things of all ends together. */
function meanShare(own: readonly Telling[]): number {
  const named = own.reduce((sum, telling) => sum + telling.named.length, 0);
  const all = own.reduce((sum, telling) => sum + telling.named.length + telling.missed.length, 0);
  return named / all;
}

function part(named: number, of: number): string {
  return of === 0 ? '–' : `${round((100 * named) / of)} % of ${of}`;
}

function percent({ share }: Share): string {
  return Number.isNaN(share) ? '–' : `${round(100 * share)} %`;
}

function interval({ low, high }: Share): string {
  return `${round(100 * low, 0)}–${round(100 * high, 0)} %`;
}
