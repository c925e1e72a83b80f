import type { ErrorBody } from '../../src/api/http-answers.ts';
import type { ErrorCode } from '../../src/core/errors.ts';

/** A call that failed: what happened (`message`), its code and, where there is one, the command that helps (`fix`). */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    { fix, status = 0 }: { fix?: string | undefined; status?: number } = {},
  ) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.fix = fix;
    this.status = status;
  }
}

/** The error of an answer that is none, from its body. */
export async function errorOf(response: Response): Promise<CallError> {
  const { status } = response;
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new CallError(error.code, error.message, { fix: error.fix, status });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return new CallError('internal', `The worker answered ${status} and nothing more (${why}).`, { status });
  }
}

/** Anything thrown by a call as a `CallError`; one that never reached the worker is `not_running`. */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError(
    'not_running',
    'Cairn does not answer: where it was restarted, this page has to be opened anew.',
    {
      fix: 'cairn ui',
    },
  );
}

/** True for a call that its caller gave up. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** True for what may go well a little later: a worker that starts, is busy, or took too long. */
export function mayGoWellLater({ code }: CallError): boolean {
  return code === 'not_running' || code === 'timeout' || code === 'busy';
}
