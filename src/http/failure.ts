import type { ErrorBody } from '../api/http-answers.ts';
import { PROBLEMS } from '../api/schema/problems.ts';
import { CairnError, toCairnError } from '../core/errors.ts';

/** A request that is wrong before it is read as a call; `status` says how. */
export class WrongRequest extends CairnError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, detail: { fix?: string; headers?: Record<string, string> } = {}) {
    super(status === 404 ? 'not_found' : 'invalid_input', message, detail.fix === undefined ? {} : { fix: detail.fix });
    this.status = status;
    this.headers = detail.headers ?? {};
  }
}

/** The body of a failure, of the one shape that all failures have. */
export function errorBody(error: unknown): ErrorBody {
  return { error: toCairnError(error).toJSON() };
}

/** The answer to a request that failed. */
export function failed(error: unknown): Response {
  const failure = toCairnError(error);
  if (failure instanceof WrongRequest) {
    return Response.json(errorBody(failure), { status: failure.status, headers: failure.headers });
  }
  const headers = failure.code === 'too_many' ? { 'retry-after': '60' } : undefined;
  return Response.json(errorBody(failure), { status: PROBLEMS[failure.code].status, ...(headers && { headers }) });
}
