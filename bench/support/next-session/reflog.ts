import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256Hex } from '../../../src/core/hash.ts';
import type { RecordedSession } from './recorded-sessions.ts';

/** A movement of HEAD: the commit that it came to, and what did it, as git words it. `at` in milliseconds since 1970. */
export interface HeadMove {
  at: number;
  hash: string;
  what: string;
}

const TIMESTAMP = /"timestamp":"(\d{4}-[^"]+)"/;
/** What `git commit` prints, inside a string of JSON: branch, short hash, subject, then what changed. */
const COMMITTED =
  /\[([\w./-]{1,100})(?: \(root-commit\))? ([0-9a-f]{7,40})\] ((?:[^"\\]|\\[^nr])*)(?:\\r)?\\n(?: [^"\\]*\\n){0,3} \d+ files? changed/g;
const NOBODY = 'A Developer <developer@example.org>';
const NONE = '0'.repeat(40);

/** The commits that a session's commands report, each once, and the branch that it began on. */
export function movesOf(session: RecordedSession, until: number): HeadMove[] {
  const moves: HeadMove[] = [];
  const seen = new Set<string>();
  for (const line of readFileSync(session.path, 'utf8').split('\n')) {
    const at = Date.parse(TIMESTAMP.exec(line)?.[1] ?? '');
    if (at >= until) break;
    if (!line.includes(' changed')) continue;
    for (const [, , hash = '', subject = ''] of line.matchAll(COMMITTED)) {
      if (seen.has(hash.slice(0, 7)) || Number.isNaN(at)) continue;
      seen.add(hash.slice(0, 7));
      moves.push({ at, hash, what: `commit: ${subject.replaceAll('\\"', '"')}` });
    }
  }
  return moves;
}

/** The moves from branch to branch between sessions: the transcripts say where each began. */
export function checkoutsOf(sessions: readonly RecordedSession[]): HeadMove[] {
  const ordered = sessions.toSorted((one, other) => one.firstAt - other.firstAt);
  return ordered.flatMap(({ branch, firstAt }, place) => {
    const from = ordered[place - 1]?.branch ?? '';
    if (from === '' || branch === '' || from === branch) return [];
    return [{ at: firstAt, hash: '', what: `checkout: moving from ${from} to ${branch}` }];
  });
}

/** Writes `.git/logs/HEAD` with these moves, the earliest first; a short hash is made as long as git's. */
export function writeReflog(path: string, moves: readonly HeadMove[]): void {
  let from = NONE;
  const lines = moves
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, hash, what }) => {
      const to = hash === '' ? from : (hash + sha256Hex(hash)).slice(0, 40);
      const line = `${from} ${to} ${NOBODY} ${Math.floor(at / 1_000)} +0000\t${what}`;
      from = to;
      return line;
    });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
}
