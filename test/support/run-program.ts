import { type ChildProcess, spawn } from 'node:child_process';

/** What came of a process. `code` is `null` when a signal ended it. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, with text on its stdin. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv; cwd?: string; uid?: number } = {},
): Promise<Ended> {
  const { input, ...other } = options;
  const child = spawn(program, args, { ...other, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  return ended(child);
}

/** Runs TypeScript text as a module in a process of its own. */
export function runModule(text: string, env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return runProgram(process.execPath, ['--input-type=module-typescript', '--eval', text], { env });
}

/** What a process says until it ends. */
export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
