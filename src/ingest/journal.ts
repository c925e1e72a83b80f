import { readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../core/json.ts';
import type { CleanEvent, Skipped } from '../core/model/event.ts';
import { ensureFolder, namesIn, readBytesIfThere, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { Injection } from '../store/contract/items.ts';

const ENTRY_BYTES = 256 * 1024 * 1024;
/** A file under its temporary name, not completely written. */
const UNFINISHED = /^\..*\.tmp$/;

/** What a hook leaves for the worker when none answers: clean events, and the injection it made by itself. */
export interface JournalEntry {
  version: 1;
  agent: string;
  event: string;
  delivery: string;
  /** Milliseconds since 1970. */
  at: number;
  events: CleanEvent[];
  transcript?: string;
  /** The agent's own id of the session, and the sender of the payload when that was another agent. */
  session?: string;
  sentBy?: string;
  reconcile: 'now' | 'later' | 'never';
  skipped: Skipped;
  injection?: Injection;
}

/** Writes an entry durably (file and folder synced) under a name that sorts by time. Throws when the disk refuses. */
export function writeJournal(folder: string, entry: JournalEntry): void {
  ensureFolder(folder);
  const name = `${String(entry.at).padStart(15, '0')}-${process.pid}-${entry.delivery.replace(/[^\w-]/g, '')}.jsonl`;
  writeDurable(join(folder, name), `${JSON.stringify(entry)}\n`);
}

/** The journal's files, oldest first. */
export function journalFiles(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Reads the entry of a journal file; `undefined` when another process took it in meanwhile, or when it is malformed; a
 * malformed file is renamed to `.damaged`.
 */
export function readJournal(path: string): JournalEntry | undefined {
  const text = readBytesIfThere(path, ENTRY_BYTES)?.toString('utf8');
  if (text === undefined) return undefined;
  const entry = parseEntry(text);
  if (entry !== undefined) return entry;
  renameSync(path, `${path}.damaged`);
  ignore(undefined, 'journal file is damaged');
  return undefined;
}

/** Removes temporary files from before a time, whose hooks were killed while writing: nothing in them was acknowledged. */
export function dropUnfinished(folder: string, before: number): void {
  for (const name of readdirSync(folder).filter((entry) => UNFINISHED.test(entry))) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && stat.mtimeMs < before) dropJournal(path);
  }
}

/** Removes a journal file after it was taken in; a missing file is fine. */
export function dropJournal(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    ignore(error, 'journal file could not be removed');
  }
}

/** The entry that a file of the journal holds; `undefined` for what is none. */
export function parseEntry(text: string): JournalEntry | undefined {
  const entry = parseJson(text) as Partial<JournalEntry> | null | undefined;
  const isEntry = entry?.version === 1 && typeof entry.delivery === 'string' && Array.isArray(entry.events);
  return isEntry ? (entry as JournalEntry) : undefined;
}
