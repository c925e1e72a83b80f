import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Ended, ended } from './run-program.ts';

/** A word for a shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The system's `script`, which gives a pseudo-terminal to what it runs. */
function scriptProgram(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = [...folders, '/usr/bin'].map((folder) => join(folder, 'script')).find((path) => existsSync(path));
  if (found === undefined) throw new Error('the system has no program script');
  return found;
}

/** A window in which a program runs; `code` reads what it ended with, once its streams are closed. */
export interface Window {
  child: ChildProcess;
  type(keys: string): void;
  /** Nothing more is typed. */
  endTyping(): void;
  code(): number | null;
  close(): void;
}

/**
 * Runs a shell's command as a person would in a window: a pseudo-terminal that a program called like a terminal gives, with
 * nothing of this process above it.
 */
export function openWindow(command: string, options: { env: Record<string, string>; cwd: string }): Window {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-window-'));
  const window = join(folder, 'xterm');
  const code = join(folder, 'code');
  copyFileSync(scriptProgram(), window);
  // A pipe of its own: the one that Node gives ends with `setsid`, which leaves at once.
  const keyboard = join(folder, 'keyboard');
  execFileSync('mkfifo', [keyboard]);
  const keys = openSync(keyboard, constants.O_RDWR);
  const run = `echo $$ > ${quoted(`${folder}/pid`)}; ${quoted(window)} -qec ${quoted(command)} /dev/null; echo $? > ${quoted(code)}`;
  const typed = openSync(keyboard, constants.O_RDONLY);
  const child = spawn('setsid', ['--fork', 'sh', '-c', run], {
    ...options,
    stdio: [typed, 'pipe', 'pipe'],
  });
  closeSync(typed);
  let isOpen = true;
  const endTyping = (): void => {
    if (isOpen) closeSync(keys);
    isOpen = false;
  };
  return {
    child,
    type: (text) => void writeSync(keys, text),
    endTyping,
    code: () => (existsSync(code) ? Number(readFileSync(code, 'utf8')) : null),
    close() {
      endTyping();
      // Its group: the shell and the window, whose end is the end of what runs in it.
      const pid = existsSync(`${folder}/pid`) ? Number(readFileSync(`${folder}/pid`, 'utf8')) : 0;
      if (pid > 0 && !existsSync(code)) endGroup(pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs a command in a window to its end. What it shows is in `stdout`; `input` is typed. */
export async function inWindow(
  command: string,
  { input, ...options }: { input?: string; env: Record<string, string>; cwd: string },
): Promise<Ended> {
  const window = openWindow(command, options);
  window.type(input ?? '');
  window.endTyping();
  try {
    // The streams close when the last program that has them is gone; not `setsid`, which leaves at once.
    const { stdout, stderr } = await ended(window.child);
    return { code: window.code(), signal: null, stdout, stderr };
  } finally {
    window.close();
  }
}
