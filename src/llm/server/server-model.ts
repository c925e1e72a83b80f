import { CairnError } from '../../core/errors.ts';
import { describeServerFailure, isRefusal } from '../../platform/http/describe-server-failure.ts';
import type { JsonOutcome } from '../../platform/http/post-json.ts';
import { postJsonAgain } from '../../platform/http/post-json-again.ts';
import { belowUrl } from '../../platform/http/server-url.ts';
import type { LanguageModel, ModelReply, ModelRequest } from '../model/language-model.ts';
import { validateReply } from '../model/validate-reply.ts';
import type { ChatDialect } from './chat-dialects.ts';

/** What a server is asked with. */
export interface ServerModelOptions {
  dialect: ChatDialect;
  model: string;
  /** Address up to where the dialect's path begins; checked before. */
  url: URL;
  /** Empty for none. */
  key: string;
  /** Milliseconds for one request. */
  timeoutMs: number;
  /** Milliseconds between two tries; a server may ask for more. Default 1,000 and 4,000. */
  backOffMs?: readonly number[];
}

/** Bytes of an answer at most: far more than any that is asked for. */
const ANSWER_BYTES = 1024 * 1024;
const BACK_OFF_MS = [1_000, 4_000];

/**
 * A model that a server runs. A request that fails for a reason that may pass is sent again twice. A server that refuses to
 * hold the model to a schema is asked without from then on.
 */
export function openServerModel(options: ServerModelOptions): LanguageModel {
  const { dialect, model } = options;
  let isHeld = true;
  return {
    name: `${dialect.kind}:${model}`,
    async complete(request, { signal }) {
      let outcome = await ask(options, request, { isHeld, signal });
      if (isHeld && isRefusal(outcome)) {
        const plain = await ask(options, request, { isHeld: false, signal });
        isHeld = plain.kind !== 'answer';
        outcome = plain;
      }
      return readAnswer(outcome, request, options);
    },
  };
}

function ask(
  { dialect, model, url, key, timeoutMs, backOffMs = BACK_OFF_MS }: ServerModelOptions,
  request: ModelRequest,
  { isHeld, signal }: { isHeld: boolean; signal: AbortSignal },
): Promise<JsonOutcome> {
  const body = dialect.body({ ...request, model, url, isHeld });
  const headers = dialect.headers(key);
  return postJsonAgain(
    { url: belowUrl(url, dialect.path), body, headers, timeoutMs, maxBytes: ANSWER_BYTES, signal },
    backOffMs,
  );
}

function readAnswer(outcome: JsonOutcome, request: ModelRequest, options: ServerModelOptions): ModelReply {
  const { dialect, url } = options;
  if (outcome.kind !== 'answer') throw describeServerFailure(outcome, options, 'llm');
  const { text, ...rest } = dialect.read(outcome.value);
  if (text === undefined) {
    const message = `The server ${url.host} answered with something that is no answer of such a server.`;
    throw new CairnError('model_failed', message, { fix: 'cairn config get llm.url' });
  }
  return validateReply(request, { text, ...rest });
}
