import { dirname } from 'node:path';
import { readFree } from '../../../platform/file-system.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { packWords, WORD_INDEXES } from '../words/word-index.ts';
import type { Engine } from './engine.ts';
import { readNumber } from './rows.ts';

/** Pages of one step: bounds how long other work waits. */
const STEP_PAGES = 64;
/** Ratio of free to used bytes above which the word indexes are merged first. */
const MUCH = 0.25;
/** The `PRAGMA auto_vacuum` mode in which free pages can be returned step by step. */
const INCREMENTAL = 2;
/** Disk space that a VACUUM needs, as a multiple of the used bytes: a copy, the write-ahead log, and a reserve. */
const ROOM = 2.5;

/** Used bytes of a file, and free bytes that later writes fill or `giveBack` returns. */
export function spaceOf(db: Database): { usedBytes: number; freeBytes: number } {
  const pageSize = pragma(db, 'page_size');
  const free = pragma(db, 'freelist_count');
  return { usedBytes: (pragma(db, 'page_count') - free) * pageSize, freeBytes: free * pageSize };
}

/**
 * Returns unused pages to the file system, in short steps; the file shrinks at the next checkpoint. When many pages are
 * free, the word indexes are merged first. Returns the bytes freed.
 */
export async function giveBack({ db, write }: Pick<Engine, 'db' | 'write'>): Promise<number> {
  const { usedBytes, freeBytes } = spaceOf(db);
  if (freeBytes > MUCH * usedBytes) {
    for (const index of WORD_INDEXES) {
      for (let isFirst = true; write(() => packWords(db, index, isFirst), 'later'); isFirst = false)
        await yieldToEventLoop();
    }
  }
  for (let left = spaceOf(db).freeBytes; left > 0; ) {
    write(() => db.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`), 'later');
    const now = spaceOf(db).freeBytes;
    if (now >= left) break;
    left = now;
    await yieldToEventLoop();
  }
  const after = spaceOf(db);
  return usedBytes + freeBytes - after.usedBytes - after.freeBytes;
}

/**
 * Runs VACUUM once on a file created before `auto_vacuum` was set, so that its free pages can be returned. When the
 * disk lacks the space, a later opening does it.
 */
export function canGiveBack(db: Database): void {
  if (pragma(db, 'auto_vacuum') !== INCREMENTAL) writeAnew(db);
}

/**
 * Writes the whole file again, row by row: a row that SQLite moved from one page to another leaves its bytes on the first,
 * which `secure_delete` does not overwrite. False when the disk lacks the space. Nothing else runs meanwhile.
 */
export function writeAnew(db: Database): boolean {
  const folder = dirname(db.path);
  if ((readFree(folder) ?? Number.POSITIVE_INFINITY) < ROOM * spaceOf(db).usedBytes) return false;
  try {
    // The temporary copy is written next to the file: memory may be too small, and other folders are open to other
    // users.
    db.exec(`PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${folder.replaceAll("'", "''")}';
      PRAGMA auto_vacuum = INCREMENTAL; VACUUM;`);
    return true;
  } catch (error) {
    ignore(error, 'a database could not be rewritten');
    return false;
  } finally {
    db.exec("PRAGMA temp_store_directory = ''; PRAGMA temp_store = MEMORY;");
  }
}

function pragma(db: Database, name: 'page_count' | 'freelist_count' | 'page_size' | 'auto_vacuum'): number {
  return readNumber(db, `PRAGMA ${name}`);
}
