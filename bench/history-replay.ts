import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureNextSessions } from './next-session.ts';
import { type FalseName, falseNames, type ReplayedPoint } from './support/history-replay/false-names.ts';
import { type RepositoryHistory, readHistory, readTree } from './support/history-replay/tree-facts.ts';
import { linesOf } from './support/next-session/block-figures.ts';
import type { MeasuredPoint } from './support/next-session/page.ts';
import type { Point } from './support/next-session/recorded-sessions.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const KINDS = ['path', 'script', 'symbol', 'uncommitted'] as const;
const CHANGE = /"(?:file_path|notebook_path)":"([^"]+)"/;
const TIME = /"timestamp":"(\d{4}-[^"]+)"/;
/** How a line of open tasks begins. */
const OPEN = /^open\b/i;
const ID = /^\[([a-z]_[a-z2-7]{16})\]/;

/** A line of a block, the section and kind of its item, and what of it was not true at the commit. */
interface ToldLine {
  point: string;
  kind: string;
  text: string;
  wrong: FalseName[];
  /** Symbols that a request or an open task names and that are not there, maybe since they are to be made. */
  wished: FalseName[];
}

/** Replays a repository's history: how many of the lines told at each point name what is not so at that commit. */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const told: ToldLine[] = [];
  let history: RepositoryHistory | undefined;
  const onPoint = (measured: MeasuredPoint): void => {
    const { next } = measured.point;
    const project = join(scratch, `${next.set}-${next.developer}`, 'work', 'cli');
    history ??= readHistory(project);
    told.push(...toldAt(measured, { project, history }));
    process.stderr.write(`${measured.point.name}\n`);
  };
  try {
    const isWanted = ({ next }: Point): boolean => next.set === 'entire';
    const measured = await measureNextSessions({ data: DATA, scratch, typed: true, embed: false, isWanted, onPoint });
    const lines = process.env.CAIRN_BENCH_LINES;
    if (lines !== undefined) writeFileSync(lines, told.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return toResult(told, measured.length);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function toldAt(
  { point, start, prompt, items }: MeasuredPoint,
  { project, history }: { project: string; history: RepositoryHistory },
): ToldLine[] {
  const kinds = new Map<string, string>(items.map(({ id, section, kind }) => [id, `${section} ${kind}`]));
  const replayed = { tree: readTree(project), history, changedAt: changesBefore(point) };
  return [...linesOf(start), ...linesOf(prompt)].map((text) => ({
    point: point.name,
    kind: kinds.get(ID.exec(text)?.[1] ?? '') ?? 'of no item',
    text,
    ...judged(text.replace(ID, ''), kinds.get(ID.exec(text)?.[1] ?? '') ?? '', replayed),
  }));
}

/** What a line names falsely; the symbols of a request or an open task apart. */
function judged(text: string, kind: string, replayed: ReplayedPoint): Pick<ToldLine, 'wrong' | 'wished'> {
  const names = falseNames(text, replayed);
  const isWish = kind.endsWith(' prompt') || OPEN.test(text);
  const isWished = (one: FalseName): boolean => isWish && one.kind === 'symbol';
  return { wrong: names.filter((one) => !isWished(one)), wished: names.filter(isWished) };
}

/** When the sessions before a point last named a file as one that a tool changes, by base name. */
function changesBefore({ before, next }: Point): (name: string) => number | undefined {
  const last = new Map<string, number>();
  for (const { path } of before) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (!/"name":"(?:Write|Edit|MultiEdit|NotebookEdit)"/.test(line)) continue;
      const [file, at] = [CHANGE.exec(line)?.[1], Date.parse(TIME.exec(line)?.[1] ?? '')];
      if (file === undefined || !(at < next.firstAt)) continue;
      last.set(basename(file), Math.max(at, last.get(basename(file)) ?? 0));
    }
  }
  return (name) => last.get(name);
}

function toResult(told: readonly ToldLine[], points: number): BenchResult {
  const wrong = told.filter((line) => line.wrong.length > 0);
  const share = round((100 * wrong.length) / Math.max(told.length, 1), 1);
  const rows = [['all', told] as const, ...Map.groupBy(told, ({ kind }) => kind)];
  return {
    title: 'Lines told that are not true at the commit',
    about: `The history of a repository, replayed: ${points} points in time at which a session begins, each with the last commit of \`main\` before it checked out; both blocks are taken there. A line is false when it names a path or a symbol that the repository had at some time and has not at that commit, a script that is not there, or a file as uncommitted after which something was committed.`,
    columns: ['lines', 'told', 'false', 'share', ...KINDS],
    rows: rows.map(([name, lines]) => rowOf(name, lines)),
    bounds: [{ name: 'lines told that are false, in %', wanted: '≤ 1', reached: `${share}`, met: share <= 1 }],
    notes: [
      'The tree is that of `main` with what the earlier sessions of the branch made over it, on the main branch for three days.',
      'Before lines were looked up in the checkout (0a0984c): 109 of 1140 lines false, 9.6 %: 79 by a path, 35 by a symbol.',
      `A request and an open task may name a symbol that is still to be made: such symbols are not counted, their paths are. With them ${told.filter(({ wrong: one, wished }) => one.length + wished.length > 0).length} lines would be false.`,
      'Lines are counted under the section and the kind of their item; a line may be false in more than one way.',
    ],
  };
}

function rowOf(name: string, lines: readonly ToldLine[]): (string | number)[] {
  const wrong = lines.filter((line) => line.wrong.length > 0);
  const of = KINDS.map((kind) => wrong.filter((line) => line.wrong.some((one) => one.kind === kind)).length);
  return [name, lines.length, wrong.length, `${round((100 * wrong.length) / Math.max(lines.length, 1), 1)} %`, ...of];
}
