import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { meetPrompt, rankExchanges } from '../src/context/meet-prompt.ts';
import {
  EXCHANGE_WEIGHTS,
  type ExchangeFeatures,
  LEAST_ODDS,
  type RankedExchange,
} from '../src/context/threads/rank-exchanges.ts';
import { statementsIn } from '../src/retrieval/passage/statements.ts';
import {
  featuresOf,
  STATEMENT_WEIGHTS,
  type StatementFeatures,
  tellingPassage,
} from '../src/retrieval/passage/telling-passage.ts';
import { openBenchEmbedder } from './support/bench-embedder.ts';
import { bearsByPoint } from './support/next-session/bears.ts';
import { fitOdds, type Odds, oddsUnder } from './support/next-session/fit-odds.ts';
import { pointsOf, recordedSessions } from './support/next-session/recorded-sessions.ts';
import {
  type MarkedPoint,
  readStatementMarks,
  type StatementMark,
  statementHash,
} from './support/next-session/statement-marks.ts';
import { takeBlocks } from './support/next-session/take-blocks.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const FOLDS = 8;
/** Upper bounds on the exchanges that a point tells, and on the share of points without bearing work that tell one. */
const TOLD = 2;
const LOUD = 0.13;
/** How often a useful exchange counts against a weak one, or noise. */
const USEFUL = 3;
type Feature = keyof ExchangeFeatures;
const FEATURES = ['words', 'share', 'rank', 'atHand', 'length'] as const satisfies readonly Feature[];

type StatementFeature = keyof StatementFeatures;
const STATEMENT_FEATURES = ['words', 'telling', 'first', 'lead', 'asks'] as const satisfies readonly StatementFeature[];

/** A statement of an answer of which one at least has a mark. */
interface StatementRow {
  features: StatementFeatures;
  mark: StatementMark | undefined;
}

/** The useful statements of the exchanges that the points tell, and how many of them a passage holds, by its characters. */
interface Reach {
  useful: number;
  held: Map<number, number>;
}

/** How many exchanges a first prompt may be told, and from which log odds on the others beside the best. */
const MOST = [2, 3, 4, 5, 6] as const;
const OTHERS = [LEAST_ODDS, 0, -0.5, -1] as const;
const LENGTHS = [240, 360, 520, 700, 1_000] as const;
const BEGINNING_CHARS = 50;

/** An exchange that a point could tell. */
interface Row {
  point: string;
  features: ExchangeFeatures;
  mark: StatementMark | undefined;
}

/** Fits which exchanges of earlier sessions bear on a prompt, on statements with marks by hand. */
export async function run(): Promise<BenchResult> {
  const bears = bearsByPoint();
  const marks = readStatementMarks();
  const { rows, statements, reach } = await readRows();
  const quiet = [...bears].filter(([, mark]) => mark === 'no').map(([name]) => name);
  const judge = (names: readonly Feature[]): (string | number)[] => {
    const odds = crossFitted(rows, names);
    const best = quiet.map((point) =>
      Math.max(...rows.flatMap((row, i) => (row.point === point ? (odds[i] ?? 0) : []))),
    );
    const least = best.toSorted((one, other) => other - one)[Math.floor(quiet.length * LOUD)] ?? 0;
    return figuresAt(rows, odds, { least });
  };
  const fitted = fitTo(rows, FEATURES);
  const ofStatements = fitTo(statements, STATEMENT_FEATURES);
  const inUse = rows.map(({ features }) =>
    oddsUnder(
      asOdds(),
      FEATURES.map((name) => features[name]),
    ),
  );
  const helped = [...marks].filter(([name]) => bears.get(name) === 'yes').map(([, point]) => point.helped);
  return {
    title: 'Which exchanges of earlier sessions a prompt is told',
    about: `Statements of earlier sessions, of a pool of some 70 for each of ${marks.size} points (the best by words, by vectors, of the same branch, the ends of the last sessions), marked useful, weak or noise by readers who saw what the session then did; an exchange has the best mark of its request and answer. Fitted are the log odds that it is of use, by logistic regression; each point is judged by a model that was fitted without it (${FOLDS} folds). At most ${TOLD} exchanges a point; so many that of the ${quiet.length} points where nothing bears at most ${round(100 * LOUD, 0)} % are told one.`,
    columns: ['features', 'told', 'points', 'useful, %', 'useful or weak, %', 'points told a useful one'],
    rows: [
      ['all', ...judge(FEATURES)],
      ...FEATURES.map((left) => [`without ${left}`, ...judge(FEATURES.filter((name) => name !== left))]),
      ...FEATURES.map((name) => [`${name} alone`, ...judge([name])]),
      ['as in use (fitted on all)', ...figuresAt(rows, inUse, { least: LEAST_ODDS })],
    ],
    bounds: [],
    details: [
      byNumber(rows, inUse),
      {
        title: 'How much of an answer a passage holds',
        about: `The ${reach.useful} useful statements in the answers that the points tell, and those of them that a passage of so many characters holds.`,
        columns: ['characters', 'held'],
        rows: LENGTHS.map((max) => [max, reach.held.get(max) ?? 0]),
      },
      {
        title: 'What a statement is worth within its answer',
        about: `${statements.length} statements of the answers in which one at least has a mark (${statements.filter(({ mark }) => mark !== undefined).length} have one): the weights of the same regression, in log odds for one unit of each feature, and those in use.`,
        columns: ['', 'base', ...STATEMENT_FEATURES],
        rows: [
          ['fitted', ...[ofStatements.base, ...ofStatements.weights].map((one) => round(one, 2))],
          ['in use', STATEMENT_WEIGHTS.base, ...STATEMENT_FEATURES.map((name) => STATEMENT_WEIGHTS[name])],
        ],
      },
    ],
    notes: [
      `Fitted on all points, on exchanges that the search found: base ${round(fitted.base, 2)}, ${FEATURES.map((name, f) => `${name} ${round(fitted.weights[f] ?? 0, 2)}`).join(', ')}. In use: base ${EXCHANGE_WEIGHTS.base}, ${FEATURES.map((name) => `${name} ${EXCHANGE_WEIGHTS[name]}`).join(', ')}, told from ${LEAST_ODDS}.`,
      `${rows.length} exchanges, ${rows.filter(({ mark }) => mark === 'useful').length} with a useful statement, ${rows.filter(({ mark }) => mark === 'weak').length} with a weak one at best. What was not in the pool counts as noise.`,
      `What the best six statements of a pool would have come to where earlier work bears, chosen by the readers themselves: ${['clearly', 'little', 'not'].map((mark) => `${mark} ${helped.filter((one) => one === mark).length}`).join(', ')} of ${helped.length}. No choice among sentences as they were said can reach more.`,
    ],
  };
}

/** How good the exchanges are that a point tells, by how many it may tell. */
function byNumber(rows: readonly Row[], inUse: readonly number[]): NonNullable<BenchResult['details']>[number] {
  return {
    title: 'How many exchanges a first prompt is told',
    about: `Where the best is told, those after it from other log odds on, at most so many of them in all.`,
    columns: ['at most', 'others from', 'told', 'points', 'useful, %', 'useful or weak, %', 'points told a useful one'],
    rows: MOST.flatMap((most) =>
      OTHERS.map((others) => [most, others, ...figuresAt(rows, inUse, { least: LEAST_ODDS, others, most })]),
    ),
  };
}

function asOdds(): Odds {
  return { base: EXCHANGE_WEIGHTS.base, weights: FEATURES.map((name) => EXCHANGE_WEIGHTS[name]) };
}

async function readRows(): Promise<{ rows: Row[]; statements: StatementRow[]; reach: Reach }> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const embedder = openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS);
  const marks = readStatementMarks();
  const rows: Row[] = [];
  const statements: StatementRow[] = [];
  const reach: Reach = { useful: 0, held: new Map() };
  try {
    const points = pointsOf(recordedSessions(DATA, scratch), DATA);
    for (const ofOne of Map.groupBy(points, ({ next }) => `${next.set} ${next.developer}`).values()) {
      const taken = takeBlocks(ofOne, {
        data: DATA,
        scratch,
        typed: true,
        embedder,
        look: async ({ name }, store, request) => {
          const met = await meetPrompt(store, request);
          const known = marks.get(name);
          const likely = new Set(met.sessions.map(({ session }) => session.id));
          for (const [place, one] of (await rankExchanges(store, { ...met, likely })).entries()) {
            if (known !== undefined && place < TOLD && one.odds >= LEAST_ODDS)
              addReach(reach, one, { known, telling: met.telling });
            const mark = known === undefined ? undefined : markOf(one, known.marks);
            rows.push({ point: name, features: one.features, mark });
            if (known !== undefined) statements.push(...statementRows(one, known, met.telling));
          }
        },
      });
      for await (const { point } of taken) process.stderr.write(`${point.name}\n`);
    }
  } finally {
    await embedder.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  return { rows, statements, reach };
}

/** Counts the useful statements of an answer that stand in its passages. */
function addReach(
  reach: Reach,
  { exchange: { answer } }: RankedExchange,
  { known, telling }: { known: MarkedPoint; telling: ReadonlyMap<string, number> },
): void {
  const useful = statementsIn(answer).filter(
    ({ text }) => known.statements.get(`${answer.at} ${statementHash(text)}`) === 'useful',
  );
  reach.useful += useful.length;
  for (const max of LENGTHS) {
    const passage = tellingPassage(answer, telling, max);
    const held = useful.filter(({ text }) => passage.includes(text.slice(0, BEGINNING_CHARS)));
    reach.held.set(max, (reach.held.get(max) ?? 0) + held.length);
  }
}

/** The statements of an answer that has a marked one. */
function statementRows(
  { exchange: { answer } }: RankedExchange,
  known: MarkedPoint,
  telling: ReadonlyMap<string, number>,
): StatementRow[] {
  if (!known.marks.has(`message ${answer.at}`)) return [];
  const said = statementsIn(answer);
  return featuresOf(said, telling).map((features, i) => ({
    features,
    mark: known.statements.get(`${answer.at} ${statementHash(said[i]?.text ?? '')}`),
  }));
}

function markOf({ exchange }: RankedExchange, marks: ReadonlyMap<string, StatementMark>): StatementMark | undefined {
  const own = [marks.get(`prompt ${exchange.asked.at}`), marks.get(`message ${exchange.answer.at}`)];
  return own.includes('useful') ? 'useful' : own.find((mark) => mark !== undefined);
}

function fitTo<Name extends string>(
  rows: readonly { features: Readonly<Record<Name, number>>; mark: StatementMark | undefined }[],
  names: readonly Name[],
): Odds {
  return fitOdds(
    rows.map(({ features, mark }) => ({
      features: names.map((name) => features[name]),
      wanted: mark !== undefined,
      weight: mark === 'useful' ? USEFUL : 1,
    })),
  );
}

/** The odds of each row under a model that was fitted without its point. */
function crossFitted(rows: readonly Row[], names: readonly Feature[]): number[] {
  const points = [...new Set(rows.map(({ point }) => point))].toSorted();
  const folds = new Map(points.map((point, n) => [point, n % FOLDS]));
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    fitTo(
      rows.filter(({ point }) => folds.get(point) !== fold),
      names,
    ),
  );
  return rows.map(({ point, features }) => {
    const model = models[folds.get(point) ?? 0];
    return model === undefined
      ? 0
      : oddsUnder(
          model,
          names.map((name) => features[name]),
        );
  });
}

/** The log odds that the best exchange of a point and the others must have, and an upper bound on their number. */
interface Choice {
  least: number;
  others?: number;
  most?: number;
}

/** What the marked points tell of what they choose from. */
function figuresAt(
  rows: readonly Row[],
  odds: readonly number[],
  { least, others = least, most = TOLD }: Choice,
): (string | number)[] {
  const byPoint = Map.groupBy(
    rows.map((row, i) => ({ ...row, odds: odds[i] ?? 0 })),
    ({ point }) => point,
  );
  const marks = readStatementMarks();
  const told = [...byPoint].flatMap(([point, own]) =>
    marks.has(point) && own.some((one) => one.odds > least)
      ? own
          .filter((one) => one.odds > others)
          .toSorted((one, other) => other.odds - one.odds)
          .slice(0, most)
      : [],
  );
  const useful = told.filter(({ mark }) => mark === 'useful');
  const any = told.filter(({ mark }) => mark !== undefined);
  const share = (some: readonly Row[]): number => round((100 * some.length) / Math.max(told.length, 1), 0);
  const pointsOfRows = (some: readonly Row[]): number => new Set(some.map(({ point }) => point)).size;
  return [told.length, `${pointsOfRows(told)} of ${marks.size}`, share(useful), share(any), pointsOfRows(useful)];
}
