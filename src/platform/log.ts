import { appendFileSync, renameSync, statSync } from 'node:fs';
import { fileSize } from './files.ts';
import { ignore } from './ignored.ts';

/** Bytes after which the log file is rotated, how many rotated files are kept, and characters of a line. */
export const LOG_LIMITS = { fileBytes: 1024 * 1024, kept: 2, lineChars: 2_000 } as const;

const LEVELS = ['off', 'error', 'info', 'debug'] as const;

/** How much is logged. */
export type LogLevel = (typeof LEVELS)[number];

/** A log: one line an entry. It contains what Cairn did, never text of a session. */
export interface LogFile {
  error(message: string): void;
  info(message: string): void;
  debug(message: string): void;
}

/**
 * Opens a log that appends to a file of mode 0600; beyond 1 MiB the file becomes `.1`, and the former `.1` becomes
 * `.2`.
 */
export function openLog(path: string, options: { level: LogLevel; now: () => number; process: string }): LogFile {
  const most = LEVELS.indexOf(options.level);
  const write = (level: LogLevel, message: string): void => {
    if (LEVELS.indexOf(level) > most) return;
    const text = message.replace(/\s+/g, ' ').slice(0, LOG_LIMITS.lineChars);
    append(path, `${new Date(options.now()).toISOString()} ${level} ${options.process}[${process.pid}] ${text}\n`);
  };
  return {
    error: (message) => write('error', message),
    info: (message) => write('info', message),
    debug: (message) => write('debug', message),
  };
}

function append(path: string, line: string): void {
  try {
    const size = fileSize(path);
    if (size + line.length > LOG_LIMITS.fileBytes) rotate(path);
    appendFileSync(path, line, { mode: 0o600 });
  } catch (error) {
    ignore(error, 'log file could not be written');
  }
}

function rotate(path: string): void {
  for (let number: number = LOG_LIMITS.kept; number > 0; number -= 1) {
    const from = number === 1 ? path : `${path}.${number - 1}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${path}.${number}`);
  }
}
