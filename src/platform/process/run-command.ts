// platform/process: child processes, threads and the standard streams.
// Nothing here knows which program it starts.

import type { ChildProcess } from 'node:child_process';
import { CairnError } from '../../core/errors.ts';
import { ignore } from '../ignored.ts';

/** A program that reads a text and prints one. `env` is the whole environment that it gets. */
export interface Command {
  /** Program and arguments; no shell reads them. */
  words: readonly string[];
  input: string;
  env: Readonly<Record<string, string>>;
  /** Folder in which it runs. */
  cwd: string;
  timeoutMs: number;
  /** Bytes of what it prints at most. */
  maxBytes: number;
  signal: AbortSignal;
}

/** What came of it: what it printed as it ended with 0, or why not. */
export type CommandOutcome =
  | { kind: 'printed'; text: string }
  | { kind: 'exit'; code: number | undefined }
  | { kind: 'missing'; cause: Error }
  | { kind: 'timeout' }
  | { kind: 'too-long' };

/** Milliseconds for which a program that was asked to end may go on. */
const END_MS = 500;

/**
 * Runs a program in a process group of its own, which is ended with it, and when it takes too long or prints too much. Throws
 * `cancelled` alone.
 */
export async function runCommand(command: Command): Promise<CommandOutcome> {
  if (command.signal.aborted) throw new CairnError('cancelled', 'The call was cancelled.');
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = command.words;
  const { promise, resolve, reject } = Promise.withResolvers<CommandOutcome>();
  const child = spawn(program, args, {
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: command.cwd,
    env: command.env,
    windowsHide: true,
  });
  const parts: Buffer[] = [];
  let size = 0;
  child.on('error', (cause) => resolve({ kind: 'missing', cause }));
  child.on('close', (code) => {
    resolve(code === 0 ? { kind: 'printed', text: textOf(parts) } : { kind: 'exit', code: code ?? undefined });
  });
  child.stdout.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= command.maxBytes) parts.push(part);
    else resolve({ kind: 'too-long' });
  });
  // One that does not read what it is given may answer all the same.
  child.stdin.on('error', (error) => ignore(error, 'a command did not read its input'));
  child.stdin.end(command.input);
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
 * Ends what is left of the group: what the program started may outlive it. Who cancels may be about to end as well, and with
 * it the timer: then nothing is asked first.
 */
function endGroup(child: ChildProcess, { aborted }: AbortSignal): void {
  if (!signalGroup(child, aborted ? 'SIGKILL' : 'SIGTERM')) return;
  setTimeout(() => signalGroup(child, 'SIGKILL'), END_MS).unref();
  child.stdout?.destroy();
}

/** True when somebody was there to get the signal. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined) return false;
  try {
    // A number below zero names the group: there is none on Windows.
    if (process.platform !== 'win32') return process.kill(-pid, signal);
    return exitCode === null && signalCode === null && child.kill(signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') ignore(error, 'a command could not be ended');
    return false;
  }
}

function textOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}
