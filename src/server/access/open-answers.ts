import { CairnError } from '../../core/errors.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { countingTokens } from '../../store/postgres/team/tokens.ts';
import type { Principal } from './principals.ts';

/** Answers that go on, such as live events: each ends when the token that asked for it stops to count. */
export interface OpenAnswers {
  /**
   * The answer to who asked, which ends with the token. One that does not go on is given back as it is. Throws `too_many` for one
   * more than a token may have at once.
   */
  guard(who: Principal, answer: Response): Response;
  /** Tokens, roles or the team of a tenant changed: asks which tokens still count. */
  changed(tenant: string): void;
  close(): void;
}

/** How the watch over answers asks. */
export interface OpenAnswersDeps {
  engineOf: (tenant: string) => Engine;
  /** False while a change could go unheard: then the database is asked at each look. */
  isSure: () => boolean;
}

/** Milliseconds between two looks: with `BELIEVED_MS` of principals well below the second within which a token stops. */
const LOOK_MS = 250;
/** Answers that go on at once for one token. */
const MOST = 64;
const GOES_ON = /^(?:text\/event-stream|application\/x-ndjson)\b/;

/** The open answers of one token. */
interface OfToken {
  expiresAt: number | null;
  ends: Set<() => void>;
}

/** Builds the watch over answers that go on. */
export function createOpenAnswers({ engineOf, isSure }: OpenAnswersDeps): OpenAnswers {
  const open = new Map<string, Map<string, OfToken>>();
  const asking = new Set<string>();
  const unsure = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const endAll = (tenant: string, counts: (tokenId: string, of: OfToken) => boolean): void => {
    for (const [tokenId, of] of open.get(tenant) ?? []) if (!counts(tokenId, of)) for (const end of of.ends) end();
  };
  const ask = async (tenant: string): Promise<void> => {
    const tokens = [...(open.get(tenant)?.keys() ?? [])];
    unsure.delete(tenant);
    if (tokens.length === 0) return;
    asking.add(tenant);
    try {
      const counting = await countingTokens(engineOf(tenant), tokens, now());
      const asked = new Set(tokens);
      endAll(tenant, (tokenId) => !asked.has(tokenId) || counting.has(tokenId));
    } catch (error) {
      ignore(error, 'the database could not say which tokens count');
      unsure.add(tenant);
    } finally {
      asking.delete(tenant);
    }
  };
  // Without an open answer there is nothing to look after.
  const look = (): void => {
    const at = now();
    for (const tenant of open.keys()) {
      endAll(tenant, (_, { expiresAt }) => expiresAt === null || expiresAt > at);
      if ((unsure.has(tenant) || !isSure()) && !asking.has(tenant)) void ask(tenant);
    }
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const add = ({ tenant, tokenId, expiresAt }: Principal, end: () => void): (() => void) => {
    const tokens = open.get(tenant) ?? new Map<string, OfToken>();
    const of = tokens.get(tokenId) ?? { expiresAt, ends: new Set() };
    open.set(tenant, tokens.set(tokenId, of));
    of.ends.add(end);
    timer ??= setInterval(look, LOOK_MS).unref();
    return () => {
      of.ends.delete(end);
      if (of.ends.size === 0) tokens.delete(tokenId);
      if (tokens.size === 0) open.delete(tenant);
    };
  };
  return {
    guard(who, answer) {
      if (answer.body === null || !GOES_ON.test(answer.headers.get('content-type') ?? '')) return answer;
      if ((open.get(who.tenant)?.get(who.tokenId)?.ends.size ?? 0) >= MOST) {
        answer.body.cancel().catch((error: unknown) => ignore(error, 'an answer could not be given up'));
        throw new CairnError('too_many', `${MOST} answers to this token go on already.`, {
          fix: 'End one of them first.',
        });
      }
      const body = endable(answer.body, (end) => add(who, end));
      return new Response(body, { status: answer.status, headers: answer.headers });
    },
    changed(tenant) {
      // A look that is under way may have read what was before.
      if (asking.has(tenant)) unsure.add(tenant);
      else void ask(tenant);
    },
    close: () => clearInterval(timer),
  };
}

/** A body that can be ended. `begin` takes what ends it, and gives back what the body calls at its end. */
function endable(body: ReadableStream<Uint8Array>, begin: (end: () => void) => () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let done = (): void => undefined;
  let isEnded = false;
  const finish = (): void => {
    isEnded = true;
    done();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      done = begin(() => {
        if (isEnded) return;
        finish();
        controller.close();
        reader.cancel().catch((error: unknown) => ignore(error, 'an answer could not be given up'));
      });
    },
    async pull(controller) {
      const step = await reader.read();
      if (isEnded) return;
      if (!step.done) return controller.enqueue(step.value);
      finish();
      controller.close();
    },
    cancel(reason) {
      finish();
      return reader.cancel(reason);
    },
  });
}
