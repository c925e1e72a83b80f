import type { HealthFinding } from '../../core/model/check.ts';
import { NOT_SERVED } from '../../core/node-version.ts';
import { DAY_MS, formatMinute } from '../../core/text/calendar.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { WAITED_IN_VAIN } from '../../ingest/silent-worker.ts';
import { readBytesIfThere } from '../../platform/files.ts';
import { LOG_LIMITS } from '../../platform/log.ts';

/** Bytes of the log that are read: it is rotated long before. */
const LOG_BYTES = 2 * LOG_LIMITS.fileBytes;

/**
 * Whether within the last day a hook ran with a Node that is too old, which kept nothing then and could only say so there;
 * and how many waited for the worker without success.
 */
export function checkHookLog(log: string, now: number): HealthFinding[] {
  const text = readBytesIfThere(log, LOG_BYTES)?.toString() ?? '';
  const recent = text.split('\n').filter((line) => line.includes(' error hook[') && isWithin(DAY_MS, line, now));
  const findings: HealthFinding[] = [];
  const old = recent.findLast((line) => line.includes(NOT_SERVED));
  if (old !== undefined) {
    const message = `A hook kept nothing: ${old}`;
    findings.push({ name: 'hook-kept', status: 'warning', message, fix: 'cairn setup, then: cairn import' });
  }
  const waits = recent.filter((line) => line.includes(WAITED_IN_VAIN));
  const last = waits.at(-1)?.split(' ', 1)[0];
  if (last !== undefined) {
    const message = `Since yesterday ${formatCounted(waits.length, 'hook')} waited for the worker without success, last at ${formatMinute(last)}; what they brought is in memory or in the journal.`;
    findings.push({ name: 'hook-waited', status: 'warning', message, fix: 'cairn worker restart' });
  }
  return findings;
}

function isWithin(ms: number, line: string, now: number): boolean {
  return Date.parse(line.split(' ', 1)[0] ?? '') > now - ms;
}
