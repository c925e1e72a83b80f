import { existsSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { readBootId } from '../boot-id.ts';
import { now } from '../clock.ts';
import { readTextIfThere, removeFile, writeDurable } from '../files.ts';
import { ignore } from '../ignored.ts';
import { shellQuote } from '../shell-quote.ts';
import { type Database, openDatabase } from './sqlite.ts';

/** Milliseconds after its last sign of life for which an owner on another kernel is believed to live. */
const LEASE_MS = 15 * 60_000;

/** A running kernel: locks are visible to all processes on one, and to nobody else. */
export interface KernelIdentity {
  host: string;
  /** Id of this start of the machine; empty where the system has none. */
  bootId: string;
}

/** The lock of a home. It ends with the process, however that ends. */
export interface HomeLock {
  /** Writes the owner of the home, with `details`, next to the lock: a sign of life for the length of a lease. */
  renew(details?: JsonObject): void;
  /** False once the lock's file is no longer at its path, or another one is: the home then has another owner. */
  isInPlace(): boolean;
  /** Releases the lock. Files of another owner's lock are left alone. */
  release(): void;
}

/** Test options: the identity of this kernel, the time, and how long a sign of life lasts. */
export interface LockOptions {
  kernel?: KernelIdentity;
  now?: () => number;
  leaseMs?: number;
}

/**
 * Takes the lock of a home, `worker.lock`, an SQLite file in an exclusive transaction, which a kill releases at once.
 * Its owner is described in `worker.json` next to it. `undefined`: another process has the lock. Throws `busy` when a
 * process on another kernel, where this lock is invisible, showed a sign of life within its lease.
 */
export function takeHomeLock(path: string, options: LockOptions = {}): HomeLock | undefined {
  const { kernel = thisKernel(), now: clock = now, leaseMs = LEASE_MS } = options;
  const record = recordOf(path);
  const database = lockFile(path);
  if (database === undefined) return undefined;
  try {
    refuseOtherKernel(record, kernel, clock());
  } catch (error) {
    database.close();
    throw error;
  }
  const renew = (details: JsonObject = {}): void => {
    if (!database.isInPlace()) return;
    const holder = { ...details, pid: process.pid, ...kernel, until: clock() + leaseMs };
    writeDurable(record, `${JSON.stringify(holder, null, 2)}\n`);
  };
  renew();
  return {
    renew,
    isInPlace: database.isInPlace,
    release() {
      if (database.isInPlace()) removeFile(record);
      database.close();
    },
  };
}

/**
 * The worker that holds a home's lock, by its process id; `undefined` when the lock is free, or nothing proves whose it
 * is. Proven: the lock is held, its record is of this kernel and of a worker, and on Linux, where the system names the
 * holders of locks, it names that process. A program that uses the home by itself is no worker.
 */
export function findLockHolder(path: string, kernel = thisKernel()): number | undefined {
  if (!existsSync(path) || isFree(path)) return undefined;
  const holder = asObject(parseJson(readTextIfThere(recordOf(path)) ?? ''));
  const pid = asNumber(holder.pid);
  if (pid === undefined || holder.socket === undefined || holder.bootId !== kernel.bootId) return undefined;
  return holder.host === kernel.host && holdsLock(pid, path) ? pid : undefined;
}

function isFree(path: string): boolean {
  const database = lockFile(path);
  database?.close();
  return database !== undefined;
}

/** True when a process holds a lock on a file or its index, as Linux says; elsewhere no system says so. */
function holdsLock(pid: number, path: string): boolean {
  if (process.platform !== 'linux') return true;
  const table = readLocks();
  const inodes = [path, `${path}-shm`].map((file) => statSync(file, { throwIfNoEntry: false })?.ino);
  return table.split('\n').some((line) => {
    const [, holder, inode] = / WRITE +(\d+) [\da-f]+:[\da-f]+:(\d+) /.exec(line) ?? [];
    return Number(holder) === pid && inodes.includes(Number(inode));
  });
}

/** The table of all locks. Its size is not known before it is read. */
function readLocks(): string {
  try {
    return readFileSync('/proc/locks', 'utf8');
  } catch (error) {
    ignore(error, 'the system does not tell who holds locks');
    return '';
  }
}

function recordOf(path: string): string {
  return path.replace(/(?:\.lock)?$/, '.json');
}

/** The identity of the kernel that this process runs on. */
export function thisKernel(): KernelIdentity {
  return { host: hostname(), bootId: readBootId() };
}

function lockFile(path: string): Database | undefined {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const code = error instanceof CairnError ? error.code : undefined;
    if (code === 'damaged') {
      const fix = `Once no worker runs: rm ${shellQuote(path)}`;
      throw new CairnError('damaged', `${path} is not a lock file of Cairn.`, { fix, cause: error });
    }
    if (code !== 'busy') throw error;
    ignore(error, 'another process owns the home');
    return undefined;
  }
}

function refuseOtherKernel(record: string, kernel: KernelIdentity, at: number): void {
  const holder = asObject(parseJson(readTextIfThere(record) ?? ''));
  const host = asString(holder.host) ?? kernel.host;
  const sameKernel = host === kernel.host || (kernel.bootId !== '' && holder.bootId === kernel.bootId);
  const until = asNumber(holder.until) ?? 0;
  if (sameKernel || until <= at) return;
  throw new CairnError('busy', `The home is in use on ${host}; two machines cannot share one.`, {
    fix: `Stop the worker on ${host}, or wait until ${new Date(until).toISOString()}.`,
  });
}
