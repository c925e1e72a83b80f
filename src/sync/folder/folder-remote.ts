// sync/folder: a folder of append-only files as a remote: how records are packed, sealed and found again. What a record says is
// not known here.

import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, asString, parseJson } from '../../core/json.ts';
import { fileSize } from '../../platform/files.ts';
import { filesIn, foldersIn } from '../../platform/shared-files.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { PulledPage, SyncRemote } from '../sync-remote.ts';
import { isHomeId } from '../wire.ts';
import { HEAD_BYTES, keyOfFile, readFrame, type WholeFrame, wholeFrames } from './frames.ts';
import { OwnSeries, type SeriesNotes } from './own-series.ts';
import {
  isOfTeam,
  isSealedBy,
  isThere,
  nameOf,
  readSegmentBytes,
  SEGMENT,
  type SeriesOptions,
  type SeriesPlace,
  segmentsOf,
} from './series-files.ts';
import { TEAM_FILE } from './team-key.ts';

/** A folder that a team shares: a drive, or the checkout of a git repository. */
export interface FolderRemoteOptions extends SeriesOptions {
  /** What the home that writes knows of its series. */
  notes: SeriesNotes;
}

/** Upper bound on the damaged frames of a file: whoever may write to the folder can fill it with frames of a few bytes. */
const DAMAGED_FRAMES = 1_000;
/** What is counted where a series is read from its beginning again. */
const READ_AGAIN = 'series read from the beginning: files were removed, or are an older copy';

type SeriesPlaces = Record<string, SeriesPlace>;

/**
 * The folder as a remote. Each home adds to files of its own; others' torn ends are read once they are whole. Where files of a
 * series are gone or others, it is read from its beginning, and its home hands on all that it shares in files of new numbers.
 */
export function openFolderRemote(options: FolderRemoteOptions): SyncRemote {
  const own = new OwnSeries(options, options.notes);
  return {
    async mend(handOnAgain) {
      assertThere(options.folder);
      return own.mend(handOnAgain);
    },
    async push(records) {
      assertThere(options.folder);
      await own.append(records);
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

/** The files of the folder that a home wrote, and the one that says how the team's key is made, by their names there. */
export function ownFilesIn(options: Pick<SeriesOptions, 'folder' | 'home'>): string[] {
  const team = filesIn(options.folder).filter((name) => name === TEAM_FILE);
  return [...team, ...segmentsOf(options).map((segment) => nameOf(options.home, segment))];
}

/** Whether a name in the folder is that of a file of some home, or of the one that says how the team's key is made. */
export function isFileOfTeam(name: string): boolean {
  const [home = '', segment = '', ...more] = name.split('/');
  return name === TEAM_FILE || (isHomeId(home) && SEGMENT.test(segment) && more.length === 0);
}

/** Whole frames of other homes' series, until there are `limit` records. */
async function readPage(options: SeriesOptions, places: SeriesPlaces, limit: number): Promise<PulledPage> {
  const page: PulledPage = { records: [], next: '', more: false, skipped: {} };
  const homes = foldersIn(options.folder).filter((name) => isHomeId(name) && name !== options.home);
  for (const home of homes.sort()) {
    const place = await readSeries({ ...options, home }, places[home], { page, limit });
    if (place === undefined) delete places[home];
    else places[home] = place;
    if (page.more) break;
  }
  return { ...page, next: JSON.stringify(places) };
}

/**
 * Reads on in a series, from its beginning where the place is not there any more, other work between two of its files. Returns
 * where to go on, and sets `more` where the page is full.
 */
async function readSeries(
  options: SeriesOptions,
  from: SeriesPlace | undefined,
  { page, limit }: { page: PulledPage; limit: number },
): Promise<SeriesPlace | undefined> {
  let place = from !== undefined && isThere(options, from) ? from : undefined;
  if (place === undefined && from?.head !== undefined) count(page, READ_AGAIN);
  const segments = segmentsOf(options).filter((name) => name >= (place?.segment ?? ''));
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
  options: SeriesOptions,
  start: SeriesPlace,
  { bytes, page, limit, isLast }: { bytes: Buffer; page: PulledPage; limit: number; isLast: boolean },
): SeriesPlace {
  const key = keyOfFile(options.key, nameOf(options.home, start.segment), bytes);
  if (key === undefined) {
    if (!isLast) count(page, 'files that were damaged');
    return start;
  }
  const head = bytes.subarray(0, HEAD_BYTES).toString('hex');
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
  return { segment: start.segment, offset, frame, head };
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
    const { segment, offset, frame, head } = asObject(value);
    const isSound = isHomeId(home) && typeof segment === 'string' && SEGMENT.test(segment);
    if (!isSound) continue;
    places[home] = { segment, offset: asNumber(offset) ?? 0, frame: asNumber(frame) ?? 0, head: asString(head) };
  }
  return places;
}
