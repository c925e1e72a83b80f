import { CairnError, type ErrorCode } from '../../core/errors.ts';

/** Statements that do not fit the tables: another version migrated them while this one ran. */
const SCHEMA_DIFFERS = { code: 'unsupported', fix: 'Run the version that migrated the database.' } as const;

/** What PostgreSQL's error codes mean, by the code or its class of two characters. */
const CODES: Readonly<Record<string, { code: ErrorCode; fix?: string }>> = {
  '08': { code: 'not_running', fix: 'Look whether PostgreSQL runs and may be reached.' },
  '0A': SCHEMA_DIFFERS,
  '25': { code: 'busy' },
  '28': { code: 'not_allowed', fix: 'Look at the user and password of the database URL.' },
  '3D': { code: 'not_found', fix: 'createdb NAME' },
  '25006': { code: 'not_allowed' },
  '40': { code: 'busy' },
  '42': SCHEMA_DIFFERS,
  '42501': { code: 'not_allowed' },
  '53100': { code: 'low_disk' },
  '53': { code: 'busy' },
  '55': { code: 'busy' },
  '57014': { code: 'timeout' },
  '57': { code: 'not_running', fix: 'Try again once PostgreSQL has started.' },
  '58': { code: 'unwritable' },
  XX: { code: 'damaged' },
};

/** What Node says of a server that cannot be reached. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/** What the driver's pool says when every connection was in use for too long. */
const NONE_FREE = 'timeout exceeded when trying to connect';

/** Errors after which the same transaction may go well: it met another one. */
const REPEATABLE = new Set(['40001', '40P01']);

/** PostgreSQL's five characters for an error, or Node's code of one; `undefined` for any other. */
function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** An error of the driver in Cairn's words; the original is the cause. */
export function toPostgresError(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error) ?? '';
  const { code: own, fix } = meaningOf(code, message);
  return new CairnError(own, `PostgreSQL: ${message}`, { cause: error, ...(fix === undefined ? {} : { fix }) });
}

function meaningOf(code: string, message: string): { code: ErrorCode; fix?: string } {
  if (message === NONE_FREE) return { code: 'busy', fix: 'Try again, or allow more connections.' };
  const isGone = UNREACHABLE.has(code) || /connection (terminated|timeout)/i.test(message);
  return (isGone ? CODES['08'] : (CODES[code] ?? CODES[code.slice(0, 2)])) ?? { code: 'internal' };
}

/** True when the transaction failed because it met another one, and may be run again. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof CairnError && REPEATABLE.has(codeOf(error.cause) ?? '');
}
