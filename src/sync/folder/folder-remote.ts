// sync/folder: a folder of append-only files as a remote: how records are packed, sealed and found again. What a record says is
// not known here.

import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, parseJson } from '../../core/json.ts';
import { fileSize, namesIn, readStretchIfThere, syncFolder } from '../../platform/files.ts';
import { appendShared, ensureSharedFolder, filesIn, foldersIn, writeShared } from '../../platform/shared-files.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { PulledPage, SyncRemote } from '../sync-remote.ts';
import type { SyncRecord } from '../wire.ts';
import { HEAD_BYTES, keyOfFile, newHead, packFrames, readFrame, type WholeFrame, wholeFrames } from './frames.ts';
import { TEAM_FILE } from './team-key.ts';

/** A folder that a team shares: a drive, or the checkout of a git repository. */
export interface FolderRemoteOptions {
  folder: string;
  /** The home that writes: its series is a folder of its name. */
  home: string;
  key: Uint8Array;
}

const HOME_FOLDER = /^h_[a-z2-7]{16}$/;
const SEGMENT = /^\d{8}\.cairn$/;
const MOST_SEGMENTS = 99_999_999;
/** Bytes after which a series goes on in another file. */
const SEGMENT_BYTES = 1024 * 1024;
/** Bytes that are read of a file at once: more than a file and a frame have. */
const STRETCH_BYTES = 10 * 1024 * 1024;

/**
 * Upper bounds on frames that are tried with the key of a file of which none is sealed with it, and on damaged ones of a file:
 * whoever may write to the folder can fill it with frames of a few bytes.
 */
const FRAMES_TRIED = 100;
const DAMAGED_FRAMES = 1_000;

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
  if (fileSize(join(folder, TEAM_FILE)) > 0) return;
  throw new CairnError('not_found', `${folder} is not there, or is not a folder of a team any more.`, {
    fix: 'Connect the drive, or: cairn sync add FOLDER',
  });
}

function seriesFolder({ folder, home }: Pick<FolderRemoteOptions, 'folder' | 'home'>): string {
  return join(folder, home);
}

/** The files of the folder that a home wrote, and the one that says how the team's key is made, by their names there. */
export function ownFilesIn(options: Pick<FolderRemoteOptions, 'folder' | 'home'>): string[] {
  const team = filesIn(options.folder).filter((name) => name === TEAM_FILE);
  return [...team, ...segmentsOf(options).map((segment) => nameOf(options.home, segment))];
}

/** The files of a series: a link or a FIFO is none. */
function segmentsOf(options: Pick<FolderRemoteOptions, 'folder' | 'home'>): string[] {
  return filesIn(seriesFolder(options))
    .filter((name) => SEGMENT.test(name))
    .sort();
}

function readSegmentBytes(options: FolderRemoteOptions, segment: string): Buffer {
  return readStretchIfThere(join(seriesFolder(options), segment), 0, STRETCH_BYTES) ?? Buffer.alloc(0);
}

/** Whether someone who has the team's key wrote a file: one that a stranger put into a series is not of it. */
function isOfTeam(options: FolderRemoteOptions, segment: string, bytes: Buffer): boolean {
  const key = keyOfFile(options.key, nameOf(options.home, segment), bytes);
  if (key === undefined) return false;
  let tried = 0;
  for (const frame of wholeFrames(bytes)) {
    if (isSealedBy(key, frame)) return true;
    tried += 1;
    if (tried >= FRAMES_TRIED) break;
  }
  return false;
}

function isSealedBy(key: Uint8Array, { bytes, number }: WholeFrame): boolean {
  return readFrame(key, number, bytes) !== 'damaged';
}

/** A new file for the own series, behind the last that is of it: its name is not taken, whoever took the next ones. */
function freshPlace(options: FolderRemoteOptions, last: string | undefined): SeriesPlace {
  const taken = new Set(namesIn(seriesFolder(options)));
  let number = last === undefined ? 1 : numberOf(last) + 1;
  while (taken.has(segmentName(number))) number += 1;
  if (number <= MOST_SEGMENTS) return { segment: segmentName(number), offset: 0, frame: 0 };
  throw new CairnError(
    'unwritable',
    `${seriesFolder(options)} has a file of the highest number: no other can follow.`,
    {
      fix: 'Ask your team who put it there, and remove it.',
    },
  );
}

/** Where the own series goes on: behind the last whole frame of its last file, or in a new file where that was torn. */
function endOfSeries(options: FolderRemoteOptions): SeriesPlace {
  for (const segment of segmentsOf(options).reverse()) {
    const bytes = readSegmentBytes(options, segment);
    if (!isOfTeam(options, segment, bytes)) continue;
    const frames = [...wholeFrames(bytes)];
    const offset = frames.at(-1)?.end ?? HEAD_BYTES;
    return offset === bytes.length ? { segment, offset, frame: frames.length } : freshPlace(options, segment);
  }
  return freshPlace(options, undefined);
}

function append(options: FolderRemoteOptions, end: SeriesPlace, records: readonly SyncRecord[]): SeriesPlace {
  const folder = seriesFolder(options);
  ensureSharedFolder(folder);
  const place = goOn(options, end) ?? freshPlace(options, end.segment);
  const path = join(folder, place.segment);
  const isNew = place.offset === 0;
  const head = isNew ? newHead() : (readStretchIfThere(path, 0, HEAD_BYTES) ?? Buffer.alloc(0));
  const key = keyOfFile(options.key, nameOf(options.home, place.segment), head);
  if (key === undefined) throw new CairnError('damaged', `${path} was changed while it was written.`);
  const parts: Buffer[] = isNew ? [head] : [];
  let { frame } = place;
  for (const packed of packFrames(key, frame, records)) {
    parts.push(packed);
    frame += 1;
  }
  const bytes = Buffer.concat(parts);
  if (isNew) {
    writeShared(path, bytes);
    syncFolder(folder);
  } else appendShared(path, bytes);
  return { ...place, frame, offset: place.offset + bytes.length };
}

/**
 * Where the own series goes on; `undefined` where it takes another file: this one is long enough, or somebody else wrote to it,
 * removed it or put something else in its place.
 */
function goOn(options: FolderRemoteOptions, end: SeriesPlace): SeriesPlace | undefined {
  if (end.offset >= SEGMENT_BYTES) return undefined;
  const path = join(seriesFolder(options), end.segment);
  if (end.offset === 0) return namesIn(seriesFolder(options)).includes(end.segment) ? undefined : end;
  if (!segmentsOf(options).includes(end.segment) || fileSize(path) !== end.offset) return undefined;
  const head = readStretchIfThere(path, 0, HEAD_BYTES) ?? Buffer.alloc(0);
  return keyOfFile(options.key, nameOf(options.home, end.segment), head) === undefined ? undefined : end;
}

/** Whole frames of other homes' series, until there are `limit` records. */
async function readPage(options: FolderRemoteOptions, places: SeriesPlaces, limit: number): Promise<PulledPage> {
  const page: PulledPage = { records: [], next: '', more: false, skipped: {} };
  const homes = foldersIn(options.folder).filter((name) => HOME_FOLDER.test(name) && name !== options.home);
  for (const home of homes.sort()) {
    const place = await readSeries({ ...options, home }, places[home], { page, limit });
    if (place !== undefined) places[home] = place;
    if (page.more) break;
  }
  return { ...page, next: JSON.stringify(places) };
}

/** Reads on in a series, other work between two of its files; returns where to go on, and sets `more` where the page is full. */
async function readSeries(
  options: FolderRemoteOptions,
  from: SeriesPlace | undefined,
  { page, limit }: { page: PulledPage; limit: number },
): Promise<SeriesPlace | undefined> {
  const segments = segmentsOf(options).filter((name) => name >= (from?.segment ?? ''));
  let place = from;
  for (const [i, segment] of segments.entries()) {
    await yieldToEventLoop();
    const isLast = i === segments.length - 1;
    const isGoneOn = place?.segment === segment;
    const start = isGoneOn && place !== undefined ? place : { segment, offset: 0, frame: 0 };
    const bytes = readSegmentBytes(options, segment);
    // One that a stranger put here, or that is not all there yet, is not gone past: what belongs to the series may come behind it.
    if (!isGoneOn && !isOfTeam(options, segment, bytes)) {
      if (!isLast) count(page, 'files that were damaged');
      continue;
    }
    place = readSegment(options, start, { bytes, page, limit, isLast });
    if (page.more) return place;
  }
  return place;
}

function readSegment(
  options: FolderRemoteOptions,
  start: SeriesPlace,
  { bytes, page, limit, isLast }: { bytes: Buffer; page: PulledPage; limit: number; isLast: boolean },
): SeriesPlace {
  const key = keyOfFile(options.key, nameOf(options.home, start.segment), bytes);
  if (key === undefined) {
    if (!isLast) count(page, 'files that were damaged');
    return start;
  }
  let [offset, frame] = [Math.max(start.offset, HEAD_BYTES), start.frame];
  let damaged = 0;
  for (const whole of wholeFrames(bytes, { offset, frame })) {
    if (page.records.length >= limit) {
      page.more = true;
      break;
    }
    const read = readFrame(key, whole.number, whole.bytes);
    if (read === 'too-long') {
      // Its writer holds the key: it is whole, and stays as it is.
      count(page, `frames of ${options.home} that are too long: left out`);
    } else if (read === 'damaged') {
      count(page, 'frames that were damaged, or are of another key');
      damaged += 1;
      if (damaged > DAMAGED_FRAMES) break;
      // What a drive is still copying becomes whole; what stands before a whole frame does not.
      if (isLast && !isFollowed(key, bytes, whole)) break;
    } else {
      // A home speaks for itself alone.
      page.records.push(...read.records.filter(({ home }) => home === options.home));
      for (const [reason, n] of Object.entries(read.skipped)) count(page, reason, n);
    }
    offset = whole.end;
    frame = whole.number + 1;
  }
  return { segment: start.segment, offset, frame };
}

function isFollowed(key: Uint8Array, bytes: Buffer, { end, number }: WholeFrame): boolean {
  const [next] = wholeFrames(bytes, { offset: end, frame: number + 1 });
  return next !== undefined && isSealedBy(key, next);
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

function numberOf(segment: string): number {
  return Number(segment.slice(0, 8));
}

/** The name of a file under which its key is made. */
function nameOf(home: string, segment: string): string {
  return `${home}/${segment}`;
}
