import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type RepositoryHistory, type TreeFacts, tellingWords } from './tree-facts.ts';

/** Something that a line names and that is not so at the commit. */
export interface FalseName {
  kind: 'path' | 'script' | 'symbol' | 'uncommitted';
  name: string;
}

/** What a line is held against. `changedAt`: when the sessions before last changed a file of this base name. */
export interface ReplayedPoint {
  tree: TreeFacts;
  history: RepositoryHistory;
  changedAt: (name: string) => number | undefined;
}

const PATH = /(?<![\w@:/.-])(?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w.@-]+\.[A-Za-z]{1,5}(?![\w/-])/g;
const SCRIPT = /(?:^|[`$;&(]\s*)(?:(?:npm|pnpm|yarn|bun|mise) run|make) ([\w:-]+)/g;
/** What is said to be deleted or renamed need not be there. */
const GONE_BEFORE =
  /\b(?:delet|remov|renam|drop|former|no longer|missing|without|instead of)\w*(?:[^.;]|\.(?=\w|$)){0,80}$/i;
const UNCOMMITTED = /\b(?:uncommitted|not (?:yet )?committed)\b(?:[^.]|\.(?=\S))*/i;

/**
 * The names of a line that are not true at a commit: paths and symbols that the repository had at some time and has not
 * there, scripts that are not there, files said to be uncommitted before a later commit.
 */
export function falseNames(line: string, point: ReplayedPoint): FalseName[] {
  const { tree, history } = point;
  const paths = [...new Set(line.match(PATH) ?? [])];
  const isGone = (name: string): boolean => GONE_BEFORE.test(line.slice(0, line.indexOf(name)).slice(-120));
  const missing = paths.filter((path) => endsOne(path, history.paths) && !endsOne(path, tree.paths) && !isGone(path));
  const inPaths = new Set(paths.flatMap(tellingWords));
  const symbols = [...new Set(tellingWords(line))].filter(
    (word) => !inPaths.has(word) && history.words.has(word) && !tree.hasWord(word) && !isGone(word),
  );
  const scripts = [...line.matchAll(SCRIPT)].map(([, name = '']) => name).filter((name) => !tree.scripts.has(name));
  return [
    ...missing.map((name) => ({ kind: 'path' as const, name })),
    ...scripts.map((name) => ({ kind: 'script' as const, name })),
    ...symbols.map((name) => ({ kind: 'symbol' as const, name })),
    ...committed(UNCOMMITTED.exec(line)?.[0].match(PATH) ?? [], point),
  ];
}

function endsOne(path: string, paths: ReadonlySet<string>): boolean {
  const end = path.replace(/^(?:\.{0,2}\/)+/, '');
  if (paths.has(end)) return true;
  for (const one of paths) if (one.endsWith(`/${end}`)) return true;
  return false;
}

/** Files of a sentence on what is uncommitted after whose last change HEAD moved by a commit or a pull. */
function committed(paths: readonly string[], { tree, changedAt }: ReplayedPoint): FalseName[] {
  const moves = readFileSync(join(tree.root, '.git', 'logs', 'HEAD'), 'utf8').split('\n');
  const last = moves.findLast((line) => /\t(?:commit|pull|merge|rebase)/.test(line));
  const at = Number(/> (\d+) /.exec(last ?? '')?.[1] ?? 0) * 1_000;
  const names = paths.filter((path) => (changedAt(basename(path)) ?? Number.POSITIVE_INFINITY) < at);
  return names.map((name) => ({ kind: 'uncommitted', name }));
}
