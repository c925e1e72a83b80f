import { dirname } from 'node:path';
import type { ErrorCode } from '../../core/errors.ts';
import { CairnError } from '../../core/errors.ts';
import { SALVAGE } from '../../core/salvage-advice.ts';
import { hasNoSpace } from '../file-system.ts';
import { shellQuote } from '../shell-quote.ts';
import { noteDamage } from './damage.ts';

interface ErrorMeaning {
  code: ErrorCode;
  says: string;
  fix: (path: string) => string;
}

const BUSY: ErrorMeaning = {
  code: 'busy',
  says: 'is in use by another process',
  fix: (path) => `Close the program that has it open, then try again. This names it: fuser ${shellQuote(path)}`,
};
const DAMAGED: ErrorMeaning = {
  code: 'damaged',
  says: 'is damaged or no database',
  fix: () => SALVAGE,
};
const FULL: ErrorMeaning = {
  code: 'low_disk',
  says: 'is on a disk that is full',
  fix: () => 'Free some space on that disk.',
};
const UNWRITABLE: ErrorMeaning = {
  code: 'unwritable',
  says: 'cannot be opened or written',
  fix: () => 'Make the file and its folder writable, or set CAIRN_HOME to a folder that is.',
};

/** SQLite's primary result codes (https://sqlite.org/rescode.html) that have an explanation for people. */
const MEANINGS: Readonly<Record<number, ErrorMeaning>> = {
  3: UNWRITABLE,
  5: BUSY,
  6: BUSY,
  8: UNWRITABLE,
  10: UNWRITABLE,
  11: DAMAGED,
  13: FULL,
  14: UNWRITABLE,
  26: DAMAGED,
};

/** SQLITE_CORRUPT_VTAB: an index of words that is not of its table, which is made again without a salvage. */
const INDEX_DIFFERS = 267;

/** Converts an SQLite error to a `CairnError`: busy, damaged, unwritable, low_disk, else internal. */
export function toSqliteError(error: unknown, path: string): CairnError {
  if (error instanceof CairnError) return error;
  const { errcode, syscall } = error as { errcode?: number; syscall?: string };
  const meaning = errcode === undefined ? undefined : MEANINGS[errcode & 0xff];
  const known = meaning ?? (syscall === undefined ? undefined : UNWRITABLE);
  if (known !== undefined) {
    if (known === DAMAGED && errcode !== INDEX_DIFFERS) noteDamage(path);
    // A full disk causes different errors, depending on which file could not grow.
    const { code, says, fix } = known === UNWRITABLE && hasNoSpace(dirname(path)) ? FULL : known;
    return new CairnError(code, `${path} ${says}.`, { fix: fix(path), cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CairnError('internal', `${path}: ${message}`, { cause: error });
}
