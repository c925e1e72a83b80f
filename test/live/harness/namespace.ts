// The world of a live test: an own user, network and process namespace with loopback alone, an own home, and nothing
// of the machine's home or temporary folder in sight. Everything started in it ends with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordedRequest } from './model/messages.ts';
import type { OtherProcess, RunCommand, RunOptions, RunResult } from './model/protocol.ts';
import { linkRunner, type Sent } from './runner-link.ts';
import type { Script } from './script.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** The repository's checkout, on the host. */
export const REPOSITORY: string = fileURLToPath(new URL('../../..', import.meta.url));
/** The repository's checkout (read-only) as programs inside see it. */
export const CHECKOUT = '/srv/checkout';
/** The home as programs inside see it. */
export const HOME = '/home/dev';

const NODE = '/srv/node';
const PATH = `${NODE}:/usr/bin:/bin`;
const CLEAN = { HOME, USER: 'dev', LOGNAME: 'dev', SHELL: '/bin/sh', LANG: 'C.UTF-8', TERM: 'dumb', PATH };
const LIFE_MS = 450_000;
const CLOSE_MS = 10_000;

// The sources may lie in what is covered later, so they are bound first. `; exit` keeps the shell as process 1, which
// collects the orphans. A bind keeps the flags of its source, which a remount in a user namespace has to repeat.
const ENTER = `set -eu
PATH=$PATH:/usr/sbin:/sbin
ip link set lo up
mount -t tmpfs -o mode=755 none /srv
mkdir /srv/home ${CHECKOUT} ${NODE}
bind_readonly() {
  mount --bind "$1" "$2"
  mount -o "remount,bind,$(findmnt -n -o VFS-OPTIONS --mountpoint "$2" | sed 's/^rw/ro/')" "$2"
}
bind_readonly "$1" ${CHECKOUT}
bind_readonly "$2" ${NODE}
mount --bind "$3" /srv/home
for covered in /home ~root /tmp; do [ ! -d "$covered" ] || mount -t tmpfs -o mode=1777 none "$covered"; done
mkdir ${HOME}
mount --bind /srv/home ${HOME}
umount /srv/home
rmdir /srv/home
cd ${HOME}
${NODE}/node ${CHECKOUT}/test/live/harness/runner.ts; exit $?`;

/** What a namespace is opened with: `env` is given to every program, `lifeMs` bounds its whole life. */
export interface NamespaceOptions {
  readonly script: Script;
  readonly env?: Readonly<Record<string, string>>;
  readonly lifeMs?: number;
}

/** An open namespace; programs run in it one after the other or side by side. */
export interface Namespace extends AsyncDisposable {
  /** The home's folder on the host. */
  readonly home: string;
  /** The address of the scripted model, inside. */
  readonly modelUrl: string;
  /** Every request that reached the model so far. */
  readonly requests: readonly RecordedRequest[];
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Runs a program on a pseudo-terminal with someone at the keyboard. */
  openTerminal(argv: readonly string[], options?: RunOptions): Terminal;
  setScript(script: Script): Promise<void>;
  /** What still runs although no command does. */
  processes(): Promise<readonly OtherProcess[]>;
}

/** Opens a namespace with an empty home and a scripted model; needs Linux with user namespaces, `ip` and `findmnt`. */
export async function openNamespace(options: NamespaceOptions): Promise<Namespace> {
  const home = await mkdtemp(join(tmpdir(), 'cairn-live-'));
  const sources = [await realpath(REPOSITORY), dirname(await realpath(process.execPath)), home];
  const flags = ['-rnmp', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...flags, 'sh', '-c', ENTER, 'sh', ...sources], { env: { PATH } });
  const timer = setTimeout(() => child.kill('SIGKILL'), options.lifeMs ?? LIFE_MS);
  const { ready, requests, send } = linkRunner(child);
  const setScript = (script: Script): Promise<void> => send<void>({ kind: 'script', script }).result;
  const start = (argv: readonly string[], more: Partial<RunCommand> = {}): Sent<RunResult> =>
    send({ kind: 'run', argv, ...more, env: { ...CLEAN, ...options.env, ...more.env } });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    await end(child);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const modelUrl = await ready;
    await setScript(options.script);
    return {
      home,
      modelUrl,
      requests,
      run: (argv, more) => start(argv, more).result,
      openTerminal: (argv, more) => {
        const { id, output, result } = start(argv, { ...more, typed: true, pty: true });
        const write = (keys: string): Promise<unknown> => send({ kind: 'type', to: id, keys }).result;
        return createTerminal({ output, ended: result, write });
      },
      setScript,
      processes: () => send<readonly OtherProcess[]>({ kind: 'processes' }).result,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.stdin?.end();
  });
  clearTimeout(timer);
}
