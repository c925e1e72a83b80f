import type { ErrorCode } from '../../core/errors.ts';

/** The exit codes of the command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notRunning: 3, cancelled: 130 } as const;

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  invalid_input: EXIT.usage,
  not_running: EXIT.notRunning,
  cancelled: EXIT.cancelled,
};

/** The exit code of an error. */
export function exitCodeOf(code: ErrorCode): number {
  return BY_CODE[code] ?? EXIT.failed;
}
