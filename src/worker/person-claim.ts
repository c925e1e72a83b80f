import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { readBytesIfThere } from '../platform/files.ts';
import { standingOf } from '../platform/process/person-terminal.ts';
import { type ProcessTable, type RunningProcess, readProcessTable } from '../platform/process/process-table.ts';

/** What a worker needs to see for itself whether a person asks. */
export interface PersonCheck {
  userId: number;
  /** Absolute path of the command line's own program. */
  program: string;
  table?: () => ProcessTable;
}

const PROGRAM_BYTES = 16 * 1024 * 1024;
const CLAIM = /^(\d{1,10})@(.{1,60})$/;
/** Options of the runtime that load no other program. */
const HARMLESS = /^--(?:no-warnings|disable-warning=|enable-source-maps|max-old-space-size=|experimental-strip-types$)/;

/** The claim of a process that a person types in it: its pid and start. `undefined` when the system tells neither. */
export function personClaim(pid: number, table: ProcessTable = readProcessTable()): string | undefined {
  const self = table.read(pid);
  return self === undefined ? undefined : `${pid}@${self.started}`;
}

/**
 * The terminal of the person who asks, after the claim was checked against the system's processes: it runs, since then, as
 * this user, is Cairn's command line, and stands at a person's terminal. `undefined` when any of it fails. It cannot be seen
 * which process holds the other end of a socket: a program that names another's running command line is believed.
 */
export function checkPersonClaim(
  claim: string,
  { userId, program, table = readProcessTable }: PersonCheck,
): { terminal: string } | undefined {
  const [, pid, started] = CLAIM.exec(claim) ?? [];
  if (pid === undefined) return undefined;
  const seen = table();
  const asking = seen.read(Number(pid));
  if (asking === undefined || asking.started !== started || asking.userId !== userId) return undefined;
  if (!runs(asking, program)) return undefined;
  const standing = standingOf(asking.pid, seen);
  return 'terminal' in standing ? standing : undefined;
}

/** True when a process runs this program, or another copy of the very same. */
function runs({ pid, words }: RunningProcess, program: string): boolean {
  const script = words.slice(1).find((word) => !HARMLESS.test(word));
  if (script === undefined || script.startsWith('-')) return false;
  try {
    const own = realpathSync(program);
    const path = realpathSync(isAbsolute(script) ? script : resolve(folderOf(pid), script));
    return path === own || isSame(path, own);
  } catch {
    return false;
  }
}

function isSame(path: string, own: string): boolean {
  const bytes = readBytesIfThere(own, PROGRAM_BYTES);
  return bytes !== undefined && readBytesIfThere(path, PROGRAM_BYTES)?.equals(bytes) === true;
}

function folderOf(pid: number): string {
  return realpathSync(`/proc/${pid}/cwd`);
}
