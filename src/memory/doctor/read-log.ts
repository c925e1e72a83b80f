import type { LogEntry, LogResult } from '../../api/home-answers.ts';
import type { LogInput } from '../../api/requests.ts';
import { readTailIfThere } from '../../platform/files.ts';
import { LOG_LIMITS } from '../../platform/log.ts';
import { redact } from '../../privacy/redact.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

const LISTED = 200;
const LEVELS = ['error', 'info', 'debug'] as const;
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (error|info|debug) ([\w-]{1,40})\[(\d{1,10})\] (.*)$/;

/** Reads the last lines of the log, newest first; those of a lesser level than asked for are left out. */
export async function readLog(
  { paths }: Pick<MemoryParts, 'paths'>,
  { level = 'debug', limit = LISTED }: LogInput,
): Promise<LogResult> {
  const tail = readTailIfThere(paths.log, LOG_LIMITS.fileBytes);
  const most = LEVELS.indexOf(level);
  const entries = (tail?.bytes.toString('utf8') ?? '')
    .split('\n')
    .reverse()
    .flatMap(toEntry)
    .filter((entry) => LEVELS.indexOf(entry.level) <= most)
    .slice(0, limit);
  const notes = tail === undefined ? [{ code: 'no_log', message: 'Nothing was logged yet.' }] : [];
  return { file: paths.log, entries, notes };
}

function toEntry(line: string): LogEntry[] {
  const [, at, level, process, pid, message] = LINE.exec(line) ?? [];
  if (at === undefined || process === undefined || message === undefined) return [];
  return [{ at, level: level as LogEntry['level'], process, pid: Number(pid), message: redact(message).text }];
}
