import { assertNever, CairnError, type ErrorCode } from '../core/errors.ts';
import type { JsonOutcome } from './post-json.ts';

/** What a request came to that brought no answer. */
export type ServerFailure = Exclude<JsonOutcome, { kind: 'answer' }>;

/** How a server that failed is named, and which settings are about it. */
export interface FailedServer {
  url: URL;
  model: string;
  /** What it makes: `vectors`. */
  makes: string;
  hasKey: boolean;
  code: ErrorCode;
  /** Prefix of the settings about it: `embed`. */
  settings: string;
  keyVariable: string;
  /** The commands that start it, and that get the model. */
  start: string;
  getModel: string;
}

/** True when the server works but does not take what it was sent. */
export function isRefusal(outcome: JsonOutcome): boolean {
  return outcome.kind === 'status' && [400, 413, 422].includes(outcome.status);
}

/** A failure in words: `timeout` for a server that does not answer, else the server's own code; never with what was sent. */
export function describeServerFailure(failure: ServerFailure, server: FailedServer): CairnError {
  const { url, makes, code, settings, start } = server;
  const name = `The server ${url.host}`;
  switch (failure.kind) {
    case 'timeout':
      return new CairnError('timeout', `${name} that makes ${makes} did not answer in time.`, { fix: start });
    case 'unreachable': {
      const message = `${name} that makes ${makes} cannot be reached, or stopped half-way.`;
      return new CairnError(code, message, { fix: start, cause: failure.cause });
    }
    case 'not-json':
      return new CairnError(code, `${name} answered with something that is not JSON.`, {
        fix: `cairn config get ${settings}.url`,
      });
    case 'too-long':
      return new CairnError(code, `${name} answered with more than ${makes} can be.`, {
        fix: `cairn config get ${settings}.url`,
      });
    case 'status':
      return describeStatus(failure.status, server);
    default:
      return assertNever(failure);
  }
}

function describeStatus(status: number, server: FailedServer): CairnError {
  const answered = `The server ${server.url.host} answered with status ${status}`;
  const failed = (message: string, fix: string): CairnError => new CairnError(server.code, message, { fix });
  if (status === 401 || status === 403) {
    const why = server.hasKey ? 'it does not take the key' : 'it wants a key';
    return failed(`${answered}: ${why}.`, `export ${server.keyVariable}=KEY, then cairn worker restart`);
  }
  if (status === 404) {
    return failed(`${answered}: it has no model ${server.model}, or another address.`, server.getModel);
  }
  if (status === 429) return failed(`${answered}: too many requests.`, 'It is asked again later.');
  if (status >= 500) return failed(`${answered}: a fault of its own.`, 'It is asked again later.');
  return failed(`${answered}: it refuses the texts.`, `cairn config get ${server.settings}.model`);
}
