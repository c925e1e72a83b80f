import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, asString, parseJson } from '../../core/json.ts';
import { fileSize, namesIn, syncFolder } from '../../platform/files.ts';
import { appendShared, changedAt, ensureSharedFolder, writeShared } from '../../platform/shared-files.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { SyncRecord } from '../wire.ts';
import { HEAD_BYTES, keyOfFile, newHead, packFrames, wholeFrames } from './frames.ts';
import {
  headOf,
  isOfTeam,
  isSealedBy,
  isThere,
  nameOf,
  readSegmentBytes,
  SEGMENT,
  type SeriesOptions,
  type SeriesPlace,
  segmentsOf,
  seriesFolder,
} from './series-files.ts';

/** Where a home keeps what it wrote to its series: not in the folder, which others can change. */
export interface SeriesNotes {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** A file of the own series as it was written: its head, its bytes, and when it was last found to be so (`changedAt`). */
interface WrittenFile {
  head: string;
  size: number;
  changed: number;
}

/** What a home wrote: the highest number that it gave a file, which none gets again, and the files that have to be there. */
interface Written {
  last: number;
  files: Record<string, WrittenFile>;
}

const MOST_SEGMENTS = 99_999_999;
/** Bytes after which a series goes on in another file. */
const SEGMENT_BYTES = 1024 * 1024;

/**
 * The series of the home itself. A file is never changed but at its end, and one whose end was torn by a crash, or to which
 * somebody else wrote, is left as it is: the series goes on in the next, of a number that none had.
 */
export class OwnSeries {
  readonly #options: SeriesOptions;
  readonly #notes: SeriesNotes;
  #written: Written | undefined;
  #end: SeriesPlace | undefined;

  constructor(options: SeriesOptions, notes: SeriesNotes) {
    this.#options = options;
    this.#notes = notes;
  }

  /**
   * Looks whether all that the home wrote is there as it was. Where it is not, as in a folder that is an older copy, what was
   * written counts no more once `handOnAgain` resolved. `new`: nothing is known to have been written.
   */
  async mend(handOnAgain: () => Promise<void>): Promise<'whole' | 'new' | 'lost'> {
    const noted = await this.#notes.read();
    const written = await this.#load();
    const isNew = noted === undefined && written.last === 0;
    const there = isNew ? undefined : await this.#lookAt(written);
    if (there !== undefined) {
      if (JSON.stringify(there) !== noted) await this.#note(there);
      return 'whole';
    }
    await handOnAgain();
    this.#end = undefined;
    await this.#note({ last: written.last, files: {} });
    return isNew ? 'new' : 'lost';
  }

  /** Adds records to the end. They are synced, and noted as written, when it resolves. */
  async append(records: readonly SyncRecord[]): Promise<void> {
    const options = this.#options;
    const folder = seriesFolder(options);
    const written = await this.#load();
    ensureSharedFolder(folder);
    const end = this.#end ?? this.#findEnd(written);
    const place = this.#goOn(end) ?? this.#freshPlace(written, end.segment);
    const path = join(folder, place.segment);
    const isNew = place.offset === 0;
    const head = isNew ? newHead() : Buffer.from(headOf(options, place.segment), 'hex');
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
    const size = place.offset + bytes.length;
    this.#end = { segment: place.segment, frame, offset: size, head: head.toString('hex') };
    const file = { head: head.toString('hex'), size, changed: changedAt(path) };
    await this.#note({
      last: Math.max(written.last, numberOf(place.segment)),
      files: { ...written.files, [place.segment]: file },
    });
  }

  /** What was noted; of a home that noted nothing yet, what is in the folder. */
  async #load(): Promise<Written> {
    if (this.#written !== undefined) return this.#written;
    const noted = await this.#notes.read();
    this.#written = noted === undefined ? this.#found() : parseWritten(noted);
    return this.#written;
  }

  async #note(written: Written): Promise<void> {
    this.#written = written;
    await this.#notes.write(JSON.stringify(written));
  }

  #found(): Written {
    const found: Written = { last: 0, files: {} };
    for (const segment of segmentsOf(this.#options)) {
      const bytes = readSegmentBytes(this.#options, segment);
      if (!isOfTeam(this.#options, segment, bytes)) continue;
      const size = [...wholeFrames(bytes)].at(-1)?.end ?? HEAD_BYTES;
      found.files[segment] = { head: headOf(this.#options, segment), size, changed: 0 };
      found.last = numberOf(segment);
    }
    return found;
  }

  /**
   * What was written, with when each file was changed now; `undefined` where one is not there up to where it was written. Read is
   * only one that was changed since it was last looked at.
   */
  async #lookAt(written: Written): Promise<Written | undefined> {
    const files: Record<string, WrittenFile> = {};
    for (const [segment, file] of Object.entries(written.files)) {
      if (!isThere(this.#options, { segment, offset: file.size, frame: 0, head: file.head })) return undefined;
      const changed = changedAt(join(seriesFolder(this.#options), segment));
      if (changed !== file.changed && !this.#isAsWritten(segment, file)) return undefined;
      files[segment] = { ...file, changed };
      await yieldToEventLoop();
    }
    return { ...written, files };
  }

  #isAsWritten(segment: string, { size }: WrittenFile): boolean {
    const bytes = readSegmentBytes(this.#options, segment).subarray(0, size);
    const key = keyOfFile(this.#options.key, nameOf(this.#options.home, segment), bytes);
    if (key === undefined) return false;
    let at = HEAD_BYTES;
    for (const frame of wholeFrames(bytes)) {
      if (!isSealedBy(key, frame)) return false;
      at = frame.end;
    }
    return at === size;
  }

  /** Where the series goes on: behind the last whole frame of its last file, or in a new file where that was torn. */
  #findEnd(written: Written): SeriesPlace {
    for (const segment of segmentsOf(this.#options).reverse()) {
      const bytes = readSegmentBytes(this.#options, segment);
      if (!isOfTeam(this.#options, segment, bytes)) continue;
      const frames = [...wholeFrames(bytes)];
      const offset = frames.at(-1)?.end ?? HEAD_BYTES;
      const head = headOf(this.#options, segment);
      const known = written.files[segment];
      // A file that was written before, and is an old copy of one, must not get another end than it had.
      const isOurs =
        known === undefined ? numberOf(segment) > written.last : known.size <= offset && known.head === head;
      const isWhole = offset === bytes.length;
      return isOurs && isWhole ? { segment, offset, frame: frames.length, head } : this.#freshPlace(written, segment);
    }
    return this.#freshPlace(written, undefined);
  }

  /** A new file, behind the last that is of the series or ever was: its name is not taken, whoever took the next ones. */
  #freshPlace(written: Written, last: string | undefined): SeriesPlace {
    const taken = new Set(namesIn(seriesFolder(this.#options)));
    let number = Math.max(written.last, last === undefined ? 0 : numberOf(last)) + 1;
    while (taken.has(segmentName(number))) number += 1;
    if (number <= MOST_SEGMENTS) return { segment: segmentName(number), offset: 0, frame: 0 };
    throw new CairnError(
      'unwritable',
      `${seriesFolder(this.#options)} has a file of the highest number: no other can follow.`,
      { fix: 'Ask your team who put it there, and remove it.' },
    );
  }

  /**
   * Where the series goes on; `undefined` where it takes another file: this one is long enough, or somebody else wrote to it,
   * removed it or put something else in its place.
   */
  #goOn(end: SeriesPlace): SeriesPlace | undefined {
    if (end.offset >= SEGMENT_BYTES) return undefined;
    const folder = seriesFolder(this.#options);
    if (end.offset === 0) return namesIn(folder).includes(end.segment) ? undefined : end;
    return isThere(this.#options, end) && fileSize(join(folder, end.segment)) === end.offset ? end : undefined;
  }
}

function parseWritten(text: string): Written {
  const { last, files } = asObject(parseJson(text));
  const written: Written = { last: asNumber(last) ?? 0, files: {} };
  for (const [segment, value] of Object.entries(asObject(files))) {
    const { head, size, changed } = asObject(value);
    if (!SEGMENT.test(segment)) continue;
    written.files[segment] = { head: asString(head) ?? '', size: asNumber(size) ?? 0, changed: asNumber(changed) ?? 0 };
  }
  return written;
}

function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.cairn`;
}

function numberOf(segment: string): number {
  return Number(segment.slice(0, 8));
}
