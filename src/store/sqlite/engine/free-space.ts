import { dirname } from 'node:path';
import { readFree } from '../../../platform/file-system.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { packWords, WORD_INDEXES } from '../words/word-index.ts';
import type { Engine } from './engine.ts';

/** Pages of one step: about as much work as others may wait for. */
const STEP_PAGES = 64;
/** Free bytes to used ones from which on so much went that the indexes of words are worth packing. */
const MUCH = 0.25;
/** `PRAGMA auto_vacuum` of a file whose free pages can be given back step by step. */
const INCREMENTAL = 2;
/** Room on the disk that writing a file anew takes, to what the file holds: a copy, the write-ahead log, and some to spare. */
const ROOM = 2.5;

/** Bytes of a file that hold something, and those that nothing uses: they are filled again, or given back. */
export function spaceOf(db: Database): { usedBytes: number; freeBytes: number } {
  const pageSize = pragma(db, 'page_size');
  const free = pragma(db, 'freelist_count');
  return { usedBytes: (pragma(db, 'page_count') - free) * pageSize, freeBytes: free * pageSize };
}

/**
 * Gives the disk back what a file does not use, in short steps; the file is shorter after the next checkpoint. Where much
 * went, the indexes of words are packed first. Bytes.
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
 * Writes a file anew, once, of which nothing could be given back: it was made before that was so. Where the disk has no
 * room for it, at a later opening.
 */
export function canGiveBack(db: Database): void {
  if (pragma(db, 'auto_vacuum') === INCREMENTAL) return;
  const folder = dirname(db.path);
  if ((readFree(folder) ?? Number.POSITIVE_INFINITY) < ROOM * spaceOf(db).usedBytes) return;
  try {
    // The copy on the way lies beside the file: in memory there may be no room, and another folder is not the person's alone.
    db.exec(`PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${folder.replaceAll("'", "''")}';
      PRAGMA auto_vacuum = INCREMENTAL; VACUUM;`);
  } catch (error) {
    ignore(error, 'a database could not be written anew to give its free space back');
  } finally {
    db.exec("PRAGMA temp_store_directory = ''; PRAGMA temp_store = MEMORY;");
  }
}

function pragma(db: Database, name: 'page_count' | 'freelist_count' | 'page_size' | 'auto_vacuum'): number {
  return db.get<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0;
}
