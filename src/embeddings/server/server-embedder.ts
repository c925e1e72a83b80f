import { CairnError, toCairnError } from '../../core/errors.ts';
import { partsOf } from '../../core/parts-of.ts';
import { cutText } from '../../core/text/text.ts';
import { now } from '../../platform/clock.ts';
import { createCircuitBreaker } from '../../platform/http/circuit-breaker.ts';
import { describeServerFailure, isRefusal } from '../../platform/http/describe-server-failure.ts';
import type { JsonOutcome } from '../../platform/http/post-json.ts';
import { postJsonAgain } from '../../platform/http/post-json-again.ts';
import { belowUrl, hostAndPath } from '../../platform/http/server-url.ts';
import { redact } from '../../privacy/redact.ts';
import type { Embedder, EmbedOptions } from '../embedder/embedder.ts';
import { toUnitVectors } from '../embedder/unit-vectors.ts';
import type { ServerDialect } from './dialects.ts';

/** What a server is asked with. */
export interface ServerOptions {
  dialect: ServerDialect;
  model: string;
  /** Address up to where the dialect's path begins; checked before. */
  url: URL;
  /** Sent as a bearer token; empty for none. */
  key: string;
  /** Numbers of a vector that are asked for; 0: as many as the model gives. */
  dimensions: number;
  /** Milliseconds between two tries, the first and the second time; a server may ask for more. Default 300 and 1,500. */
  backOffMs?: readonly number[];
  /** Milliseconds for one request. Default 15,000. */
  timeoutMs?: number;
}

/** Texts of one request, characters of one text, and bytes of an answer, at most. */
const BATCH_TEXTS = 64;
const TEXT_CHARS = 4_000;
const ANSWER_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
const BACK_OFF_MS = [300, 1_500];

/**
 * An embedder that asks a server. Texts are redacted before they leave. Memories whose request fails for a reason that may
 * pass are sent again twice; a server that goes on failing is left alone for a while, and calls then fail at once. `dimensions` is
 * 0 until the first answer, unless it was asked for.
 */
export function openServerEmbedder(options: ServerOptions): Embedder {
  const { dialect, url } = options;
  const circuit = createCircuitBreaker(now);
  let dimensions = options.dimensions;

  async function embedBatch(texts: readonly string[], call: EmbedOptions): Promise<Float32Array[]> {
    const outcome = await ask(options, texts, call);
    try {
      if (outcome.kind !== 'answer') throw describeServerFailure(outcome, options, 'embed');
      const from = `The server ${url.host}`;
      const wanted = { count: texts.length, dimensions, from, fix: 'cairn config get embed.model' };
      return toUnitVectors(dialect.vectors(outcome.value), wanted);
    } catch (error) {
      if (!isRefusal(outcome)) circuit.failed(toCairnError(error));
      throw error;
    }
  }

  async function embed(texts: readonly string[], call: EmbedOptions): Promise<Float32Array[]> {
    if (call.signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled.');
    const open = circuit.open();
    if (open !== undefined) throw open;
    const vectors: Float32Array[] = [];
    for (const part of partsOf(texts, BATCH_TEXTS)) {
      vectors.push(...(await embedBatch(part.map(toSend), call)));
      dimensions ||= vectors[0]?.length ?? 0;
    }
    circuit.succeeded();
    return vectors;
  }

  return {
    model: nameOf(options),
    get dimensions() {
      return dimensions;
    },
    embed,
    rest: async () => undefined,
    close: async () => undefined,
  };
}

/** Everything that the vectors depend on: kind, model, server and, when they were asked for, dimensions. */
function nameOf({ dialect, model, url, dimensions }: ServerOptions): string {
  return `${dialect.kind}:${model}@${hostAndPath(url)}${dimensions > 0 ? `#${dimensions}` : ''}`;
}

function toSend(text: string): string {
  const clean = cutText(redact(cutText(text, 2 * TEXT_CHARS)).text, TEXT_CHARS);
  return clean.trim() === '' ? ' ' : clean;
}

function ask(
  { dialect, model, url, key, dimensions, timeoutMs = TIMEOUT_MS, backOffMs = BACK_OFF_MS }: ServerOptions,
  texts: readonly string[],
  { purpose, signal }: EmbedOptions,
): Promise<JsonOutcome> {
  const request = {
    url: belowUrl(url, dialect.path),
    body: dialect.body({ model, texts, ...(dimensions > 0 ? { dimensions } : {}) }),
    headers: key === '' ? {} : { authorization: `Bearer ${key}` },
    timeoutMs,
    maxBytes: ANSWER_BYTES,
    signal,
  };
  // Who asks a question does not wait as long.
  return postJsonAgain(request, purpose === 'memory' ? backOffMs : []);
}
