// store/sqlite/text: texts as they lie on the disk: small ones packed together, long ones once by content.
// Nothing here knows whose text it is.

import type { TextSource } from '../engine/engine.ts';
import { packText, unpackText } from './packed-text.ts';

/** The data of an event that has none of its own row: which pack holds it, and at which line. */
export interface PackPlace {
  pack: number;
  place: number;
}

/** Fewer bytes than this are not worth a pack. */
const WORTH_BYTES = 4_096;
/** Characters of one pack: reading one event unpacks all of its pack. */
const PACK_CHARS = 32_768;

/**
 * Compresses the data of events that arrive together: alone, an event is too short for that. Data are JSON without line
 * breaks, one a line. Gives the place of each, or `undefined` when they are too short to be worth it.
 */
export function putInPacks({ db, recent }: TextSource, data: readonly string[]): PackPlace[] | undefined {
  if (data.reduce((sum, one) => sum + one.length, 0) < WORTH_BYTES) return undefined;
  const places: PackPlace[] = [];
  for (let start = 0; start < data.length; ) {
    const lines = data.slice(start, endOfPack(data, start));
    const text = lines.join('\n');
    const pack = db.run('INSERT INTO packs (data) VALUES (?)', packText(text)).rowid;
    recent.packs.set(pack, text);
    for (const place of lines.keys()) places.push({ pack, place });
    start += lines.length;
  }
  return places;
}

function endOfPack(data: readonly string[], start: number): number {
  let end = start;
  let chars = 0;
  do chars += data[end]?.length ?? 0;
  while (++end < data.length && chars < PACK_CHARS);
  return end;
}

/** Reads packs, each unpacked once. */
export function createPackReader(source: TextSource): (at: PackPlace) => string {
  const unpacked = new Map<number, string[]>();
  return ({ pack, place }) => {
    const lines = unpacked.get(pack) ?? linesOf(source, pack);
    unpacked.set(pack, lines);
    return lines[place] ?? '';
  };
}

/** Takes the data of one event out of its pack, for good; an empty pack goes. */
export function takeFromPack(source: TextSource, { pack, place }: PackPlace): void {
  const { db, recent } = source;
  const lines = linesOf(source, pack);
  recent.packs.clear();
  lines[place] = '';
  if (lines.every((line) => line === '')) db.run('DELETE FROM packs WHERE seq = ?', pack);
  else db.run('UPDATE packs SET data = ? WHERE seq = ?', packText(lines.join('\n')), pack);
}

function linesOf({ db, recent }: TextSource, pack: number): string[] {
  const known = recent.packs.get(pack);
  if (known !== undefined) return known.split('\n');
  const row = db.get<{ data: Uint8Array }>('SELECT data FROM packs WHERE seq = ?', pack);
  return row === undefined ? [] : unpackText(row.data).split('\n');
}
