import type { BenchResult } from '../result.ts';
import { quantileOf, round } from '../stats.ts';
import { bearsByPoint } from './bears.ts';
import { type BlockFigures, figuresOf } from './block-figures.ts';
import { type OwnedBlocks, placeboAmong } from './placebo.ts';
import { cutToTokens } from './plain-ways.ts';
import { actsOf, type Point, type RecordedSession } from './recorded-sessions.ts';
import type { TakenBlocks } from './take-blocks.ts';
import { countTwice, twiceLabels } from './twice.ts';

/** What was measured at a point. */
export interface MeasuredPoint extends BlockFigures, TakenBlocks {
  point: Point;
}

type Details = NonNullable<BenchResult['details']>[number];

/** Points that are enough to tell. */
const ENOUGH = 100;
/** Tokens that a start and a prompt may have together. */
const BUDGET = 700;
const COLUMNS = [
  'points',
  'tokens',
  'lines',
  'lines of noise',
  'a file named',
  'files named',
  'identifiers',
  'per 100 tokens',
  'withheld',
  'empty',
];

/** The page of a run. */
export function toResult(measured: readonly MeasuredPoint[]): BenchResult {
  const sets = [...Map.groupBy(measured, ({ point }) => point.next.set)];
  const listed = measured.filter(({ point }) => point.listed !== undefined);
  const some = [...sets, ['all', measured] as const, ['the 30 of points.json', listed] as const];
  const rows = some.filter(([, ones]) => ones.length > 0).map(([name, ones]) => rowOf(`Cairn, ${name}`, ones));
  return {
    title: 'What the next session is told',
    about:
      'Recorded sessions of developers, laid out as they lay on their disks when the next session began; the block of its start and of its first prompt, against what it then did. The figures are blunt: a line is noise when the session meets none of its files and identifiers.',
    columns: ['told', ...COLUMNS],
    rows: [...rows, rowOf('Cairn, all, by hooks of one session', measured.map(byHooks)), ...waysOf(measured)],
    bounds: boundsOf(measured),
    notes: [
      `The plain ways are those of all points: once at most ${BUDGET} tokens, once no more tokens than Cairn's blocks have at the same point.`,
      'A placebo is what Cairn tells at the point of another developer whose blocks are the next in length.',
      'An identifier is a word such as `fooBar`, `foo_bar` or `foo.go` that the session uses and its first prompt does not hold.',
    ],
    details: [bearingOf(measured), twiceOf(measured), timesOf(measured), kindsOf(measured), rulesOf(measured)],
  };
}

function rowOf(name: string, measured: readonly BlockFigures[]): (string | number)[] {
  const sum = (of: (one: BlockFigures) => number): number => measured.reduce((all, one) => all + of(one), 0);
  const count = Math.max(measured.length, 1);
  const [tokens, lines, used] = [sum((one) => one.tokens), sum((one) => one.lines), sum((one) => one.identifiers)];
  return [
    name,
    measured.length,
    round(tokens / count, 0),
    lines,
    `${round((100 * sum(({ noise }) => noise)) / Math.max(lines, 1))} %`,
    `${round((100 * sum(({ filesNamed }) => Math.min(filesNamed, 1))) / count)} %`,
    `${round((100 * sum(({ filesNamed, files }) => filesNamed / Math.max(files, 1))) / count)} %`,
    used,
    round((100 * used) / Math.max(tokens, 1), 2),
    sum(({ withheld }) => withheld),
    sum(({ empty }) => empty),
  ];
}

function boundsOf(measured: readonly MeasuredPoint[]): BenchResult['bounds'] {
  const all = rowOf('', measured);
  const at = (column: string): number => Number.parseFloat(String(all[COLUMNS.indexOf(column) + 1]));
  const most = (name: string, limit: number, reached: number) => ({
    name,
    wanted: limit === 0 ? '0' : `≤ ${limit}`,
    reached: `${reached}`,
    met: reached <= limit,
  });
  const least = (name: string, limit: number, reached: number) => ({
    name,
    wanted: `≥ ${limit}`,
    reached: `${reached}`,
    met: reached >= limit,
  });
  const none = withMark(measured, 'no');
  const silent = none.filter(({ tokens }) => tokens === 0).length;
  return [
    least('points', ENOUGH, measured.length),
    most('tokens of both blocks, mean', 450, at('tokens')),
    ...(none.length === 0
      ? []
      : [least('points where nothing bears that cost 0 tokens, in %', 85, round((100 * silent) / none.length))]),
    least('files of the next session named, mean share in %', 35, at('files named')),
    least('identifiers that it uses, per 100 tokens', 0.9, at('per 100 tokens')),
    most('lines that withhold', 0, at('withheld')),
    most('lines that are empty', 5, at('empty')),
  ];
}

/** A point with the figures of other words. */
function toldInstead({ point }: MeasuredPoint, blocks: { start: string; prompt: string }): BlockFigures {
  return figuresOf(blocks, actsOf(point.next), point.next.prompt);
}

function byHooks(one: MeasuredPoint): BlockFigures {
  return toldInstead(one, one.hooks);
}

function ownedBlocks({ point: { next }, start, prompt, tokens }: MeasuredPoint): OwnedBlocks {
  return { set: next.set, developer: next.developer, start, prompt, tokens };
}

/** The same figures of what could be told without a memory, and of what was meant for somebody else. */
function waysOf(measured: readonly MeasuredPoint[]): (string | number)[][] {
  const names = Object.keys(measured[0]?.ways ?? {});
  const rowsWithin = (tokensOf: (one: MeasuredPoint) => number, suffix: string) =>
    names.map((name) => {
      const told = measured.map((one) =>
        toldInstead(one, { start: cutToTokens(one.ways[name] ?? [], tokensOf(one)), prompt: '' }),
      );
      return rowOf(`${name}${suffix}`, told);
    });
  const placebos = measured.flatMap((one) => {
    const placebo = placeboAmong(ownedBlocks(one), measured.map(ownedBlocks));
    return placebo === undefined ? [] : [toldInstead(one, placebo)];
  });
  return [
    ...rowsWithin(() => BUDGET, ''),
    ...rowsWithin(({ tokens }) => tokens, ', as long as Cairn'),
    ...(placebos.length === 0 ? [] : [rowOf('placebo, as long as Cairn', placebos)]),
  ];
}

function withMark(measured: readonly MeasuredPoint[], mark: string): MeasuredPoint[] {
  const marks = bearsByPoint();
  return measured.filter(({ point }) => marks.get(point.name) === mark);
}

function bearingOf(measured: readonly MeasuredPoint[]): Details {
  const rows = ['yes', 'unsure', 'no'].flatMap((mark) => {
    const some = withMark(measured, mark);
    if (some.length === 0) return [];
    const silent = (of: (one: MeasuredPoint) => string): string =>
      `${round((100 * some.filter((one) => of(one) === '').length) / some.length)} %`;
    return [
      [
        mark,
        some.length,
        round(some.reduce((sum, { tokens }) => sum + tokens, 0) / some.length, 0),
        silent(({ start, prompt }) => start + prompt),
        silent(({ start }) => start),
        silent(({ prompt }) => prompt),
        meanShare(some, ({ filesNamed, files }) => filesNamed / Math.max(files, 1)),
        meanShare(some, seenShare(3)),
        meanShare(some, seenShare(Number.POSITIVE_INFINITY)),
      ],
    ];
  });
  return {
    title: 'Where earlier work bears',
    about:
      'By marks that were made without a look at any block (`next-session-labels/bears.json`). The last columns: the share of the files that the session opened or changed which the blocks name, and which earlier sessions had met at all; a list of theirs can name no more.',
    columns: [
      'earlier work bears',
      'points',
      'tokens',
      'nothing told',
      'nothing at the start',
      'nothing at the prompt',
      'files named',
      'files of the last three sessions',
      'files of all earlier sessions',
    ],
    rows,
  };
}

function meanShare(measured: readonly MeasuredPoint[], shareOf: (one: MeasuredPoint) => number): string {
  return `${round((100 * measured.reduce((sum, one) => sum + shareOf(one), 0)) / measured.length)} %`;
}

/** The share of the files of a session that a number of sessions before it met, the last ones: no list of theirs can name more. */
function seenShare(sessions: number): (one: MeasuredPoint) => number {
  return ({ point: { next, before } }) => {
    const last = before.toSorted((one, other) => other.firstAt - one.firstAt).slice(0, sessions);
    const seen = new Set(last.flatMap((session) => [...filesMet(session)]));
    const files = [...filesMet(next)];
    return files.filter((file) => seen.has(file)).length / Math.max(files.length, 1);
  };
}

const met = new Map<string, ReadonlySet<string>>();

function filesMet(session: RecordedSession): ReadonlySet<string> {
  const known = met.get(session.path) ?? actsOf(session).files;
  met.set(session.path, known);
  return known;
}

/** What a session needed and an earlier one had: is it told? The plain ways have the tokens of a whole budget. */
function twiceOf(measured: readonly MeasuredPoint[]): Details {
  const labels = twiceLabels();
  const kinds = ['said', 'failure', 'search', 'open'];
  const row = (name: string, toldBy: (one: MeasuredPoint) => string): (string | number)[] => {
    const count = countTwice(labels, new Map(measured.map((one) => [one.point.name, toldBy(one)])));
    const shares = kinds.map((kind) => count.kinds.get(kind) ?? { told: 0, of: 0 });
    const sum = shares.reduce((all, { told, of }) => ({ told: all.told + told, of: all.of + of }), { told: 0, of: 0 });
    return [name, ...[...shares, sum].map(({ told, of }) => `${told} of ${of}`), `${count.harmed} of ${count.ofHarm}`];
  };
  return {
    title: 'Told before it was needed',
    about:
      'By words of `next-session-labels/twice.json` that must stand in the blocks and are not in the first prompt: what was said or settled before, a remedy, a file that was found, an open end; last, what was given up since and is told all the same.',
    columns: ['told', ...kinds, 'all', 'given up, and told'],
    rows: [
      row('Cairn', ({ start, prompt }) => `${start}\n${prompt}`),
      ...Object.keys(measured[0]?.ways ?? {}).map((way) =>
        row(way, ({ ways }) => cutToTokens(ways[way] ?? [], BUDGET)),
      ),
    ],
  };
}

function timesOf(measured: readonly MeasuredPoint[]): Details {
  const row = (name: string, times: readonly number[]): (string | number)[] => [
    name,
    round(quantileOf(times, 0.5)),
    round(quantileOf(times, 0.95)),
  ];
  return {
    title: 'Time',
    about: 'Milliseconds in the process of the bench, on small memories: for direction only.',
    columns: ['block', 'p50', 'p95'],
    rows: [
      row(
        'start',
        measured.map(({ startMs }) => startMs),
      ),
      row(
        'prompt',
        measured.map(({ promptMs }) => promptMs),
      ),
    ],
  };
}

function kindsOf(measured: readonly MeasuredPoint[]): Details {
  const counts = new Map<string, { lines: number; points: number }>();
  for (const { kinds } of measured) {
    for (const [kind, lines] of Object.entries(kinds)) {
      const known = counts.get(kind) ?? { lines: 0, points: 0 };
      counts.set(kind, { lines: known.lines + lines, points: known.points + 1 });
    }
  }
  return {
    title: 'Kinds of lines',
    about: 'By the section and the kind of the item that a line is about.',
    columns: ['section and kind', 'lines', 'points'],
    rows: [...counts]
      .toSorted(([, one], [, other]) => other.lines - one.lines)
      .map(([kind, { lines, points }]) => [kind, lines, points]),
  };
}

/** Rules told, each once: words of real sessions, so that they are counted on the committed page and not printed. */
function rulesOf(measured: readonly MeasuredPoint[]): Details {
  const told = Map.groupBy(
    measured.flatMap(({ rules }) => rules),
    (line) => line.slice(1, 19),
  );
  const times = [...told.values()].map(({ length }) => length).toSorted((one, other) => other - one);
  return {
    title: 'Rules told',
    about: `${times.length} different ones${times.length === 0 ? '' : `, told ${times.join(', ')} times`}.`,
    columns: [],
    rows: [],
  };
}
