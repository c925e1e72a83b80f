// core: the model (events, items, ids, kinds), limits, text, tokens, errors. Pure functions and types.
// No I/O, no clock, no environment; only `hash.ts` touches `node:crypto`.

/** Every code of a `CairnError`, with its meaning. A closed table: adapters map it to exit codes and HTTP status. */
export const ERROR_CODES = {
  invalid_input: 'The caller gave a value of a wrong type or shape.',
  not_found: 'The thing that was asked for does not exist.',
  not_running: 'No worker is running, and none may be started.',
  unauthorized: 'The request has no valid token.',
  not_allowed: 'The caller may not do this.',
  outdated: 'The plan no longer fits: something changed since it was made.',
  busy: 'Another process owns the home or the database is locked.',
  timeout: 'It took longer than its limit.',
  cancelled: 'The caller cancelled.',
  newer_home: 'The home was written by a newer Cairn.',
  damaged: 'A file of the home is damaged or is not what it should be.',
  unwritable: 'A file or folder cannot be written.',
  embedder_failed: 'The model or server that makes vectors failed.',
  model_failed: 'The language model failed, or its answer could not be used.',
  too_many: 'The caller asks more often than it may.',
  over_budget: 'What may be spent on models today is spent.',
  low_disk: 'The disk is nearly full.',
  unsupported: 'This platform, runtime or file cannot be used.',
  internal: 'A fault of Cairn itself.',
} as const;

/** A code of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** A `CairnError` as plain JSON, the same on every surface. */
export interface ErrorShape {
  code: ErrorCode;
  message: string;
  fix?: string;
}

/** What a `CairnError` may carry besides code and message: the command or step that helps, and the underlying error. */
export interface ErrorDetail {
  fix?: string;
  cause?: unknown;
}

/** The one error type of Cairn: what happened (`message`), its `code`, and the command that helps (`fix`). */
export class CairnError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'CairnError';
    this.code = code;
    this.fix = detail.fix;
  }

  toJSON(): ErrorShape {
    const { code, message, fix } = this;
    return { code, message, ...(fix === undefined ? {} : { fix }) };
  }
}

/** `low_disk` if the system refused to write a file because the disk or a quota is full. `path`: the file, else as the error has it. */
export function fullDisk(error: unknown, path?: string): CairnError | undefined {
  const { code, path: named = 'What is to be written' } = (error ?? {}) as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return new CairnError('low_disk', `${path ?? named} is on a disk that is full.`, {
    fix: 'Free some space on that disk.',
    cause: error,
  });
}

/** `unwritable` if the system refused to open a file because of its rights. */
function noAccess(error: unknown): CairnError | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code !== 'EACCES' || path === undefined) return undefined;
  return new CairnError('unwritable', `${path} is another user's, or not open to you.`, {
    fix: `See whose it is, and what you may do with it: ls -ld '${path.replaceAll("'", `'\\''`)}'`,
    cause: error,
  });
}

/**
 * Converts anything thrown to a `CairnError`, by its name, since another bundle's class is another one; a foreign error becomes
 * `low_disk` or `unwritable` where it says so, else `internal` with the original as cause.
 */
export function toCairnError(error: unknown): CairnError {
  if (error instanceof Error && error.name === 'CairnError') return error as CairnError;
  const refused = fullDisk(error) ?? noAccess(error);
  if (refused !== undefined) return refused;
  const message = error instanceof Error ? error.message : String(error);
  return new CairnError('internal', message, { cause: error, fix: 'cairn status' });
}

/** Ends a switch over a union: a compile error when a case is missing, `internal` when one slips through at run time. */
export function assertNever(value: never): never {
  throw new CairnError('internal', `unexpected case: ${JSON.stringify(value)}`);
}
