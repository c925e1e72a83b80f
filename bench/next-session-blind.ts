// `node bench/next-session-blind.ts deal|tally|mine …`: blocks without names for a rater, the count of the marks, and
// candidates for what a session met twice; the rubric and the options stand in `next-session-labels/README.md`.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isOwnBranch } from '../src/context/threads/relate-sessions.ts';
import { countTokens } from '../src/core/text/tokens.ts';
import type { WilsonShare } from '../src/core/wilson.ts';
import { bearsByPoint } from './support/next-session/bears.ts';
import { LINE_ID, linesOf } from './support/next-session/block-figures.ts';
import { type Candidate, choosePoints, type DealtFile, deal, type ToldText } from './support/next-session/deal.ts';
import { mineTwice } from './support/next-session/mine-twice.ts';
import { placeboAmong } from './support/next-session/placebo.ts';
import { cutToTokens } from './support/next-session/plain-ways.ts';
import { fromRatedTable, type RatedTexts, toRatedTable } from './support/next-session/rated-table.ts';
import { actsOf, type Point, pointsOf, recordedSessions } from './support/next-session/recorded-sessions.ts';
import {
  agreementOf,
  parseRatings,
  type Rating,
  ratedTwice,
  ratingErrors,
  tallyWays,
} from './support/next-session/tally.ts';
import { round } from './support/stats.ts';

const PROMPT_CHARS = 1_500;
const END_CHARS = 2_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    blocks: { type: 'string', multiple: true, default: [] },
    oracle: { type: 'string' },
    to: { type: 'string', default: 'dealt' },
    key: { type: 'string', default: 'key.json' },
    ratings: { type: 'string', multiple: true, default: [] },
    rated: { type: 'string' },
    table: { type: 'string' },
    points: { type: 'string', default: '60' },
    twice: { type: 'string', default: '30' },
    seed: { type: 'string', default: '14' },
    tokens: { type: 'string', default: '700' },
  },
});
if (positionals[0] === 'deal') dealOut();
else if (positionals[0] === 'tally') tally();
else if (positionals[0] === 'mine') mine();
else {
  process.stderr.write('error: say "deal", "tally" or "mine"\nfix:   see bench/next-session-labels/README.md\n');
  process.exitCode = 2;
}

/** Gives the points of the two sets to `use`, as long as their sessions are unpacked. */
function withPoints(use: (points: Point[]) => void): void {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const data = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
    use(pointsOf(recordedSessions(data, scratch), data));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function mine(): void {
  withPoints((points) => process.stdout.write(`${JSON.stringify(mineTwice(points), undefined, 1)}\n`));
}

function dealOut(): void {
  const seed = Number(values.seed);
  withPoints((points) => {
    const chosen = existsSync(values.points)
      ? readText(values.points).split('\n').filter(Boolean)
      : choosePoints(points.map(toCandidate), { count: Number(values.points), seed });
    const { files, key } = deal(toldAt(chosen, points), { twice: Number(values.twice), seed });
    mkdirSync(join(values.to, 'sessions'), { recursive: true });
    for (const { file, text } of files) writeFileSync(join(values.to, file), text);
    for (const point of points.filter(({ name }) => chosen.includes(name)))
      writeFileSync(join(values.to, 'sessions', `${point.name}.txt`), sessionText(point));
    writeFileSync(values.key, `${JSON.stringify(key, undefined, 1)}\n`);
    process.stdout.write(
      `${files.length} files of ${chosen.length} points below ${values.to}; the key is ${values.key}\n`,
    );
  });
}

function toCandidate({ name, listed, next, before }: Point): Candidate {
  const isOwn = isOwnBranch(next.branch) && before.some(({ branch }) => branch === next.branch);
  return { name, first: listed !== undefined, group: `${next.set} ${next.developer} ${isOwn}` };
}

/** What each way tells at the chosen points, from the folders of blocks. */
function toldAt(chosen: readonly string[], points: readonly Point[]): ToldText[] {
  const folders = values.blocks.map((named) => {
    const [way = '', ...path] = named.split('=');
    return { way, path: path.join('=') };
  });
  const last = folders.at(-1)?.path ?? '';
  const developers = new Map(points.map(({ name, next }) => [name, next]));
  const all = points.map(({ name, next: { set, developer } }) => ({ set, developer, ...blocksIn(last, name) }));
  return chosen.flatMap((point): ToldText[] => {
    const { set = '', developer = '' } = developers.get(point) ?? {};
    const placebo = placeboAmong({ set, developer, ...blocksIn(last, point) }, all);
    const plain = readText(join(last, point, 'plain.json'));
    const ways = plain === '' ? {} : (JSON.parse(plain) as Record<string, string[]>);
    return [
      ...folders.map(({ way, path }) => ({ point, way, text: joined(blocksIn(path, point)) })),
      ...Object.entries(ways).map(([way, lines]) => ({ point, way, text: cutToTokens(lines, Number(values.tokens)) })),
      { point, way: 'placebo', text: placebo === undefined ? '' : joined(placebo) },
      ...(values.oracle === undefined
        ? []
        : [{ point, way: 'oracle', text: readText(join(values.oracle, `${point}.txt`)) }]),
    ];
  });
}

function blocksIn(folder: string, point: string): { start: string; prompt: string; tokens: number } {
  const start = readText(join(folder, point, 'start.txt'));
  const prompt = readText(join(folder, point, 'prompt.txt'));
  return { start, prompt, tokens: countTokens(start) + countTokens(prompt) };
}

/** Both blocks as the hooks of one session give them: about no item twice. */
function joined({ start, prompt }: { start: string; prompt: string }): string {
  const lines = [...linesOf(start), ...linesOf(prompt)];
  return [...new Map(lines.map((line) => [LINE_ID.exec(line)?.[1] ?? line, line] as const).toReversed()).values()]
    .toReversed()
    .join('\n');
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** What the rater reads of the session that begins at a point. */
function sessionText({ next }: Point): string {
  const { prompts, files, said } = actsOf(next);
  return [
    `branch: ${next.branch}`,
    `files: ${[...files].join(', ')}`,
    ...prompts.map((prompt, n) => `\nprompt ${n + 1}: ${prompt.slice(0, PROMPT_CHARS)}`),
    `\nlast answer: ${(said.at(-1) ?? '').slice(0, END_CHARS)}`,
    '',
  ].join('\n');
}

/** The key and the ratings, of a table or of their own files; `--table` has them written as a table. */
function ratedTexts(): RatedTexts & { others?: Rating[] | undefined } {
  if (values.rated !== undefined) return fromRatedTable(readFileSync(values.rated, 'utf8'));
  const key = JSON.parse(readFileSync(values.key, 'utf8')) as DealtFile[];
  const [ratings = [], others] = values.ratings.map((path) => parseRatings(readFileSync(path, 'utf8')));
  if (values.table !== undefined) writeFileSync(values.table, toRatedTable({ key, ratings }));
  return { key, ratings, others };
}

function tally(): void {
  const { key, ratings, others } = ratedTexts();
  const errors = ratingErrors(key, [...ratings, ...(others ?? [])]);
  if (errors.length > 0) {
    process.stderr.write(`${errors.map((error) => `error: ${error}\n`).join('')}`);
    process.exitCode = 1;
    return;
  }
  const bears = new Set([...bearsByPoint()].flatMap(([point, mark]) => (mark === 'yes' ? [point] : [])));
  const rows = tallyWays(key, ratings, bears).map(
    ({ way, points, silent, lines, sessions, helpedWhereBearing }) =>
      `| ${way} | ${points} | ${silent} | ${lines.useful.of} | ${shown(lines.useful)} | ${shown(lines.weak)} | ${shown(lines.noise)} | ${shown(sessions.clearly)} | ${shown(sessions.little)} | ${sessions.harmed.n} | ${shown(helpedWhereBearing)} of ${helpedWhereBearing.of} |`,
  );
  const pairs = ratedTwice(key, ratings, others);
  const ofLines = agreementOf(
    pairs.flatMap(([one, other]) => one.lines.map((mark, n) => [mark, other.lines[n] ?? ''] as const)),
  );
  const ofSessions = agreementOf(pairs.map(([one, other]) => [one.session, other.session]));
  process.stdout.write(
    `${[
      '| told | points | nothing told | lines | useful | weak | noise | clearly helped | a little | harmed | clearly helped where earlier work bears |',
      '|---|---|---|---|---|---|---|---|---|---|---|',
      ...rows,
      '',
      'Shares in %, with the 95 % intervals of Wilson.',
      `Rated twice: ${ofLines.pairs} lines, ${round(100 * ofLines.same)} % the same, kappa ${round(ofLines.kappa, 2)}; ${ofSessions.pairs} sessions, ${round(100 * ofSessions.same)} % the same, kappa ${round(ofSessions.kappa, 2)}.`,
    ].join('\n')}\n`,
  );
}

function shown({ n, of, low, high }: WilsonShare): string {
  return of === 0 ? '' : `${round((100 * n) / of)} (${round(100 * low)}–${round(100 * high)})`;
}
