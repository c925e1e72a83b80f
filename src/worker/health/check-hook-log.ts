import { closeSync, existsSync, fstatSync, readSync } from 'node:fs';
import type { HealthFinding } from '../../core/model/check.ts';
import { NOT_SERVED } from '../../core/node-version.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { openRegularFile } from '../../platform/files.ts';

/** Bytes of the log's end that are looked at. */
const TAIL_BYTES = 64 * 1024;

/** Whether a hook ran with a Node that is too old within the last day: it kept nothing then, and could only say so there. */
export function checkHookLog(log: string, now: number): HealthFinding[] {
  const line = tailOf(log)
    .split('\n')
    .findLast((entry) => entry.includes(' error hook[') && entry.includes(NOT_SERVED));
  const at = Date.parse(line?.split(' ', 1)[0] ?? '');
  if (line === undefined || !(at > now - DAY_MS)) return [];
  const message = `A hook kept nothing: ${line}`;
  return [{ name: 'hook-kept', status: 'warning', message, fix: 'cairn setup, then: cairn import' }];
}

function tailOf(path: string): string {
  if (!existsSync(path)) return '';
  const fd = openRegularFile(path);
  try {
    const bytes = Buffer.alloc(TAIL_BYTES);
    const size = readSync(fd, bytes, 0, TAIL_BYTES, Math.max(0, fstatSync(fd).size - TAIL_BYTES));
    return bytes.toString('utf8', 0, size);
  } finally {
    closeSync(fd);
  }
}
