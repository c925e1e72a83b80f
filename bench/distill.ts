import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedMemory } from '../src/memory/open.ts';
import { readLabels, readPromptLabels } from './support/distill/distill-labels.ts';
import { type Scored, type Share, shareOf } from './support/distill/distill-score.ts';
import { recordedSessions, withReplayed, withSessions } from './support/distill/distill-sessions.ts';
import type { StateItem } from './support/distill/final-state.ts';
import { type ClaimScores, measureClaims, measurePrompts, type SaidScores } from './support/distill/measure-claims.ts';
import { BLOCK, measureStates, RESUME, type Telling } from './support/distill/measure-states.ts';
import { textSources } from './support/distill/replayed-sessions.ts';
import { dataFolder } from './support/recorded/recorded-files.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';

const KINDS = ['request', 'file', 'failing', 'todo'] as const;
const HALVES = ['tune', 'check'] as const;
/** Files that the block of a start names at most. */
const FILES_TOLD = 8;
const CLAIM_COLUMNS = [
  'claims',
  'sessions',
  'right',
  'precision',
  'interval',
  'wrong',
  'arguable',
  'recall',
  'interval',
];

/** Which facts of a session Cairn reports and keeps, against those marked by hand and those in its transcript. */
export interface DistillMeasure {
  tellings: Telling[];
  /** By half of the sessions: those that the rules were made with, and those that only check them. */
  scores: ByHalf<ClaimScores>;
  /** What people said, in sessions of which only texts are kept. */
  prompts: ByHalf<SaidScores>;
}

type ByHalf<Scores> = Record<(typeof HALVES)[number] | 'all', Scores>;

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
    return { tellings, scores, prompts: await promptScores(data, join(scratch, 'texts')) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function promptScores(data: string, scratch: string): Promise<DistillMeasure['prompts']> {
  const labels = readPromptLabels();
  const sources = await textSources(data);
  const replay = async ({ memory }: OpenedMemory): Promise<void> => {
    for (const source of sources) await source.replayAll(memory);
  };
  return withReplayed(scratch, replay, async ({ store }) => ({
    all: await measurePrompts(
      store,
      labels,
      (session) => labels.tune.includes(session) || labels.check.includes(session),
    ),
    tune: await measurePrompts(store, labels, (session) => labels.tune.includes(session)),
    check: await measurePrompts(store, labels, (session) => labels.check.includes(session)),
  }));
}

/**
 * Measures how much of a session's end state the next session is shown, and the precision of pairs, groups and
 * decisions.
 */
export async function run(): Promise<BenchResult> {
  const { tellings, scores, prompts } = await measureDistill();
  const ways = Map.groupBy(tellings, ({ way }) => way);
  const ends = ways.get(BLOCK)?.length ?? 0;
  return {
    title: 'What is made of sessions',
    about: `Recorded sessions, each cut at ${ends} places in all where it might have ended: at even steps, at its end, and where something had just failed. What its transcript alone says of where it stood — the last request, the files changed, the newest test, build or commit that failed and did not succeed again, the open entries of its todo list — is looked up in what the next session is told at its start and in the summary; three ways that know nothing of it fill as many tokens as each of the two.`,
    columns: ['told', 'ends', 'all', ...KINDS, 'tokens', 'most', 'words'],
    rows: [...ways].map(([way, own]) => stateRow(way, own)),
    bounds: boundsOf(ways, scores.all, prompts.all),
    notes: [
      'The block of the next start is taken an hour after the end, as for work outside of a repository: these sessions come without their checkouts, so that none could be on their branch, and nothing that a line names could be looked up. It tells the thread at hand: the last request and how it ended, at most eight of the files that were worked on most, a test that fails, and of a todo list the entries in words that are the agent’s own. Who asks to resume is told all.',
      'Marks by hand: `distill-labels`. Rules were made with half of the sessions (“tune”); of the others (“check”) those who made them saw counts, and were told what was wrong in general terms.',
      'A claim about which people may differ counts neither for nor against. Intervals are Wilson’s, of 95 %.',
      'A statement that is marked as a decision and as a preference is found when it is claimed as either; each is claimed once. Of an agent that had read text from outside, a sentence that gives an order or holds a name that only that text held is taken for no decision of its own.',
      'The marked repairs: a call that failed, and a later one that shows the same mended.',
    ],
    details: [
      {
        title: 'What is claimed',
        about: 'What was found in the sessions against the marks made by hand, for each half of the sessions.',
        columns: CLAIM_COLUMNS,
        rows: claimRows(scores),
      },
      {
        title: 'What people said, in more sessions',
        about:
          'The same of the prompts of 86 other sessions, of which nothing is kept but texts and names of files; there only what is taken from a prompt is looked at.',
        columns: CLAIM_COLUMNS,
        rows: claimRows(prompts),
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

function claimRows(scores: ByHalf<object>): (string | number)[][] {
  const halves = [...HALVES, 'all'] as const;
  return Object.keys(scores.all).flatMap((name) =>
    halves.map((half) => claimRow(name, half, (scores[half] as Record<string, Scored>)[name])),
  );
}

function claimRow(name: string, half: string, scored: Scored | undefined): (string | number)[] {
  if (scored === undefined) return [];
  const { precision, recall, wrong, arguable } = scored;
  return [
    name,
    half,
    precision.n,
    percent(precision),
    interval(precision),
    wrong.length,
    arguable,
    `${percent(recall)} of ${recall.of}`,
    interval(recall),
  ];
}

function boundsOf(ways: ReadonlyMap<string, Telling[]>, scores: ClaimScores, prompts: SaidScores): Bound[] {
  const block = ways.get(BLOCK) ?? [];
  const together = (name: 'decisions' | 'preferences', share: 'precision' | 'recall'): Share => {
    const [one, other] = [scores[name][share], prompts[name][share]];
    return shareOf(one.n + other.n, one.of + other.of);
  };
  const atLeast = (name: string, wanted: number, reached: number | Share): Bound => {
    const { share: value, of } = typeof reached === 'number' ? { share: reached, of: undefined } : reached;
    return {
      name,
      wanted: `≥ ${round(100 * wanted)} %`,
      reached: Number.isNaN(value) ? 'nothing found' : `${round(100 * value)} %${of === undefined ? '' : ` of ${of}`}`,
      met: value >= wanted,
    };
  };
  return [
    atLeast('where a session stood, when asked to resume', 0.9, meanShare(ways.get(RESUME) ?? [])),
    atLeast(
      'the last request, in the block of the next start',
      0.9,
      meanShare(block.map((one) => only(one, 'request'))),
    ),
    atLeast(`files in it, of which it names at most ${FILES_TOLD}`, 0.9, meanShare(block.map(fewFiles))),
    atLeast('what failed in it', 0.9, meanShare(block.map((one) => only(one, 'failing')))),
    atLeast('pairs of a failure and what mended it: precision', 0.9, scores.pairs.precision),
    atLeast('pairs: recall', 0.7, scores.pairs.recall),
    atLeast('groups of the same failure: precision', 0.9, scores.groups.precision),
    atLeast('groups: recall', 0.7, scores.groups.recall),
    atLeast('decisions: precision', 0.85, together('decisions', 'precision')),
    atLeast('decisions: recall', 0.5, together('decisions', 'recall')),
    atLeast('preferences: precision', 0.85, together('preferences', 'precision')),
    atLeast('preferences: recall', 0.5, together('preferences', 'recall')),
  ];
}

/** The part of a report about one kind of facts. */
function only(telling: Telling, kind: StateItem['kind']): Telling {
  const isOfKind = (item: StateItem): boolean => item.kind === kind;
  return { ...telling, named: telling.named.filter(isOfKind), missed: telling.missed.filter(isOfKind) };
}

/** The files of a report, as if no more had been changed than it has room for. */
function fewFiles(telling: Telling): Telling {
  const { named, missed, ...rest } = only(telling, 'file');
  const told = named.slice(0, FILES_TOLD);
  return { ...rest, named: told, missed: missed.slice(0, FILES_TOLD - told.length) };
}

/** The share of named facts over all reports together. */
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
