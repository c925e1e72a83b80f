import type { SearchQuery } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { hash53 } from '../../core/hash.ts';
import { canonicalJson, type JsonValue } from '../../core/json.ts';
import { isPublicId } from '../../core/model/ids.ts';
import type { SearchPosition } from '../query/resolved-query.ts';

/** Encodes a position as the opaque cursor of a question. */
export function writeCursor({ now, upTo, score, at, id }: SearchPosition, query: SearchQuery): string {
  const parts = [now.toString(36), upTo.toString(36), String(score), at.toString(36), id, stampOf(query)];
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** Decodes the cursor of a question; throws `invalid_input` for a malformed cursor or one of another question. */
export function readCursor(query: SearchQuery): SearchPosition | undefined {
  if (query.cursor === undefined) return undefined;
  const [now = '', upTo = '', score = '', at = '', id = '', stamp, ...rest] = Buffer.from(query.cursor, 'base64url')
    .toString()
    .split(' ');
  const [moment, newest, when] = [now, upTo, at].map((number) => Number.parseInt(number, 36)) as [
    number,
    number,
    number,
  ];
  const position = { now: moment, upTo: newest, score: Number(score), at: when, id };
  const isWhole = rest.length === 0 && stamp !== undefined && isPublicId(id);
  const areNumbers = isTime(moment) && isTime(when) && Number.isSafeInteger(newest) && Number.isFinite(position.score);
  if (!isWhole || !areNumbers) {
    throw broken('This is not a cursor of a search.');
  }
  if (stamp !== stampOf(query)) throw broken('This cursor is of another question.');
  return position;
}

function isTime(at: number): boolean {
  return Number.isSafeInteger(at) && Math.abs(at) <= 8.64e15;
}

function broken(message: string): CairnError {
  return new CairnError('invalid_input', message, {
    fix: 'Search again without "cursor", or with the same question and the "nextCursor" that it gave.',
  });
}

/** Fields in which pages of one question may differ: the vector may arrive between two pages. */
type Varying = 'limit' | 'cursor' | 'explain' | 'sessions' | 'vector';

/** A hash that is equal for all pages of a question; all projects are meant by `*` and by none. */
function stampOf(query: SearchQuery): string {
  const varying: Partial<Record<Varying, unknown>> = query;
  const { limit: _limit, cursor: _cursor, explain: _explain, sessions: _sessions, vector: _vector, ...asked } = varying;
  const { project, ...rest } = asked as { project?: string };
  const placed = project === '*' ? rest : asked;
  return hash53(canonicalJson(JSON.parse(JSON.stringify(placed)) as JsonValue)).toString(36);
}
