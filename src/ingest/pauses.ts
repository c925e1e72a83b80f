import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { EventSource } from '../core/model/event.ts';
import type { FolderTrace, Untimed } from '../core/model/untold.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { ensureFolder, readTextIfThere, realPathOf, writeDurable } from '../platform/files.ts';
import { isWithin } from '../platform/project-files.ts';
import { matchesTrace } from './match-trace.ts';

/** A span of time in which nothing is recorded that agents do: anywhere, or in one folder. */
export interface Pause {
  /** Milliseconds since 1970. */
  from: number;
  /** Absent: it has no end yet. */
  until?: number;
  /** Absolute path of a folder; what is below belongs to it. */
  folder?: string;
}

/** Where and when something happened, and by which way it came. */
export interface Happened {
  source: EventSource;
  at: number;
  /** Set where it has no time of its own: when it can have been. */
  untimed?: Untimed | undefined;
  cwd?: string | undefined;
  /** What is known of the folder where `cwd` is not. */
  trace?: FolderTrace | undefined;
  /** Root of its project. */
  root?: string | undefined;
}

/** What came of agents themselves; what a person or a program says to Cairn is kept in a pause, too. */
export const PAUSED_SOURCES: ReadonlySet<EventSource> = new Set(['hook', 'transcript']);

/** Reads the pauses of a home, oldest first; those that are over stay, so that no later import records them. */
export function readPauses(home: string): Pause[] {
  const list = parseJson(readTextIfThere(fileOf(home)) ?? '');
  return Array.isArray(list) ? list.filter(isJsonObject).flatMap(toPause) : [];
}

/** The pauses that last at a time. */
export function lastingAt(pauses: readonly Pause[], at: number): Pause[] {
  return pauses.filter(({ from, until }) => at >= from && (until === undefined || at < until));
}

/**
 * Begins a pause now; one of the same place that lasts already goes on until the later of the two ends. Throws `unwritable` or
 * `low_disk`.
 */
export function beginPause(home: string, now: number, { until, folder }: Omit<Pause, 'from'>): void {
  const pauses = readPauses(home);
  const lasting = lastingAt(pauses, now).find((one) => one.folder === folder);
  const isEndless = until === undefined || (lasting !== undefined && lasting.until === undefined);
  const end = isEndless ? undefined : Math.max(until, lasting?.until ?? until);
  const pause = { from: lasting?.from ?? now, ...omitUndefined({ until: end, folder }) };
  write(home, [...pauses.filter((one) => one !== lasting), pause]);
}

/** Ends all pauses of a place that last now; false when there is none. Throws `unwritable` or `low_disk`. */
export function endPause(home: string, now: number, folder: string | undefined): boolean {
  const pauses = readPauses(home);
  const lasting = lastingAt(pauses, now).filter((one) => one.folder === folder);
  if (lasting.length === 0) return false;
  write(
    home,
    pauses.map((one) => (lasting.includes(one) ? { ...one, until: now } : one)),
  );
  return true;
}

/** Adds pauses that another home of the person had. Throws `unwritable` or `low_disk`. */
export function addPauses(home: string, pauses: readonly Pause[]): void {
  if (pauses.length > 0)
    write(
      home,
      [...readPauses(home), ...pauses].sort((one, other) => one.from - other.from),
    );
}

/** Milliseconds by which the time of a file can lie behind the clock: file systems take it from a coarser one (Linux: up to 10 ms, Windows: 16). */
const FILE_TIME_LAG = 20;

/** The pauses that a span of time meets, its ends included; its end is the time of a file. */
function meeting(pauses: readonly Pause[], { from, until }: Pick<Untimed, 'from' | 'until'>): Pause[] {
  return pauses.filter(
    (pause) => pause.from <= until + FILE_TIME_LAG && (pause.until === undefined || from < pause.until),
  );
}

/**
 * Whether something falls into a pause of a home, or can: of what has no time of its own, too much is left out rather than too
 * little. What was written since it was asked last counts.
 */
export function createPauseCheck(home: string): (happened: Happened) => boolean {
  let known: { mtimeMs: number; pauses: Pause[] } = { mtimeMs: 0, pauses: [] };
  return ({ source, at, untimed, cwd, trace, root }) => {
    if (!PAUSED_SOURCES.has(source)) return false;
    const mtimeMs = statSync(fileOf(home), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (mtimeMs !== known.mtimeMs) known = { mtimeMs, pauses: mtimeMs === 0 ? [] : readPauses(home) };
    const pauses = untimed === undefined ? lastingAt(known.pauses, at) : meeting(known.pauses, untimed);
    return pauses.some(({ folder }) => {
      if (folder === undefined) return true;
      if (cwd === undefined && trace !== undefined) return matchesTrace([folder], trace);
      // An agent may name a folder by a link that leads to it.
      return [cwd, root, cwd && realPathOf(cwd)].some((path) => path !== undefined && isWithin(path, folder));
    });
  };
}

/** A pause as it is written; none where it has no beginning. A time that can be no date is the nearest that can. */
export function toPause({ from, until, folder }: JsonObject): Pause[] {
  if (typeof from !== 'number') return [];
  return [
    {
      from: toDate(from),
      ...(typeof until === 'number' && { until: toDate(until) }),
      ...(typeof folder === 'string' && { folder }),
    },
  ];
}

function toDate(at: number): number {
  return Math.min(Math.max(at, LIMITS.times.least), LIMITS.times.most);
}

function write(home: string, pauses: readonly Pause[]): void {
  ensureFolder(home);
  writeDurable(fileOf(home), `${JSON.stringify(pauses)}\n`);
}

function fileOf(home: string): string {
  return join(home, 'pauses.json');
}
