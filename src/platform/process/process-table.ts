import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { ignore } from '../ignored.ts';

/** What the system says of a running process. */
export interface RunningProcess {
  pid: number;
  /** 0 where there is none, or none that can be seen. */
  parent: number;
  userId: number;
  /** When it started, in the system's own unit: with the pid it names one process for good. */
  started: string;
  /** The process that leads its session: the shell of a terminal. */
  session: number;
  /** Its controlling terminal, as the system numbers or names it; absent: it has none. */
  terminal?: string;
  name: string;
  words: readonly string[];
  /** The names of its environment's variables; empty where they cannot be read. */
  variables: readonly string[];
  /** Path of its standard input, where that is its controlling terminal; absent also where the system does not say. */
  input?: string;
}

/** The processes of the system, as far as this user may see them. */
export interface ProcessTable {
  read: (pid: number) => RunningProcess | undefined;
  pids: () => readonly number[];
}

/** Milliseconds that `ps` may take, and bytes that it may print. */
const PS_MS = 2_000;
const PS_BYTES = 16 * 1024 * 1024;

/** The processes now: by /proc on Linux, elsewhere by `ps`, which tells neither environments nor standard inputs. */
export function readProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'linux') return { read: readLinux, pids: linuxPids };
  const columns = ['pid', 'ppid', 'uid', 'tty', 'lstart', 'command'].flatMap((name) => ['-o', `${name}=`]);
  const options = { encoding: 'utf8', timeout: PS_MS, maxBuffer: PS_BYTES } as const;
  try {
    return parsePs(execFileSync('/usr/bin/env', ['LC_ALL=C', '/bin/ps', '-axww', ...columns], options));
  } catch (error) {
    ignore(error, 'ps did not tell which processes run');
    return parsePs('');
  }
}

/** The processes that `ps -o pid=,ppid=,uid=,tty=,lstart=,command=` printed. */
export function parsePs(printed: string): ProcessTable {
  const rows = new Map<number, RunningProcess>();
  for (const line of printed.split('\n')) {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.*)$/.exec(line);
    if (found === null) continue;
    const [pid, parent, userId] = found.slice(1, 4).map(Number) as [number, number, number];
    const [tty = '', started = '', command = ''] = found.slice(4);
    const words = command.split(' ');
    const [first = ''] = words;
    rows.set(pid, {
      ...{ pid, parent, userId, started: started.replace(/\s+/g, ' '), session: pid },
      ...(/^\?+$|^-$/.test(tty) ? {} : { terminal: tty }),
      ...{ name: first.slice(first.lastIndexOf('/') + 1), words, variables: [] },
    });
  }
  return { read: (pid) => withSession(rows, pid), pids: () => [...rows.keys()] };
}

/** With the leader of its session: the highest process above it at the same terminal. */
function withSession(rows: ReadonlyMap<number, RunningProcess>, pid: number): RunningProcess | undefined {
  const row = rows.get(pid);
  let session = pid;
  for (let above = row; above?.terminal !== undefined && above.terminal === row?.terminal; ) {
    session = above.pid;
    above = above.parent === above.pid ? undefined : rows.get(above.parent);
  }
  return row && { ...row, session };
}

function linuxPids(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function readLinux(pid: number): RunningProcess | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  const at = stat.lastIndexOf(')');
  // Fields from the third on, by proc_pid_stat(5).
  const fields = stat.slice(at + 2).split(' ');
  const [, parent = 0, , session = 0, terminal = 0] = fields.map(Number);
  const started = fields[19];
  const userId = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
  if (at < 0 || started === undefined || userId === undefined) return undefined;
  const input = terminal === 0 ? undefined : terminalAt(`/proc/${pid}/fd/0`, terminal);
  return {
    ...{ pid, parent, userId, started, session },
    ...(terminal === 0 ? {} : { terminal: String(terminal) }),
    name: stat.slice(stat.indexOf('(') + 1, at),
    words: readText(`/proc/${pid}/cmdline`).replace(/\0$/, '').split('\0'),
    variables: readText(`/proc/${pid}/environ`)
      .split('\0')
      .map((pair) => pair.split('=', 1)[0] ?? ''),
    ...(input === undefined ? {} : { input }),
  };
}

/** The path of an open file that is the terminal of this number; `undefined` when it is not, or cannot be read. */
function terminalAt(file: string, terminal: number): string | undefined {
  try {
    const { rdev } = statSync(file);
    return rdev === toDevice(terminal) ? readlinkSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/** The number of a device as `stat` has it, from that of /proc: both put a minor number above 255 elsewhere. */
function toDevice(terminal: number): number {
  const major = (terminal >> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
  return ((minor & 0xff) | ((major & 0xfff) << 8)) + (minor >>> 8) * 2 ** 20;
}

/** A file of /proc; empty when the process is gone, or another user's. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
