import type { ErrorBody } from '../api/http-answers.ts';
import { CairnError, type ErrorCode, toCairnError } from '../core/errors.ts';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  unauthorized: 401,
  not_allowed: 403,
  not_found: 404,
  timeout: 408,
  busy: 409,
  outdated: 409,
  cancelled: 499,
  internal: 500,
  damaged: 500,
  unwritable: 500,
  unsupported: 501,
  not_running: 503,
  newer_home: 503,
  embedder_failed: 502,
  model_failed: 502,
  over_budget: 429,
  low_disk: 507,
};

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
  return Response.json(errorBody(failure), { status: STATUS[failure.code] });
}
