import { CairnError } from '../../../core/errors.ts';

/** A list that has pages. */
export type Paged = 'items' | 'sessions';

/** A row's place in a list that is ordered by time, then by number. */
export interface Position {
  at: number;
  seq: number;
}

/** The opaque cursor of a place: base64url. It says of which list it is. */
function toCursor(list: Paged, { at, seq }: Position): string {
  return Buffer.from(`${list} ${at} ${seq}`).toString('base64url');
}

/** The place of a cursor. One of another list, or none at all, is `invalid_input`. */
export function fromCursor(list: Paged, cursor: string): Position {
  const [of, at, seq, ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const position = { at: Number(at), seq: Number(seq) };
  const isWhole = rest.length === 0 && of === list && toCursor(list, position) === cursor;
  if (isWhole && Number.isSafeInteger(position.at) && Number.isSafeInteger(position.seq)) return position;
  throw new CairnError('invalid_input', `"${cursor.slice(0, 100)}" is no cursor of a list of ${list}.`, {
    fix: 'Give the cursor that the page before gave.',
  });
}

/** One page of rows, of which one more than the limit was read: that one says that there is a next page. */
export function toPage<Row>(
  list: Paged,
  rows: readonly (Row & Position)[],
  limit: number,
): { rows: (Row & Position)[]; next?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last !== undefined ? { rows: page, next: toCursor(list, last) } : { rows: page };
}
