// platform/process: child processes, threads and the standard streams.
// Nothing here knows which program it starts.

import type { ChildProcess } from 'node:child_process';
import { CairnError } from '../../core/errors.ts';
import { ignore } from '../ignored.ts';

/** A program that reads a text from stdin and prints one. `env` is its whole environment. */
export interface Command {
  /** Program and arguments; no shell interprets them. */
  words: readonly string[];
  input: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Working folder. */
  cwd: string;
  timeoutMs: number;
  /** Upper bound on bytes of its output. */
  maxBytes: number;
  signal: AbortSignal;
}

/** The outcome: what it printed before it exited with 0, or the failure. */
export type CommandOutcome =
  | { kind: 'printed'; text: string }
  | { kind: 'exit'; code: number | undefined }
  | { kind: 'missing'; cause: Error }
  | { kind: 'timeout' }
  | { kind: 'too-long' };

/** Milliseconds between the request to end and the kill. */
const END_MS = 500;

/**
 * Runs a program in its own process group, which is ended with it, or when it takes too long or prints too much. Throws
 * `cancelled` alone.
 */
export async function runCommand(command: Command): Promise<CommandOutcome> {
  if (command.signal.aborted) throw new CairnError('cancelled', 'The call was cancelled.');
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = command.words;
  const { promise, resolve, reject } = Promise.withResolvers<CommandOutcome>();
  const child = spawn(program, args, {
    detached: process.platform !== 'win32',
    stdio: [command.input === '' ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    cwd: command.cwd,
    env: command.env,
    windowsHide: true,
  });
  const parts: Buffer[] = [];
  let size = 0;
  child.on('error', (cause) => resolve({ kind: 'missing', cause }));
  child.on('close', (code) => {
    const text = Buffer.concat(parts).toString('utf8');
    resolve(code === 0 ? { kind: 'printed', text } : { kind: 'exit', code: code ?? undefined });
  });
  child.stdout?.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= command.maxBytes) parts.push(part);
    else resolve({ kind: 'too-long' });
  });
  // A program that does not read its input may answer all the same.
  child.stdin?.on('error', (error) => ignore(error, 'a command did not read its input'));
  child.stdin?.end(command.input);
  const timer = setTimeout(() => resolve({ kind: 'timeout' }), command.timeoutMs);
  const abort = (): void => reject(new CairnError('cancelled', 'The call was cancelled.'));
  command.signal.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    command.signal.removeEventListener('abort', abort);
    endGroup(child, command.signal);
  }
}

/**
 * Ends the rest of the group, because child processes may outlive the program. After a cancellation it kills at once,
 * because this process and its timers may be about to end as well.
 */
function endGroup(child: ChildProcess, { aborted }: AbortSignal): void {
  if (!signalGroup(child, aborted ? 'SIGKILL' : 'SIGTERM')) return;
  setTimeout(() => signalGroup(child, 'SIGKILL'), END_MS).unref();
  child.stdout?.destroy();
}

/** True when a process received the signal. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined) return false;
  try {
    // A negative number addresses the group; Windows has none.
    if (process.platform !== 'win32') return process.kill(-pid, signal);
    return exitCode === null && signalCode === null && child.kill(signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') ignore(error, 'a command could not be ended');
    return false;
  }
}
