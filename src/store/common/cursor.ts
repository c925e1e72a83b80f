// store/common: what every engine of the store does in the same way: cursors, the change of a session, hashes of ids.
// No SQL and nothing of one engine.

import { CairnError } from '../../core/errors.ts';

/** Name of a paged list. */
export type Paged = 'items' | 'sessions';

/** A row's position in a list ordered by time, then by row number. */
export interface Position {
  at: number;
  seq: number;
}

/** Encodes a position as an opaque cursor (base64url) that names its list. */
function toCursor(list: Paged, { at, seq }: Position): string {
  return Buffer.from(`${list} ${at} ${seq}`).toString('base64url');
}

/** Decodes a cursor. One of another list, or an invalid one, is `invalid_input`. */
export function fromCursor(list: Paged, cursor: string): Position {
  const [of, at, seq, ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const position = { at: Number(at), seq: Number(seq) };
  const isWhole = rest.length === 0 && of === list && toCursor(list, position) === cursor;
  if (isWhole && Number.isSafeInteger(position.at) && Number.isSafeInteger(position.seq)) return position;
  throw new CairnError('invalid_input', `"${cursor.slice(0, 100)}" is not a cursor of a list of ${list}.`, {
    fix: 'Give the cursor that the page before gave.',
  });
}

/**
 * Cuts rows to one page. The caller reads one row more than the limit: its presence means that there is a next page.
 */
export function toPage<Row>(
  list: Paged,
  rows: readonly (Row & Position)[],
  limit: number,
): { rows: (Row & Position)[]; next?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last !== undefined ? { rows: page, next: toCursor(list, last) } : { rows: page };
}
