import { raw, type Sql } from './sql.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
/** As many characters in the order of their codes. */
const ORDERED = '0123456789abcdefghijklmnopqrstuv';
const PUBLIC_ID = /^[a-z]_[a-z2-7]{16}$/;

/** Those of the texts that are public ids. */
export function knownIds<Id extends string>(ids: readonly Id[]): Id[] {
  return ids.filter((id) => PUBLIC_ID.test(id));
}

/** The number that an id stands for, as text: by it engines order ids, as their bytes are ordered. */
export function orderOf(id: string): string {
  return id.replace(/[a-z2-7]/g, (letter) => ORDERED[LETTERS.indexOf(letter)] ?? letter);
}

/** Compares two ids by what they stand for. */
export function compareIds(a: string, b: string): number {
  const [one, other] = [orderOf(a), orderOf(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The expression in SQL by which a column of ids is ordered as by `compareIds`. */
export function idOrder(column: string): Sql {
  return raw(`translate(${column}, '${LETTERS}', '${ORDERED}') COLLATE "C"`);
}
