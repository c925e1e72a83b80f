// memory/forget/trash: what a person forgot, until it can no longer be brought back: one file beside the database for each
// time, which nothing reads but its undo.

import { join } from 'node:path';
import type { HomePaths } from '../../config/paths.ts';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, asString, isTexts, type JsonObject, parseJson } from '../../core/json.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { EXPORT_HEADER, toExportLine } from '../../importers/export-format.ts';
import {
  appendSynced,
  ensureFolder,
  namesIn,
  readTextIfThere,
  removeFile,
  syncFolder,
  writeDurable,
} from '../../platform/files.ts';
import { searchFile } from '../../platform/search-file.ts';
import type { ProjectRow } from '../../store/contract/log.ts';

type TrashPaths = Pick<HomePaths, 'trash'>;

/** What was forgotten at once and can be brought back. `at`: milliseconds since 1970, the time of its tombstones. */
export interface TrashBatch {
  batch: string;
  at: number;
  /** How many events it had when it was forgotten. */
  events: number;
  /** Sessions that were forgotten as a whole. */
  sessions: SessionId[];
}

const BATCH_NAME = /^f_[a-z2-7]{16}$/;
const MANIFEST_BYTES = 16 * 1024 * 1024;
/** Size of a batch from which on it is dropped as a whole where a part of it goes. */
const REWRITTEN_BYTES = 256 * 1024 * 1024;

/** The name of a batch of the trash, from the token of what it holds. */
export function batchName(token: string): string {
  return `f_${token.slice(0, 16)}`;
}

/** True for a text that has the form of a batch's name. */
export function isBatchName(text: string): boolean {
  return BATCH_NAME.test(text);
}

/** The file with the events of a batch, as lines of an export. */
export function trashFile({ trash }: TrashPaths, batch: string): string {
  return join(trash, `${batch}.jsonl`);
}

/** The same file, as it is called in the home. */
export function relativeTrash(batch: string): string {
  return `trash/${batch}.jsonl`;
}

function manifestFile({ trash }: TrashPaths, batch: string): string {
  return join(trash, `${batch}.json`);
}

/** Begins a batch; what it returns keeps events, durably when it returns, with the projects that they are of. */
export function openTrash(
  paths: TrashPaths,
  { batch, ...manifest }: TrashBatch,
  projects: readonly ProjectRow[],
): (events: readonly StoredEvent[]) => void {
  ensureFolder(paths.trash);
  writeDurable(manifestFile(paths, batch), JSON.stringify(manifest));
  const file = trashFile(paths, batch);
  appendSynced(file, `${EXPORT_HEADER}\n`);
  syncFolder(paths.trash);
  const rows = new Map<ProjectId | undefined, ProjectRow>(projects.map((row) => [row.id, row]));
  return (events) => {
    const lines = events.flatMap((event) => {
      const project = rows.get(event.project);
      rows.delete(event.project);
      return project === undefined ? [toExportLine({ event })] : [toExportLine({ project }), toExportLine({ event })];
    });
    if (lines.length > 0) appendSynced(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
}

/** The batches that can be brought back, oldest first. */
export function readTrash(paths: TrashPaths): TrashBatch[] {
  const batches = namesIn(paths.trash).flatMap((name) => {
    const batch = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
    return isBatchName(batch) ? (readBatch(paths, batch) ?? []) : [];
  });
  return batches.sort((one, other) => one.at - other.at);
}

/** The batch of a name. Throws `not_found`. */
export function findBatch(paths: TrashPaths, batch: string): TrashBatch {
  const found = isBatchName(batch) ? readBatch(paths, batch) : undefined;
  if (found !== undefined) return found;
  throw new CairnError('not_found', `There is no ${JSON.stringify(batch.slice(0, 40))} that could be brought back.`, {
    fix: 'cairn privacy lists what can be',
  });
}

function readBatch(paths: TrashPaths, batch: string): TrashBatch | undefined {
  const text = readTextIfThere(manifestFile(paths, batch), MANIFEST_BYTES);
  if (text === undefined) return undefined;
  const { at, events, sessions } = asObject(parseJson(text));
  return {
    batch,
    at: asNumber(at) ?? 0,
    events: asNumber(events) ?? 0,
    sessions: (isTexts(sessions) ? sessions : []) as SessionId[],
  };
}

/** Lets go of a batch for good: first of its words. */
export function dropBatch(paths: TrashPaths, batch: string): void {
  removeFile(trashFile(paths, batch));
  removeFile(manifestFile(paths, batch));
}

/** Lets go of the batches that were forgotten before a time. */
export function dropTrashBefore(paths: TrashPaths, before: number): void {
  for (const { batch, at } of readTrash(paths)) if (at <= before) dropBatch(paths, batch);
}

/** The batches that hold one of the passages. */
export async function batchesWith(paths: TrashPaths, passages: readonly string[]): Promise<TrashBatch[]> {
  const needles = passages.map((passage) => Buffer.from(passage, 'utf8'));
  const holding: TrashBatch[] = [];
  for (const one of needles.length === 0 ? [] : readTrash(paths)) {
    if ((await searchFile(trashFile(paths, one.batch), needles)).found.size > 0) holding.push(one);
  }
  return holding;
}

/**
 * Lets go of the events of some sessions, as an agent or a team calls them; the rest of their batches can still be brought back.
 * Returns the lines that are gone.
 */
export async function dropSessions(paths: TrashPaths, sessions: readonly string[]): Promise<string[]> {
  const gone = new Set(sessions);
  const dropped: string[] = [];
  const fields = sessions.map((session) => `"session":${JSON.stringify(session)}`);
  for (const { batch } of await batchesWith(paths, fields)) {
    const file = trashFile(paths, batch);
    const left: string[] = [];
    for (const line of (readTextIfThere(file, REWRITTEN_BYTES) ?? '').split('\n'))
      (gone.has(asString(eventIn(line).session) ?? '') ? dropped : left).push(line);
    if (left.some(isEventLine)) writeDurable(file, left.join('\n'));
    else dropBatch(paths, batch);
  }
  return dropped;
}

function isEventLine(line: string): boolean {
  return Object.keys(eventIn(line)).length > 0;
}

function eventIn(line: string): JsonObject {
  return asObject(asObject(parseJson(line)).event);
}
