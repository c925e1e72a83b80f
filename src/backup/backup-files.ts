// backup: copies of the database, one compressed file each with a manifest beside it: made, kept, verified, put back.
// Whoever calls holds what is needed: a running worker makes copies, and only an owner of the home puts one back.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asNumber, asObject, asString, type JsonObject, parseJson } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { namesIn, readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { isRunning } from '../platform/process/is-running.ts';

/** Why a backup was made. `replaced`: what stood in the place of a restored one; `damaged`: the same, or of a salvaged one, where it is not whole. */
export const BACKUP_REASONS = ['daily', 'asked', 'upgrade', 'forgotten', 'replaced', 'damaged'] as const;

/** Why a backup was made. */
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** What a manifest tells of a packed database. */
export interface Manifest {
  /** Number of the newest migration in it. */
  schema: number;
  events: number;
  sessions: number;
  /** Time of its last event, in milliseconds since 1970. */
  lastAt?: number;
  /** Bytes of the database before packing. */
  databaseBytes: number;
  /** SHA-256 of the database before packing, in hex. */
  sha256: string;
}

/** A backup in a folder. Times in milliseconds since 1970. */
export interface BackupFile {
  name: string;
  path: string;
  reason: BackupReason;
  at: number;
  sizeBytes: number;
  /** Absent for a copy without a manifest: one that was made before an upgrade, or that was damaged. */
  manifest?: Manifest;
  /** Name of the backup that a restore put in its place. */
  restored?: string;
}

const PACKED = /^cairn-(\d{8})T(\d{9})Z-([a-z]+)\.db(?:\.zst)?$/;
const RAW = /^cairn-(before-schema-\d+|after-forgetting)\.db$/;
const READABLE = /\.db(?:\.zst)?$/;
const COPY = /\.db(?:\.zst)?(?:-\w+)?$/;
/** The end of the name of a file that SQLite has beside a database. */
const BESIDE = /(?<=\.db(?:\.zst)?)-\w+$/;
const TEMPORARY = /^\..*\.tmp$/;
/** What the folders that hold an unpacked database are called, up to the process that made them and a random end. */
const UNPACKED = '.unpacked-';
const MADE_BY = /^\.unpacked-(\d+)-/;
const MANIFEST_FORMAT = 1;

/** The file name of a backup that is made now. */
export function backupName(at: number, reason: BackupReason, ending: '.db.zst' | '.db' = '.db.zst'): string {
  const stamp = new Date(at).toISOString().replace(/[-:.]/g, '');
  return `cairn-${stamp}-${reason}${ending}`;
}

/** The backups in a folder, newest first; what is no backup is left out. */
export function listBackups(folder: string): BackupFile[] {
  const files = namesIn(folder).flatMap((name) => toBackup(folder, name) ?? []);
  return files.sort((a, b) => b.at - a.at || b.name.localeCompare(a.name));
}

/** The backups that are there to be put back, newest first: not what a restore or a salvage took out of its place. */
export function restorableBackups(folder: string): BackupFile[] {
  return listBackups(folder).filter((backup) => !isTakenOut(backup));
}

/** Whether it is a database that a restore or a salvage took out of its place. */
export function isTakenOut({ reason }: Pick<BackupFile, 'reason'>): boolean {
  return reason === 'replaced' || reason === 'damaged';
}

/** Writes what a backup holds beside it. */
export function writeManifest(path: string, manifest: Manifest): void {
  writeDurable(manifestPath(path), `${JSON.stringify({ format: MANIFEST_FORMAT, ...manifest })}\n`);
}

/** Writes beside a database that a restore took out of its place which backup it put there. */
export function noteRestored(path: string, restored: string): void {
  writeDurable(manifestPath(path), `${JSON.stringify({ ...readBeside(path), restored })}\n`);
}

/** The manifest beside a backup; `undefined` where there is none that can be read. */
export function readManifest(path: string): Manifest | undefined {
  return toManifest(readBeside(path));
}

function toManifest(given: JsonObject): Manifest | undefined {
  const [schema, events, sessions, databaseBytes] = ['schema', 'events', 'sessions', 'databaseBytes'].map((field) =>
    asNumber(given[field]),
  );
  const sha256 = asString(given.sha256);
  if (schema === undefined || events === undefined || sessions === undefined) return undefined;
  if (databaseBytes === undefined || sha256 === undefined) return undefined;
  const lastAt = asNumber(given.lastAt);
  return { schema, events, sessions, databaseBytes, sha256, ...(lastAt === undefined ? {} : { lastAt }) };
}

/** Removes a backup with its manifest, and the write-ahead files of one that was moved aside with them. */
export function removeBackup(path: string): void {
  for (const end of ['', '-wal', '-shm', '.json']) removeFile(`${path}${end}`);
}

/** The names of all copies of a database in a folder, also of one that somebody else put there; the newest of Cairn's own first. */
export function copiesIn(folder: string): string[] {
  const own = listBackups(folder).map(({ name }) => name);
  return [...new Set([...own, ...namesIn(folder).filter((name) => READABLE.test(name) && !TEMPORARY.test(name))])];
}

/** Removes the copies of a database in a folder but those of some names, also one that somebody else put there; true when there was any. */
export function removeCopies(folder: string, kept: ReadonlySet<string> = new Set()): boolean {
  const copies = namesIn(folder).filter((name) => COPY.test(name) && !kept.has(name.replace(BESIDE, '')));
  for (const name of copies) removeBackup(join(folder, name));
  return copies.length > 0;
}

/** Removes what a killed process left half made in a folder of backups. Nobody may be at work there. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (TEMPORARY.test(name)) removeFile(join(folder, name));
  removeUnpacked(folder);
}

/** Makes a folder for a database that this process unpacks or makes beside others, and removes itself. */
export function makeUnpacked(beside: string): string {
  return mkdtempSync(join(beside, `${UNPACKED}${process.pid}-`));
}

/**
 * Removes the databases that were unpacked into a folder, all or those that nobody has written since a time in milliseconds
 * since 1970, and those whose process was killed, since each removes its own.
 */
export function removeUnpacked(folder: string, before = Number.POSITIVE_INFINITY): void {
  for (const name of namesIn(folder).filter((one) => one.startsWith(UNPACKED))) {
    const path = join(folder, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < before || isLeft(name)) rmSync(path, { recursive: true, force: true });
  }
}

/** True where the process that made it runs no more. */
function isLeft(name: string): boolean {
  const pid = Number(MADE_BY.exec(name)?.[1]);
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    return !isRunning(pid);
  } catch (error) {
    ignore(error, 'a process of somebody else has the number of one that unpacked a backup');
    return false;
  }
}

/** The path under which a backup is made before it is whole. */
export function unfinishedPath(folder: string, name: string): string {
  return join(folder, `.${name}.${process.pid}.tmp`);
}

/** The path of what is written beside a backup, and goes with it. */
export function manifestPath(path: string): string {
  return `${path}.json`;
}

function readBeside(path: string): JsonObject {
  return asObject(parseJson(readTextIfThere(manifestPath(path)) ?? ''));
}

function toBackup(folder: string, name: string): BackupFile | undefined {
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  const named = nameOf(name);
  if (named === undefined || stat?.isFile() !== true) return undefined;
  const beside = readBeside(path);
  return {
    name,
    path,
    reason: named.reason,
    at: named.at ?? stat.mtimeMs,
    sizeBytes: stat.size,
    ...omitUndefined({ manifest: toManifest(beside), restored: asString(beside.restored) }),
  };
}

function nameOf(name: string): { reason: BackupReason; at?: number } | undefined {
  const [, day, time, word] = PACKED.exec(name) ?? [];
  const reason = BACKUP_REASONS.find((one) => one === word);
  if (day !== undefined && time !== undefined && reason !== undefined) return { reason, at: timeOf(day, time) };
  const [, kind] = RAW.exec(name) ?? [];
  if (kind === undefined) return undefined;
  return { reason: kind.startsWith('before') ? 'upgrade' : 'forgotten' };
}

/** The time of a stamp such as `20261125` and `224300123`. */
function timeOf(day: string, time: string): number {
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;
  return Date.parse(`${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}.${time.slice(6)}Z`);
}
