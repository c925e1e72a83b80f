// store/sqlite/text: texts as stored on the disk: short ones packed together, long ones once by content.
// Nothing here knows what a text belongs to.

import type { TextSource } from '../engine/engine.ts';
import { packText, unpackText } from './packed-text.ts';

/** Where the data of an event is stored: the pack and the line in it. */
export interface PackPlace {
  pack: number;
  place: number;
}

/** Minimum bytes of a pack; fewer are not worth one. */
const WORTH_BYTES = 4_096;
/** Upper bound on characters of one pack: reading one event unpacks all of its pack. */
const PACK_CHARS = 32_768;

/**
 * Compresses the data of events that arrive together, because a single event is too short to compress well. Data are
 * JSON without line breaks, one a line. Returns the place of each, or `undefined` when they are too short for a pack.
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

/** Removes the data of one event from its pack for good; an empty pack is deleted. */
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
  if (row === undefined) return [];
  const text = unpackText(row.data);
  recent.packs.set(pack, text);
  return text.split('\n');
}
