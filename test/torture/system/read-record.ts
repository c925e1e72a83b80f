import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';

/** What one system call did to a file or folder. Paths are absolute; `time` is in seconds since 1970. */
export type FileCall = { path: string; time: number } & (
  | { kind: 'write' /** Absent: at the end of the file. */; at?: number; data: Buffer }
  | { kind: 'truncate'; size: number }
  | { kind: 'create'; empties: boolean }
  | { kind: 'folder' }
  | { kind: 'rename' | 'link'; to: string }
  | { kind: 'remove' }
  | { kind: 'sync' /** What was called before this time is on the disk now. */; began: number }
  | { kind: 'other'; name: string }
);

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/s;
const CALLED = /^(\w+)\((.*)$/s;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/s;
const RESULT = /\) += (-?\d+)/;
const TEXT = /"((?:\\x[\da-f]{2})*)"(\.\.\.)?/g;
const PART_BYTES = 4_194_304;
const DESCRIPTOR = /^(?:\d+|AT_FDCWD)<((?:\\x[\da-f]{2}|[^>\\])*)>(\(deleted\))?/;

/** Reads what strace recorded of what was done below a folder, in the order in which it was. Calls that failed are left out. */
export function readRecord(file: string, folder: string): FileCall[] {
  const calls: FileCall[] = [];
  const open = new Map<string, FileCall | undefined>();
  for (const line of linesOf(file)) {
    const [, thread = '', time = '', rest = ''] = LINE.exec(line) ?? [];
    const [, , end] = RESUMED.exec(rest) ?? [];
    if (end !== undefined) {
      const call = open.get(thread);
      open.delete(thread);
      if (call !== undefined) finish(calls, call, { time: Number(time), result: resultOf(end) });
      continue;
    }
    const [, name = '', args = ''] = CALLED.exec(rest) ?? [];
    const call = name === '' ? undefined : toCall(name, args, Number(time));
    if (call === undefined || !isBelow(folder, call)) continue;
    if (args.includes('<unfinished ...>')) {
      open.set(thread, call);
      // What it writes may be on the disk from now on; what it syncs is there only once it returns.
      if (call.kind !== 'sync') calls.push(call);
      continue;
    }
    calls.push(call);
    finish(calls, call, { time: call.time, result: resultOf(args) });
  }
  return calls;
}

/** The lines of a file that may be longer than a string. */
function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(PART_BYTES);
  let begun = '';
  try {
    for (let read = readSync(descriptor, bytes); read > 0; read = readSync(descriptor, bytes)) {
      const lines = (begun + bytes.toString('latin1', 0, read)).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
    yield begun;
  } finally {
    closeSync(descriptor);
  }
}

function finish(calls: FileCall[], call: FileCall, { time, result }: { time: number; result: number }): void {
  if (call.kind === 'sync') {
    call.time = time;
    if (calls.at(-1) !== call) calls.push(call);
  }
  if (result < 0) calls.splice(calls.lastIndexOf(call), 1);
  else if (call.kind === 'write') call.data = call.data.subarray(0, result);
}

/** A call that was under way when the program was killed has no result: it may have done all that it was asked. */
function resultOf(text: string): number {
  const last = text.slice(-200);
  const result = RESULT.exec(last)?.[1];
  return result === undefined ? Number.POSITIVE_INFINITY : Number(result);
}

function isBelow(folder: string, { path }: FileCall): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function toCall(name: string, args: string, time: number): FileCall | undefined {
  const [, opened = '', deleted] = DESCRIPTOR.exec(args) ?? [];
  if (deleted !== undefined) return undefined;
  const own = { path: bytesOf(opened).toString('utf8'), time };
  switch (name) {
    case 'write':
    case 'writev':
      return { ...own, kind: 'write', data: Buffer.concat(textsOf(args)) };
    case 'pwrite64':
    case 'pwritev':
      return { ...own, kind: 'write', data: Buffer.concat(textsOf(args)), at: lastNumber(args) };
    case 'ftruncate':
      return { ...own, kind: 'truncate', size: lastNumber(args) };
    case 'fsync':
    case 'fdatasync':
      return { ...own, kind: 'sync', began: time };
    default:
      return toNamed(name, args, { time, from: own.path });
  }
}

/** A call that names its files by their paths, of which some begin at an opened folder. */
function toNamed(name: string, args: string, { time, from }: { time: number; from: string }): FileCall | undefined {
  const [first = '', second = ''] = textsOf(args).map((text) =>
    resolve(from === '' ? '/' : from, text.toString('utf8')),
  );
  const own = { path: first, time };
  switch (name) {
    case 'openat':
    case 'open':
      if (!args.includes('O_CREAT') && !args.includes('O_TRUNC')) return undefined;
      return { ...own, kind: 'create', empties: args.includes('O_TRUNC') };
    case 'mkdir':
    case 'mkdirat':
      return { ...own, kind: 'folder' };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { ...own, kind: 'rename', to: second };
    case 'link':
    case 'linkat':
      return { ...own, kind: 'link', to: second };
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { ...own, kind: 'remove' };
    default:
      return { path: from, time, kind: 'other', name };
  }
}

function textsOf(args: string): Buffer[] {
  return Array.from(args.matchAll(TEXT), ([, hex = '', cut]) => {
    if (cut !== undefined) throw new Error('strace cut a buffer');
    return bytesOf(hex);
  });
}

function bytesOf(text: string): Buffer {
  return text.startsWith('\\x') ? Buffer.from(text.replaceAll('\\x', ''), 'hex') : Buffer.from(text, 'latin1');
}

/** The last of a call's arguments, or of those that were shown before it was interrupted. */
function lastNumber(args: string): number {
  const [, number] = /, (\d+)(?:\) += .*| <unfinished \.\.\.>|\))?$/s.exec(args.slice(-200)) ?? [];
  if (number === undefined) throw new Error(`no number: ${args.slice(-200)}`);
  return Number(number);
}
