// test/team: what needs PostgreSQL, run by `npm run test:team`: the contract of the store on a server and on PGlite.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that this process started. Each role logs in without a password over a socket in its folder. */
export interface Cluster {
  urlOf(role: string, database?: string): string;
  /** Runs statements as the superuser. */
  psql(sql: string, database?: string): void;
  /** Sends a signal to all its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Copies it into another cluster, which follows it from then on and answers reads. */
  standby(): Promise<Cluster>;
  /** Ends it without a checkpoint and starts it again, which recovers from the write-ahead log. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** The user under which the server runs where this process is root, which PostgreSQL refuses. */
const OTHER_USER = 'nobody';
const SUPERUSER = 'postgres';

/** Whether a commit waits for the disk, and further settings of PostgreSQL as `name=value`. */
export interface ClusterOptions {
  isDurable?: boolean;
  settings?: readonly string[];
}

/** Starts a new cluster in a temporary folder. */
export async function startCluster({ isDurable = false, settings = [] }: ClusterOptions = {}): Promise<Cluster> {
  const bin = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pg-'));
  const data = join(folder, 'data');
  if (isRoot()) execFileSync('chown', [OTHER_USER, folder]);
  chmodSync(folder, 0o700);
  const locale = ['--encoding=UTF8', '--locale=C', '--no-sync'];
  run(join(bin, 'initdb'), ['-D', data, '-U', SUPERUSER, '--auth=trust', ...locale]);
  return startServer({ bin, folder, isDurable, settings });
}

/** Starts another cluster as a copy of one that runs, which it follows. */
async function startStandby({ bin, folder: primary, ...options }: Served): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pg-'));
  if (isRoot()) execFileSync('chown', [OTHER_USER, folder]);
  chmodSync(folder, 0o700);
  const copy = [
    '-D',
    join(folder, 'data'),
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
    '--no-sync',
  ];
  run(join(bin, 'pg_basebackup'), ['-h', primary, '-U', SUPERUSER, ...copy]);
  return startServer({ bin, folder, ...options });
}

/** A cluster on the disk, where its programs are, and how it is started. */
type Served = Required<ClusterOptions> & { bin: string; folder: string };

async function startServer(served: Served): Promise<Cluster> {
  const { bin, folder, isDurable, settings } = served;
  const data = join(folder, 'data');
  const options = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `fsync=${isDurable ? 'on' : 'off'}`,
    'max_connections=60',
    ...settings,
  ];
  const [program, ...args] = asOther([join(bin, 'postgres'), '-D', data, ...options.flatMap((one) => ['-c', one])]);
  const start = (): { server: ChildProcess; ended: Promise<unknown> } => {
    const server = spawn(program, args, { stdio: 'ignore', cwd: '/' });
    return { server, ended: once(server, 'exit') };
  };
  let running = start();
  // SIGINT ends the sessions that are open, SIGQUIT all at once; the server is the child itself, or setpriv turned into it.
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    running.server.kill(signal);
    await running.ended;
  };
  const psql = (sql: string, database = 'postgres'): void =>
    run(join(bin, 'psql'), ['-h', folder, '-U', SUPERUSER, '-d', database, '-v', 'ON_ERROR_STOP=1', '-q', '-c', sql]);
  await untilReady(() => psql('SELECT 1'));
  return {
    urlOf: (role, database = 'postgres') => `postgres://${role}@/${database}?host=${encodeURIComponent(folder)}`,
    psql,
    standby: () => startStandby(served),
    signal(name) {
      for (const pid of processesOf(running.server.pid ?? 0)) signalIfThere(pid, name);
    },
    async crash() {
      await end('SIGQUIT');
      running = start();
      await untilReady(() => psql('SELECT 1'));
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process and those that it started itself. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const ATTEMPTS = 200;

async function untilReady(probe: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      probe();
      return;
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      await sleep(50);
    }
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** A command as the other user where this process is root. */
function asOther(command: readonly [string, ...string[]]): [string, ...string[]] {
  return isRoot()
    ? ['setpriv', `--reuid=${OTHER_USER}`, `--regid=${groupOf()}`, '--clear-groups', '--', ...command]
    : [...command];
}

function groupOf(): string {
  return execFileSync('id', ['-g', OTHER_USER], { encoding: 'utf8' }).trim();
}

function run(program: string, args: readonly string[]): void {
  const [first, ...rest] = asOther([program, ...args]);
  execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
}

/** The folder of PostgreSQL's programs: `CAIRN_POSTGRES`, else Debian's newest. */
function findBinaries(): string {
  const named = process.env.CAIRN_POSTGRES;
  if (named !== undefined) return named;
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined)
    throw new Error('PostgreSQL is not there: apt-get install postgresql-15, or set CAIRN_POSTGRES');
  return found;
}
