import { join } from 'node:path';
import { fileSize, readStretchIfThere } from '../../platform/files.ts';
import { filesIn } from '../../platform/shared-files.ts';
import { HEAD_BYTES, isSealed, keyOfFile, type WholeFrame, wholeFrames } from './frames.ts';

/** A folder that a team shares, a home that writes there, and the key of the team. */
export interface SeriesOptions {
  folder: string;
  /** Its series is a folder of its name. */
  home: string;
  key: Uint8Array;
}

/** A place in the series of a home: file, byte and number of the next frame. */
export interface SeriesPlace {
  segment: string;
  offset: number;
  frame: number;
  /** The salt of the file in hexadecimal digits: of another file of the same name it is another. */
  head?: string | undefined;
}

/** The name of a file of a series. */
export const SEGMENT = /^\d{8}\.cairn$/;
/** Bytes that are read of a file at once: more than a file and a frame have. */
const STRETCH_BYTES = 10 * 1024 * 1024;
/**
 * Upper bound on frames that are tried with the key of a file of which none is sealed with it: whoever may write to the folder
 * can fill it with frames of a few bytes.
 */
const FRAMES_TRIED = 100;

/** The folder of a series. */
export function seriesFolder({ folder, home }: Pick<SeriesOptions, 'folder' | 'home'>): string {
  return join(folder, home);
}

/** The files of a series, in their order: a link or a FIFO is none. */
export function segmentsOf(options: Pick<SeriesOptions, 'folder' | 'home'>): string[] {
  return filesIn(seriesFolder(options))
    .filter((name) => SEGMENT.test(name))
    .sort();
}

/** All bytes of a file of a series; none where it is not there. */
export function readSegmentBytes(options: SeriesOptions, segment: string): Buffer {
  return readStretchIfThere(join(seriesFolder(options), segment), 0, STRETCH_BYTES) ?? Buffer.alloc(0);
}

/** The head of a file of a series, in hexadecimal digits; a shorter one where it is not all there. */
export function headOf(options: SeriesOptions, segment: string): string {
  return (readStretchIfThere(join(seriesFolder(options), segment), 0, HEAD_BYTES) ?? Buffer.alloc(0)).toString('hex');
}

/** Whether a place is in the file in which it was, and this has what came before it. */
export function isThere(options: SeriesOptions, { segment, offset, head }: SeriesPlace): boolean {
  const path = join(seriesFolder(options), segment);
  return segmentsOf(options).includes(segment) && fileSize(path) >= offset && headOf(options, segment) === head;
}

/** Whether someone who has the team's key wrote a file: one that a stranger put into a series is not of it. */
export function isOfTeam(options: SeriesOptions, segment: string, bytes: Buffer): boolean {
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

/** Whether a frame is sealed with a key. */
export function isSealedBy(key: Uint8Array, { bytes, number }: WholeFrame): boolean {
  return isSealed(key, number, bytes);
}

/** The name of a file under which its key is made. */
export function nameOf(home: string, segment: string): string {
  return `${home}/${segment}`;
}
