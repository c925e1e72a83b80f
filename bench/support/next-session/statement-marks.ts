import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../../../src/core/hash.ts';

/** How much a statement of an earlier session would have been of use to the session that begins at a point. */
export type StatementMark = 'useful' | 'weak';

/** What was marked at a point. */
export interface MarkedPoint {
  /** The best mark of a statement in a prompt or message, by `kind time`; what has none was noise, or not in the pool. */
  marks: Map<string, StatementMark>;
  /** The marks of single statements of messages, by `time hash`. */
  statements: Map<string, StatementMark>;
  /** Whether the best statements of the pool, at most six, would have helped: `clearly`, `little` or `not`. */
  helped: string;
}

const FILE = fileURLToPath(new URL('../../next-session-labels/statements.tsv', import.meta.url));
const HASH_CHARS = 10;
const MARKS: Readonly<Record<string, StatementMark>> = { u: 'useful', w: 'weak' };

/** The marked points by name. */
export function readStatementMarks(path: string = FILE): Map<string, MarkedPoint> {
  const points = new Map<string, MarkedPoint>();
  for (const line of readFileSync(path, 'utf8').trim().split('\n').slice(1)) {
    const [name = '', at = '', of = '', hash = '', mark = ''] = line.split('\t');
    const point = points.get(name) ?? { marks: new Map(), statements: new Map(), helped: '' };
    points.set(name, point);
    const known = MARKS[mark];
    if (of === 'best') point.helped = mark;
    else if (known !== undefined) {
      const said = `${of} ${Date.parse(at)}`;
      if (point.marks.get(said) !== 'useful') point.marks.set(said, known);
      if (of === 'message') point.statements.set(`${Date.parse(at)} ${hash}`, known);
    }
  }
  return points;
}

/** What a statement is known by: the beginning of the SHA-256 of its letters and digits in lower case. */
export function statementHash(text: string): string {
  return sha256Hex(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')).slice(0, HASH_CHARS);
}
