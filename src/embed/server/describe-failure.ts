import { assertNever, CairnError } from '../../core/errors.ts';
import type { JsonOutcome } from './post-json.ts';
import type { ServerOptions } from './server-options.ts';

/** What a request came to that brought no answer. */
export type Failure = Exclude<JsonOutcome, { kind: 'answer' }>;

/** True when the same request may be answered a moment later: too many requests, a fault of the server, no connection. */
export function isWorthRetrying(outcome: JsonOutcome): boolean {
  if (outcome.kind === 'unreachable') return true;
  return outcome.kind === 'status' && (outcome.status === 429 || outcome.status >= 500);
}

/** True when the server works but does not take these texts. */
export function isRefusal(outcome: JsonOutcome): boolean {
  return outcome.kind === 'status' && [400, 413, 422].includes(outcome.status);
}

/** A failure in words: `timeout` for a server that does not answer, else `embedder_failed`; never with what was sent. */
export function describeFailure(failure: Failure, { dialect, model, url, key }: ServerOptions): CairnError {
  const server = `The server ${url.host}`;
  const start = dialect.kind === 'ollama' ? 'ollama serve' : 'cairn config set embed.url ADDRESS';
  const failed = (message: string, fix: string, cause?: unknown): CairnError =>
    new CairnError('embedder_failed', message, { fix, cause });
  switch (failure.kind) {
    case 'timeout':
      return new CairnError('timeout', `${server} that makes vectors did not answer in time.`, { fix: start });
    case 'unreachable':
      return failed(`${server} that makes vectors cannot be reached.`, start, failure.cause);
    case 'not-json':
      return failed(`${server} answered with something that is not JSON.`, 'cairn config get embed.url');
    case 'too-long':
      return failed(`${server} answered with more than vectors can be.`, 'cairn config get embed.url');
    case 'status':
      return describeStatus(failure.status);
    default:
      return assertNever(failure);
  }

  function describeStatus(status: number): CairnError {
    const answered = `${server} answered with status ${status}`;
    if (status === 401 || status === 403) {
      const why = key === '' ? 'it wants a key' : 'it does not take the key';
      return failed(`${answered}: ${why}.`, 'export CAIRN_EMBED_KEY=KEY, then cairn worker restart');
    }
    if (status === 404)
      return failed(`${answered}: it has no model ${model}, or another address.`, dialect.getModel(model));
    if (status === 429) return failed(`${answered}: too many requests.`, 'It is asked again later.');
    if (status >= 500) return failed(`${answered}: a fault of its own.`, 'It is asked again later.');
    return failed(`${answered}: it refuses the texts.`, 'cairn config get embed.model');
  }
}
