import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { sum } from '../../core/sum.ts';
import { logOdds, type OddsWeights } from '../../retrieval/passage/log-odds.ts';
import type { Exchange } from './exchanges.ts';
import type { WorkedSession } from './worked-session.ts';

/** What speaks for telling an exchange of an earlier session, as numbers without units. */
export interface ExchangeFeatures {
  /** ln(1 + the weight (idf) of the prompt's words that request and answer hold, in units of ln(items + 1)). */
  words: number;
  /** The share of the weight of all of them that these words have. */
  share: number;
  /** 1 for the best of what was said by the search, 1/2 at place five, towards 0 from there. */
  rank: number;
  /** 1 for an exchange of the thread at hand. */
  atHand: number;
  /** ln(1 + characters of the answer / 200). */
  length: number;
}

/** The logarithm of the odds that an exchange is of use, at least of a little. Fitted: bench/results/exchanges.md. */
export const EXCHANGE_WEIGHTS: OddsWeights<ExchangeFeatures> = {
  base: -5.6,
  words: 2.25,
  share: 1.3,
  rank: 2.8,
  atHand: 2.2,
  length: 0.4,
};
/** A block tells an exchange from these log odds on. */
export const LEAST_ODDS = 0.55;

/** A prompt or message of an earlier session that the search found. */
export interface Found {
  kind: ItemKind;
  at: number;
  /** Its place, from 0. */
  place: number;
  /** The stems of the words of the new prompt that it holds. */
  stems: ReadonlyMap<string, number>;
  chars: number;
}

/** What is known of a prompt when the exchanges of earlier sessions are weighed. */
export interface WeighedPrompt {
  /** The words that tell its subject with their weights. */
  telling: ReadonlyMap<string, number>;
  /** ln(items + 1). */
  scale: number;
  /** The prompts and messages that the search found. */
  found: ReadonlyMap<ItemId, Found>;
  /** The sessions of the thread at hand. */
  atHand: ReadonlySet<SessionId>;
}

/** An exchange with an answer, its session and what speaks for it. */
export interface RankedExchange {
  worked: WorkedSession;
  exchange: Exchange & Required<Pick<Exchange, 'answer'>>;
  features: ExchangeFeatures;
  /** Log odds. */
  odds: number;
}

const HALF_PLACE = 5;
const LENGTH_CHARS = 200;
const LONG_CHARS = 3_000;

/** Weighs the exchanges of a session that have an answer and were found. */
export function weighExchanges(
  worked: WorkedSession,
  exchanges: readonly Exchange[],
  { found, atHand, ...prompt }: WeighedPrompt,
): RankedExchange[] {
  return exchanges.flatMap(({ answer, ...one }) => {
    const parts = [found.get(one.asked.id), answer === undefined ? undefined : found.get(answer.id)].flatMap(
      (part) => part ?? [],
    );
    if (answer === undefined || parts.length === 0) return [];
    const place = { chars: answer.text.length, isAtHand: atHand.has(worked.session.id) };
    const features = featuresOf(parts, { ...prompt, ...place });
    return [{ worked, exchange: { ...one, answer }, features, odds: logOdds(EXCHANGE_WEIGHTS, features) }];
  });
}

/**
 * The best log odds that an exchange of a session can have by what the search found of the session, before any exchange is read:
 * a message stands for the answer to the request before it, a request for one with a long answer.
 */
export function bestOdds(found: readonly Found[], prompt: Omit<WeighedPrompt, 'found'>, isAtHand: boolean): number {
  let best = Number.NEGATIVE_INFINITY;
  let asked: Found | undefined;
  for (const one of found.toSorted((first, other) => first.at - other.at)) {
    const isRequest = one.kind === 'prompt';
    if (isRequest) asked = one;
    const parts = isRequest || asked === undefined ? [one] : [asked, one];
    const features = featuresOf(parts, { ...prompt, chars: isRequest ? LONG_CHARS : one.chars, isAtHand });
    best = Math.max(best, logOdds(EXCHANGE_WEIGHTS, features));
  }
  return best;
}

function featuresOf(
  parts: readonly Pick<Found, 'place' | 'stems'>[],
  { telling, scale, chars, isAtHand }: Pick<WeighedPrompt, 'telling' | 'scale'> & { chars: number; isAtHand: boolean },
): ExchangeFeatures {
  const stems = new Set(parts.flatMap((part) => [...part.stems.keys()]));
  const held = sum([...stems].map((stem) => telling.get(stem) ?? 0));
  return {
    words: Math.log1p(held / scale),
    share: held / Math.max(sum(telling.values()), Number.EPSILON),
    rank: 1 / (1 + Math.min(...parts.map(({ place }) => place)) / HALF_PLACE),
    atHand: isAtHand ? 1 : 0,
    length: Math.log1p(chars / LENGTH_CHARS),
  };
}
