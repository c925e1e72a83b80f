import { assertNever, CairnError, type ErrorCode } from '../../core/errors.ts';
import type { JsonOutcome } from './post-json.ts';

/** The outcome of a request without an answer. */
export type ServerFailure = Exclude<JsonOutcome, { kind: 'answer' }>;

/** A server that failed, as it was called. */
export interface FailedServer {
  url: URL;
  model: string;
  /** Empty for no key. */
  key: string;
  /** `getModel` returns the command that installs a model. */
  dialect: { kind: string; getModel(model: string): string };
}

/** The prefix of the settings about a server. */
type ServerSettings = 'embed' | 'llm';

const MAKES: Readonly<Record<ServerSettings, { makes: string; code: ErrorCode }>> = {
  embed: { makes: 'vectors', code: 'embedder_failed' },
  llm: { makes: 'answers', code: 'model_failed' },
};

/** True when the server works but rejects what it was sent. */
export function isRefusal(outcome: JsonOutcome): boolean {
  return outcome.kind === 'status' && [400, 413, 422].includes(outcome.status);
}

/**
 * Describes a failure as an error: `timeout` for a server that does not answer, else the code for what it provides;
 * never contains what was sent.
 */
export function describeServerFailure(
  failure: ServerFailure,
  server: FailedServer,
  settings: ServerSettings,
): CairnError {
  const { makes, code } = MAKES[settings];
  const name = `The server ${server.url.host}`;
  const start = server.dialect.kind === 'ollama' ? 'ollama serve' : `cairn config set ${settings}.url ADDRESS`;
  switch (failure.kind) {
    case 'timeout':
      return new CairnError('timeout', `${name} that makes ${makes} did not answer in time.`, { fix: start });
    case 'unreachable': {
      const message = `${name} that makes ${makes} cannot be reached, or stopped half-way.`;
      return new CairnError(code, message, { fix: start, cause: failure.cause });
    }
    case 'not-json':
    case 'too-long': {
      const what = failure.kind === 'not-json' ? 'something that is not JSON' : `more than ${makes} can be`;
      return new CairnError(code, `${name} answered with ${what}.`, { fix: `cairn config get ${settings}.url` });
    }
    case 'status':
      return describeStatus(failure.status, server, settings);
    default:
      return assertNever(failure);
  }
}

function describeStatus(
  status: number,
  { url, model, key, dialect }: FailedServer,
  settings: ServerSettings,
): CairnError {
  const answered = `The server ${url.host} answered with status ${status}`;
  const failed = (message: string, fix: string): CairnError => new CairnError(MAKES[settings].code, message, { fix });
  if (status === 401 || status === 403) {
    const why = key !== '' ? 'it does not take the key' : 'it wants a key';
    return failed(`${answered}: ${why}.`, `export CAIRN_${settings.toUpperCase()}_KEY=KEY, then cairn worker restart`);
  }
  if (status === 404) {
    return failed(`${answered}: it has no model ${model}, or another address.`, dialect.getModel(model));
  }
  if (status === 429) return failed(`${answered}: too many requests.`, 'It is asked again later.');
  if (status >= 500) return failed(`${answered}: a fault of its own.`, 'It is asked again later.');
  return failed(`${answered}: it refuses the texts.`, `cairn config get ${settings}.model`);
}
