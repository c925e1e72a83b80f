// test/torture/system: what strace shows of a program and does to it: the record of its writes, images of a disk after a
// power cut, system calls that fail. Nothing here knows what Cairn stores.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';

const PROGRAM = 'strace';
/** Bytes of one buffer that are recorded: more than any page or file that is written at once. */
const BYTES = 4 * 1024 * 1024;
/** Milliseconds after which a strace that does not let go is killed, which lets go. */
const DETACH_MS = 2_000;
/** What a record must have. A name that this processor's kernel does not know is left out. */
const RECORDED = [
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate', 'truncate', 'fallocate', 'copy_file_range'],
  ...['sendfile', 'openat', 'open', 'creat', 'mkdir', 'mkdirat', 'rmdir', 'rename', 'renameat', 'renameat2'],
  ...['link', 'linkat', 'symlink', 'symlinkat', 'unlink', 'unlinkat', 'fsync', 'fdatasync', 'sync', 'syncfs'],
];

/** The command that runs another and records in `file` what it and its children do to files. */
export function recordedBy(file: string): string[] {
  const calls = RECORDED.map((name) => `?${name}`).join(',');
  return [PROGRAM, '-f', '--seccomp-bpf', '-ttt', '-y', '-xx', '-s', `${BYTES}`, '-e', `trace=${calls}`, '-o', file];
}

/** System calls that fail. `when`: the first that does, counted in each thread; with `+` all after it as well. */
export interface Fault {
  calls: string;
  error: 'EIO' | 'ENOSPC' | 'EMFILE';
  when: `${number}` | `${number}+`;
}

function faultOptions({ calls, error, when }: Fault, file: string): string[] {
  const of = calls
    .split(',')
    .map((name) => `?${name}`)
    .join(',');
  return ['-f', '-o', file, '-e', `trace=${of}`, '-e', `inject=${of}:error=${error}:when=${when}`];
}

/** The command that runs another in which system calls fail; which did stands in `file`. */
export function faultyBy(fault: Fault, file: string): string[] {
  return [PROGRAM, '--seccomp-bpf', ...faultOptions(fault, file)];
}

/** How many calls were made to fail, by the file that `faultyBy` or `whileFaulty` wrote. */
export function failedIn(file: string): number {
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/\(INJECTED\)$/gm)?.length ?? 0) : 0;
}

/** Has system calls of a running process fail while `work` is under way; gives how many did. The process may end by it. */
export async function whileFaulty(
  pid: number,
  { fault, file }: { fault: Fault; file: string },
  work: () => Promise<void>,
): Promise<number> {
  const child = spawn(PROGRAM, ['-p', `${pid}`, ...faultOptions(fault, file)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'close');
  await untilAttached(child);
  try {
    await work();
  } finally {
    child.kill('SIGINT');
    // Where a process ended with a thread under way, strace waits for that thread for ever.
    const late = setTimeout(() => child.kill('SIGKILL'), DETACH_MS);
    await gone;
    clearTimeout(late);
  }
  return failedIn(file);
}

function untilAttached(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      if (/attached/.test(said)) resolve();
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`strace ended: ${said}`)));
  });
}

let reason: string | undefined;

/** Why no program can be traced here; empty where one can. */
function whyNotTraced(): string {
  reason ??= look();
  return reason;
}

function look(): string {
  const { error, status, stderr } = spawnSync(PROGRAM, ['-f', '-qq', '-e', 'trace=none', 'true'], { encoding: 'utf8' });
  if (error !== undefined) return 'strace is not installed';
  return status === 0 ? '' : `strace may not trace here: ${stderr.trim().split('\n')[0]}`;
}

/**
 * A test that traces programs. Where that cannot be done it says that it was not tried; with `CAIRN_TRACING=needed`, as in
 * continuous integration, it fails there.
 */
export function tracedTest(name: string, work: (context: TestContext) => Promise<void>): void {
  test(name, async (context) => {
    const why = whyNotTraced();
    if (why === '') return work(context);
    assert.notEqual(process.env.CAIRN_TRACING, 'needed', why);
    context.diagnostic(`not tried: ${why}`);
  });
}
