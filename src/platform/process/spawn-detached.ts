import type { ChildProcess } from 'node:child_process';
import { ignore } from '../ignored.ts';

/**
 * A Node program to run on its own. `env` is the environment of who starts it, `cache` the folder of Node's compile cache.
 * `settings`: it goes by the settings among the variables, too. That is for what a person or a script starts: what a hook or
 * an agent starts has the environment of one project, and works for all.
 */
export interface DetachedProgram {
  script: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cache?: string;
  settings?: boolean;
}

/**
 * Variables that our programs inherit. A project may set any, and a worker serves all projects: none of these runs code, or has
 * TLS trust somebody. The person and the system, folders of agents, a proxy for what TLS protects, keys of ssh. Of Cairn's own
 * the home, and the patience of its tests.
 */
const INHERITED =
  /^(?:CAIRN_(?:HOME|TEST_DEADLINE_SCALE)|(?:CLAUDE|CLINE|CONTINUE|CRUSH|KIMI|LC|OPENCLAW|PI|XDG)_\w+|\w+_HOME|OPENCODE_DB|HOME|USER(?:NAME|PROFILE)?|LOGNAME|PATH|LANG|LANGUAGE|TZ|TE?MP|TMPDIR|(?:LOCAL)?APPDATA|(?:HTTPS|NO)_PROXY|NODE_USE_ENV_PROXY|SSH_AUTH_SOCK)$/i;
const SETTING = /^CAIRN_\w+$/i;

/**
 * Starts a program with the running Node as a detached process: no terminal, none of the caller's streams, folder `/`.
 * Does not wait; a failure to start is counted, because the caller will notice that the program is missing. Its stderr
 * is discarded: a pipe would break when the caller ends. With `heard` it gets a channel for `process.send` instead, on
 * which the caller listens until it disconnects; a closed channel does no harm.
 */
export function spawnDetached(program: DetachedProgram, { heard = false } = {}): ChildProcess {
  // What the system trusts, a company's certificates among it; Node knows this variable from 22.19 on.
  const env = { ...inherited(program), NODE_USE_SYSTEM_CA: '1', NODE_COMPILE_CACHE: program.cache };
  // Loaded here, not above: the hook rarely starts a worker, and would load the module at every event.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [...workerFlags(process.versions.v8), program.script, ...program.args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', ...(heard ? (['ipc'] as const) : [])],
    cwd: '/',
    env,
    windowsHide: true,
  });
  child.on('error', (error) => ignore(error, 'worker could not be started'));
  child.unref();
  return child;
}

/** The part of an environment that a program of ours gets. */
export function inherited({
  env,
  settings = false,
}: Pick<DetachedProgram, 'env' | 'settings'>): Record<string, string | undefined> {
  const names = (name: string): boolean => INHERITED.test(name) || (settings && SETTING.test(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => names(name)));
}

/**
 * Node flags for a process that mostly waits. V8 checks every eight seconds whether memory can be returned; the flags
 * turn that off, so that the process does not wake for nothing, and it returns memory itself (`release-memory.ts`). A young
 * generation of 4 MB holds what one page of sessions needs: one of 1 MB is collected so often that the page costs twice as much.
 */
export function workerFlags(v8: string): string[] {
  return knowsFlags(v8) ? ['--no-memory-reducer', '--max-semi-space-size=4'] : [];
}

/** True for the V8 versions known to have the flags of a process that waits (12 to 14): others refuse to start with them. */
export function knowsFlags(v8: string): boolean {
  const major = Number.parseInt(v8, 10);
  return major >= 12 && major <= 14;
}
