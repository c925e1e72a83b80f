import type { HealthFinding } from '../../core/model/check.ts';
import { NOT_SERVED } from '../../core/node-version.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { readBytesIfThere } from '../../platform/files.ts';
import { LOG_LIMITS } from '../../platform/log.ts';

/** Bytes of the log that are read: it is rotated long before. */
const LOG_BYTES = 2 * LOG_LIMITS.fileBytes;

/** Whether a hook ran with a Node that is too old within the last day: it kept nothing then, and could only say so there. */
export function checkHookLog(log: string, now: number): HealthFinding[] {
  const line = (readBytesIfThere(log, LOG_BYTES)?.toString() ?? '')
    .split('\n')
    .findLast((entry) => entry.includes(' error hook[') && entry.includes(NOT_SERVED));
  const at = Date.parse(line?.split(' ', 1)[0] ?? '');
  if (line === undefined || !(at > now - DAY_MS)) return [];
  const message = `A hook kept nothing: ${line}`;
  return [{ name: 'hook-kept', status: 'warning', message, fix: 'cairn setup, then: cairn import' }];
}
