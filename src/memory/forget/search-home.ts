import { join, relative } from 'node:path';
import type { HomePaths } from '../../config/paths.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import { spread } from '../../core/spread.ts';
import { listFiles, namesIn, readRegularFile, removeFile } from '../../platform/files.ts';
import { searchFile } from '../../platform/search-file.ts';
import type { Store } from '../../store/contract/store.ts';
import { eventsById, selectedEvents } from '../runtime/logged-events.ts';
import { textsOf } from './event-texts.ts';

const NEEDLES = 32;
const OF_AN_EVENT = 2;
const CHARS = { least: 12, most: 80 };

/** The result of searching the home's own files: paths, and other memories with the same words. */
export interface HomeSearch {
  files: number;
  bytes: number;
  found: string[];
  heldBy: EventId[];
  /** The files that were read. */
  read: { name: string; bytes: number }[];
  /** Passages that other memories contain, too. */
  held: Set<string>;
}

/** Folders of the program, which have no memories, and the trash, which keeps what was forgotten. */
const PASSED_OVER = /^(?:app|bin|cache|models|trash)\//;
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
  const result: HomeSearch = { files: 0, bytes: 0, found: [], heldBy: [], read: [], held: new Set() };
  const inDatabase = new Set<string>();
  for (const path of needles.length === 0 ? [] : listFiles(home)) {
    const name = relative(home, path).replaceAll('\\', '/');
    if (PASSED_OVER.test(name) || LOCKS.test(name)) continue;
    const keepOpen = DATABASE.test(name);
    const { bytes, found } = await searchFile(path, bytesOf, { keepOpen });
    result.files += 1;
    result.read.push({ name, bytes });
    result.bytes += bytes;
    if (found.size === 0) continue;
    if (keepOpen) for (const index of found) inDatabase.add(needles[index] ?? '');
    else result.found.push(name);
  }
  if (inDatabase.size === 0) return result;
  const { heldBy, unexplained } = await holdersOf(store, [...inDatabase]);
  result.heldBy = heldBy;
  result.held = new Set([...inDatabase].filter((passage) => !unexplained.has(passage)));
  if (unexplained.size > 0) result.found.push('cairn.db');
  return result;
}

/** The events that contain passages, and the passages that are in none. */
async function holdersOf(
  store: Store,
  passages: readonly string[],
): Promise<{ heldBy: EventId[]; unexplained: Set<string> }> {
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
  return { heldBy: [...heldBy], unexplained };
}

/**
 * Passages of events that show whether their words are still stored somewhere: spelled equally in a database row, in
 * JSON and in plain text. At most 32, spread over the events.
 */
export async function searchPatternsOf(store: Store, ids: readonly EventId[]): Promise<string[]> {
  const needles = new Set<string>();
  const step = Math.max(1, Math.floor(ids.length / NEEDLES));
  const some = ids.filter((_, index) => index % step === 0);
  for await (const event of eventsById(store.log, some)) for (const passage of passagesOf(event)) needles.add(passage);
  return spread([...needles], NEEDLES);
}

/** The longest passages of an event without characters that a format escapes, longer than a name or path. */
function passagesOf(event: StoredEvent): string[] {
  const passages = textsOf(event).flatMap((text) => text.split(/["\\\u0000-\u001f\u007f\u2028\u2029<>&]+/));
  return passages
    .map((passage) => passage.trim())
    .filter((passage) => passage.length >= CHARS.least && passage.includes(' '))
    .sort((a, b) => b.length - a.length)
    .slice(0, OF_AN_EVENT)
    .map(middleOf);
}

function middleOf(passage: string): string {
  if (passage.length <= CHARS.most) return passage;
  const start = (passage.length - CHARS.most) >> 1;
  return passage.slice(start, start + CHARS.most).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** Removes damaged journal files that contain one of the passages. */
export function removeJournalsWith(paths: Pick<HomePaths, 'journal'>, passages: readonly string[]): void {
  for (const name of namesIn(paths.journal).filter((one) => !one.endsWith('.jsonl'))) {
    const path = join(paths.journal, name);
    const text = readRegularFile(path).bytes.toString('utf8');
    if (passages.some((passage) => text.includes(passage))) removeFile(path);
  }
}
