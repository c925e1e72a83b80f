import { relative } from 'node:path';
import type { EventId } from '../../core/model/ids.ts';
import { listFiles } from '../../platform/files.ts';
import { searchFile } from '../../platform/search-file.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import { textsOf } from './event-texts.ts';

/** The result of searching the home's own files: paths, and other memories with the same words. */
export interface HomeSearch {
  files: number;
  bytes: number;
  found: string[];
  heldBy: EventId[];
}

/** Folders of the program, which have no memories. */
const PROGRAM = /^(?:app|bin|cache|models)\//;
const DATABASE = /^cairn\.db(?:-wal)?$/;
/** What holds no memory either, and is locked by this process as long as nobody closes a descriptor of it. */
const LOCKS = /^(?:cairn\.db-shm|worker\.lock(?:-wal|-shm|-journal)?)$/;
const HOLDERS = 50;

/**
 * Searches every file of the home for passages. A passage that another memory contains, too, is no trace of what was
 * forgotten; those memories are listed.
 */
export async function searchHome(home: string, store: Store, needles: readonly string[]): Promise<HomeSearch> {
  const bytesOf = needles.map((needle) => Buffer.from(needle, 'utf8'));
  const result: HomeSearch = { files: 0, bytes: 0, found: [], heldBy: [] };
  const inDatabase = new Set<string>();
  for (const path of needles.length === 0 ? [] : listFiles(home)) {
    const name = relative(home, path).replaceAll('\\', '/');
    if (PROGRAM.test(name) || LOCKS.test(name)) continue;
    const keepOpen = DATABASE.test(name);
    const { bytes, found } = await searchFile(path, bytesOf, { keepOpen });
    result.files += 1;
    result.bytes += bytes;
    if (found.size === 0) continue;
    if (keepOpen) for (const index of found) inDatabase.add(needles[index] ?? '');
    else result.found.push(name);
  }
  if (inDatabase.size === 0) return result;
  const { heldBy, unexplained } = await holdersOf(store, [...inDatabase]);
  result.heldBy = heldBy;
  if (unexplained) result.found.push('cairn.db');
  return result;
}

/** The events that contain passages, and whether a passage is in none. */
async function holdersOf(
  store: Store,
  passages: readonly string[],
): Promise<{ heldBy: EventId[]; unexplained: boolean }> {
  const heldBy = new Set<EventId>();
  const unexplained = new Set(passages);
  for await (const event of selectedEvents(store.log, {})) {
    const text = textsOf(event).join('\n');
    for (const passage of passages) {
      if (!text.includes(passage)) continue;
      unexplained.delete(passage);
      if (heldBy.size < HOLDERS) heldBy.add(event.id);
    }
  }
  return { heldBy: [...heldBy], unexplained: unexplained.size > 0 };
}
