import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '../core/json.ts';
import type { EventSource } from '../core/model/event.ts';
import { ensureFolder, readTextIfThere, writeDurable } from '../platform/files.ts';

/** A span of time in which nothing is recorded that agents do, in milliseconds since 1970; without `until` it has no end yet. */
export interface Pause {
  from: number;
  until?: number;
}

/** What came of agents themselves; what a person or a program says to Cairn is kept in a pause, too. */
const PAUSED_SOURCES: ReadonlySet<EventSource> = new Set(['hook', 'transcript']);

/** Reads the pauses of a home, oldest first; those that are over stay, so that no later import records them. */
export function readPauses(home: string): Pause[] {
  const list = parseJson(readTextIfThere(fileOf(home)) ?? '');
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry.from !== 'number') return [];
    return typeof entry.until === 'number' ? [{ from: entry.from, until: entry.until }] : [{ from: entry.from }];
  });
}

/** The pause that a time lies in. */
export function pauseAt(pauses: readonly Pause[], at: number): Pause | undefined {
  return pauses.find(({ from, until }) => at >= from && (until === undefined || at < until));
}

/** Begins a pause now; one that lasts already ends at the later of the two times. Throws `unwritable` or `low_disk`. */
export function beginPause(home: string, now: number, until: number | undefined): Pause {
  const pauses = readPauses(home);
  const lasting = pauseAt(pauses, now);
  const isEndless = until === undefined || (lasting !== undefined && lasting.until === undefined);
  const pause: Pause = {
    from: lasting?.from ?? now,
    ...(isEndless ? {} : { until: Math.max(until, lasting?.until ?? until) }),
  };
  write(home, [...pauses.filter((one) => one !== lasting), pause]);
  return pause;
}

/** Ends the pause that lasts now; `undefined` when there is none. Throws `unwritable` or `low_disk`. */
export function endPause(home: string, now: number): Pause | undefined {
  const pauses = readPauses(home);
  const lasting = pauseAt(pauses, now);
  if (lasting === undefined) return undefined;
  const ended = { from: lasting.from, until: now };
  write(home, [...pauses.filter((one) => one !== lasting), ended]);
  return ended;
}

/** Whether an event of a source at a time falls into a pause of a home; what was written since it was asked last counts. */
export function createPauseCheck(home: string): (event: { source: EventSource; at: number }) => boolean {
  let known: { mtimeMs: number; pauses: Pause[] } = { mtimeMs: 0, pauses: [] };
  return ({ source, at }) => {
    if (!PAUSED_SOURCES.has(source)) return false;
    const mtimeMs = statSync(fileOf(home), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (mtimeMs !== known.mtimeMs) known = { mtimeMs, pauses: mtimeMs === 0 ? [] : readPauses(home) };
    return pauseAt(known.pauses, at) !== undefined;
  };
}

function write(home: string, pauses: readonly Pause[]): void {
  ensureFolder(home);
  writeDurable(fileOf(home), `${JSON.stringify(pauses)}\n`);
}

function fileOf(home: string): string {
  return join(home, 'pauses.json');
}
