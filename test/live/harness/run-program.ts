import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lazy } from '../../../src/core/lazy.ts';
import type { RunCommand, RunResult } from './model/protocol.ts';

const RUN_TIMEOUT_MS = 60_000;
const OUTPUT_GRACE_MS = 2_000;
/** Rows and columns of a pseudo-terminal, which starts with none. */
const SCREEN = 'stty rows 50 cols 160; ';

/** A started program: what it has shown so far comes piece by piece through `onOutput`. */
export interface Program {
  readonly ended: Promise<RunResult>;
  type(keys: string): void;
}

/** Starts a program in an own process group, which is killed when its time is over. */
export function startProgram(command: RunCommand, onOutput: (text: string) => void): Program {
  const [program = 'false', ...args] = command.pty === true ? inTerminal(command.argv) : command.argv;
  const started = performance.now();
  const child = spawn(program, args, { cwd: command.cwd, env: command.env ?? {}, detached: true });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    onOutput(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  // A program may end without reading its input.
  child.stdin.on('error', (error) => {
    output.stderr += `[stdin: ${error.message}]`;
  });
  if (command.typed !== true) child.stdin.end(command.stdin ?? '');
  const ended = endOf(child, command.timeoutMs ?? RUN_TIMEOUT_MS).then((end) => {
    return { argv: command.argv, ...output, ...end, ms: Math.round(performance.now() - started) };
  });
  return { ended, type: (keys) => child.stdin.write(keys) };
}

function inTerminal(argv: readonly string[]): readonly string[] {
  const words = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return [terminalProgram(), '-qec', `${SCREEN}${words.join(' ')}`, '/dev/null'];
}

type End = Pick<RunResult, 'code' | 'timedOut' | 'heldOpen'>;

function endOf(child: ChildProcessWithoutNullStreams, timeoutMs: number): Promise<End> {
  return new Promise((resolve, reject) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      const grace = setTimeout(() => resolve({ code, timedOut, heldOpen: true }), OUTPUT_GRACE_MS);
      child.on('close', () => {
        clearTimeout(grace);
        resolve({ code, timedOut, heldOpen: false });
      });
    });
  });
}

/** The system's `script` under the name of a terminal: a pseudo-terminal that it gives is a person's window. */
const terminalProgram = lazy((): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-window-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'xterm');
  copyFileSync('/usr/bin/script', path);
  return path;
});
