// sync/folder: a folder of append-only files as a remote: how records are packed, sealed and found again. What a record says is
// not known here.

import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, parseJson } from '../../core/json.ts';
import {
  appendShared,
  ensureSharedFolder,
  fileSize,
  namesIn,
  readStretchIfThere,
  syncFolder,
} from '../../platform/files.ts';
import type { PulledPage, SyncRemote } from '../sync-remote.ts';
import type { SyncRecord } from '../wire.ts';
import { frameLength, HEAD_BYTES, keyOfFile, newHead, packFrames, readFrame } from './frames.ts';

/** A folder that a team shares: a drive, or the checkout of a git repository. */
export interface FolderRemoteOptions {
  folder: string;
  /** The home that writes: its series is a folder of its name. */
  home: string;
  key: Uint8Array;
}

const HOME_FOLDER = /^h_[a-z2-7]{16}$/;
const SEGMENT = /^\d{8}\.cairn$/;
/** Bytes after which a series goes on in another file. */
const SEGMENT_BYTES = 1024 * 1024;
/** Bytes that are read of a file at once: more than a file and a frame have. */
const STRETCH_BYTES = 10 * 1024 * 1024;

/** A place in the series of a home: file, byte and number of the next frame. */
interface SeriesPlace {
  segment: string;
  offset: number;
  frame: number;
}

type SeriesPlaces = Record<string, SeriesPlace>;

/**
 * The folder as a remote. Each home adds to files of its own; a file is never changed, and one whose end was torn by a crash
 * is left as it is: the series goes on in the next. Others' torn ends are read once they are whole.
 */
export function openFolderRemote(options: FolderRemoteOptions): SyncRemote {
  let end: SeriesPlace | undefined;
  return {
    async push(records) {
      assertThere(options.folder);
      end = append(options, end ?? endOfSeries(options), records);
      return { acknowledged: records.map(({ id }) => id), refused: [] };
    },
    async pull(after, limit) {
      assertThere(options.folder);
      return readPage(options, parseSeriesPlaces(after), limit);
    },
  };
}

/** Throws `not_found` where the folder is not there: a drive that is not mounted must not be written beside. */
function assertThere(folder: string): void {
  if (fileSize(join(folder, 'cairn-sync.json')) > 0) return;
  throw new CairnError('not_found', `${folder} is not there, or is not a folder of a team any more.`, {
    fix: 'Connect the drive, or: cairn sync add FOLDER',
  });
}

function seriesFolder({ folder, home }: Pick<FolderRemoteOptions, 'folder' | 'home'>): string {
  return join(folder, home);
}

function segmentsOf(options: Pick<FolderRemoteOptions, 'folder' | 'home'>): string[] {
  return namesIn(seriesFolder(options))
    .filter((name) => SEGMENT.test(name))
    .sort();
}

/** Where the own series goes on: behind the last whole frame of its last file, or in a new file where that was torn. */
function endOfSeries(options: FolderRemoteOptions): SeriesPlace {
  const last = segmentsOf(options).at(-1);
  if (last === undefined) return { segment: segmentName(1), offset: 0, frame: 0 };
  const bytes = readStretchIfThere(join(seriesFolder(options), last), 0, STRETCH_BYTES) ?? Buffer.alloc(0);
  const fresh = { segment: nextSegment(last), offset: 0, frame: 0 };
  if (keyOfFile(options.key, nameOf(options.home, last), bytes) === undefined) return fresh;
  let [offset, frame] = [HEAD_BYTES, 0];
  for (let length = frameLength(bytes, offset); length !== undefined && length > 0; frame += 1) {
    offset += length;
    length = frameLength(bytes, offset);
  }
  return offset === bytes.length ? { segment: last, offset, frame } : fresh;
}

function append(options: FolderRemoteOptions, end: SeriesPlace, records: readonly SyncRecord[]): SeriesPlace {
  const folder = seriesFolder(options);
  ensureSharedFolder(folder);
  const place = end.offset >= SEGMENT_BYTES ? { segment: nextSegment(end.segment), offset: 0, frame: 0 } : { ...end };
  const path = join(folder, place.segment);
  const isNew = place.offset === 0;
  const head = isNew ? newHead() : (readStretchIfThere(path, 0, HEAD_BYTES) ?? Buffer.alloc(0));
  const key = keyOfFile(options.key, nameOf(options.home, place.segment), head);
  // Somebody else wrote or removed the own file: the series goes on in another.
  if (key === undefined || (!isNew && fileSize(path) !== place.offset)) {
    return append(options, { segment: nextSegment(place.segment), offset: 0, frame: 0 }, records);
  }
  const parts: Buffer[] = isNew ? [head] : [];
  for (const frame of packFrames(key, place.frame, records)) {
    parts.push(frame);
    place.frame += 1;
  }
  const bytes = Buffer.concat(parts);
  appendShared(path, bytes);
  if (isNew) syncFolder(folder);
  return { ...place, offset: place.offset + bytes.length };
}

/** Whole frames of other homes' series, until there are `limit` records. */
function readPage(options: FolderRemoteOptions, places: SeriesPlaces, limit: number): PulledPage {
  const page: PulledPage = { records: [], next: '', more: false, skipped: {} };
  const homes = namesIn(options.folder).filter((name) => HOME_FOLDER.test(name) && name !== options.home);
  for (const home of homes.sort()) {
    const place = readSeries({ ...options, home }, places[home], { page, limit });
    if (place !== undefined) places[home] = place;
    if (page.more) break;
  }
  return { ...page, next: JSON.stringify(places) };
}

/** Reads on in a series; returns where to go on, and sets `more` where the page is full. */
function readSeries(
  options: FolderRemoteOptions,
  from: SeriesPlace | undefined,
  { page, limit }: { page: PulledPage; limit: number },
): SeriesPlace | undefined {
  const segments = segmentsOf(options).filter((name) => name >= (from?.segment ?? ''));
  let place = from;
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1;
    const start = place?.segment === segment ? place : { segment, offset: 0, frame: 0 };
    place = readSegment(options, start, { page, limit, isLast });
    if (page.more) return place;
  }
  return place;
}

function readSegment(
  options: FolderRemoteOptions,
  start: SeriesPlace,
  { page, limit, isLast }: { page: PulledPage; limit: number; isLast: boolean },
): SeriesPlace {
  const bytes = readStretchIfThere(join(seriesFolder(options), start.segment), 0, STRETCH_BYTES) ?? Buffer.alloc(0);
  const key = keyOfFile(options.key, nameOf(options.home, start.segment), bytes);
  if (key === undefined) {
    if (!isLast) count(page, 'files that were damaged');
    return start;
  }
  let [offset, frame] = [Math.max(start.offset, HEAD_BYTES), start.frame];
  for (
    let length = frameLength(bytes, offset);
    length !== undefined && length > 0;
    length = frameLength(bytes, offset)
  ) {
    if (page.records.length >= limit) {
      page.more = true;
      break;
    }
    const read = readFrame(key, frame, bytes.subarray(offset, offset + length));
    if (read === 'too-long') {
      // Its writer holds the key: it is whole, and stays as it is.
      count(page, `frames of ${options.home} that are too long: left out`);
    } else if (read === 'damaged') {
      count(page, 'frames that were damaged, or are of another key');
      // What a drive is still copying becomes whole; what stands before a whole frame does not.
      if (isLast && !isFollowed(key, bytes, { offset: offset + length, frame: frame + 1 })) break;
    } else {
      // A home speaks for itself alone.
      page.records.push(...read.records.filter(({ home }) => home === options.home));
      for (const [reason, n] of Object.entries(read.skipped)) count(page, reason, n);
    }
    offset += length;
    frame += 1;
  }
  return { segment: start.segment, offset, frame };
}

function isFollowed(key: Uint8Array, bytes: Buffer, { offset, frame }: Pick<SeriesPlace, 'offset' | 'frame'>): boolean {
  const length = frameLength(bytes, offset);
  if (length === undefined || length < 0) return false;
  return readFrame(key, frame, bytes.subarray(offset, offset + length)) !== 'damaged';
}

function count(page: PulledPage, reason: string, n = 1): void {
  const skipped = page.skipped as Record<string, number>;
  skipped[reason] = (skipped[reason] ?? 0) + n;
}

function parseSeriesPlaces(cursor: string): SeriesPlaces {
  const places: SeriesPlaces = {};
  for (const [home, value] of Object.entries(asObject(parseJson(cursor)))) {
    const { segment, offset, frame } = asObject(value);
    const isSound = HOME_FOLDER.test(home) && typeof segment === 'string' && SEGMENT.test(segment);
    if (isSound) places[home] = { segment, offset: asNumber(offset) ?? 0, frame: asNumber(frame) ?? 0 };
  }
  return places;
}

function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.cairn`;
}

function nextSegment(segment: string): string {
  return segmentName(Number(segment.slice(0, 8)) + 1);
}

/** The name of a file under which its key is made. */
function nameOf(home: string, segment: string): string {
  return `${home}/${segment}`;
}
