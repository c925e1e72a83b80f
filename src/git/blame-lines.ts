import type { Git } from './run-git.ts';

/** A committed line and the commit that it comes from, through renames; changes of white space alone do not count. */
export interface BlamedLine {
  /** From 1, in the file at HEAD, or at the revision that was asked about. */
  line: number;
  text: string;
  /** Full hash. */
  commit: string;
  /** The path and line in that commit. */
  path: string;
  lineThere: number;
}

const HEADER = /^([0-9a-f]{40,64}) (\d{1,9}) (\d{1,9})(?: \d{1,9})?$/;

/** Lines of a file to blame, from 1, inclusive. `revision`: where, else at HEAD; of a range `base..tip` those since its base. */
export interface BlameRange {
  from: number;
  to: number;
  revision?: string;
}

/**
 * Blames lines of a file whose path is from the root of the repository. `undefined` where git fails, as where the revision
 * has no such line. A file of revisions to ignore (`blame.ignoreRevsFile`) counts, as it does for git.
 */
export async function blameLines(
  git: Git,
  path: string,
  { from, to, revision = 'HEAD' }: BlameRange,
): Promise<BlamedLine[] | undefined> {
  const range = `${from},${to}`;
  const text = await git(['blame', '--porcelain', '--no-textconv', '-w', '-L', range, revision, '--', path]);
  return text === undefined ? undefined : parseBlame(text, path);
}

/** Reads `git blame --porcelain`: of each line a header and, after a tab, its text; a commit's facts come once. */
export function parseBlame(text: string, path: string): BlamedLine[] {
  const paths = new Map<string, string>();
  const lines: BlamedLine[] = [];
  let at: { commit: string; lineThere: number; line: number } | undefined;
  for (const row of text.split('\n')) {
    const header = HEADER.exec(row);
    if (row.startsWith('\t')) {
      if (at !== undefined) lines.push({ ...at, text: row.slice(1), path: paths.get(at.commit) ?? path });
      at = undefined;
    } else if (header !== null && at === undefined) {
      at = { commit: header[1] ?? '', lineThere: Number(header[2]), line: Number(header[3]) };
    } else if (at !== undefined && row.startsWith('filename ')) {
      paths.set(at.commit, unquotePath(row.slice('filename '.length)));
    }
  }
  return lines;
}

/** Git puts a path with special letters in quotes, bytes as octal numbers. */
function unquotePath(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const bytes: number[] = [];
  const inside = path.slice(1, -1);
  for (const [part, octal, letter] of inside.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...Buffer.from(letter === undefined ? part : (ESCAPES[letter] ?? letter)));
  }
  return Buffer.from(bytes).toString('utf8');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07' };
