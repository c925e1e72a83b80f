import type { StatsTokens } from '../../api/stats-answers.ts';
import { type ModelUse, type ModelUseKey, sumOfUses } from '../../core/model/model-usage.ts';
import { sum } from '../../core/sum.ts';
import { localDay } from '../../core/text/calendar.ts';
import { wilsonShare } from '../../core/wilson.ts';
import type { InjectionSum } from '../../store/contract/injection-log.ts';
import type { Store } from '../../store/contract/store.ts';

/** Injected and spent tokens of a span: sums by session and quarter of an hour, and uses of models by day. */
export interface TokenCounts {
  told: InjectionSum[];
  uses: (ModelUseKey & ModelUse)[];
}

/** Reads the injections of a span into the sessions of `isOurs`, and the use of models. */
export async function readTokens(
  { meter, models }: Pick<Store, 'meter' | 'models'>,
  { since, until }: { since: number; until: number },
  isOurs: (sum: InjectionSum) => boolean,
): Promise<TokenCounts> {
  const last = localDay(until);
  return {
    told: (await meter.sums({ since, until })).filter(isOurs),
    uses: (await models.uses(localDay(since))).filter(({ day }) => day <= last),
  };
}

/** The token economics of a span: of the work, told, used and spent. */
export function toTokens({ told, uses }: TokenCounts, sources: number): StatsTokens {
  const { calls, failed, inputTokens, outputTokens, cost } = sumOfUses(uses);
  return {
    sources,
    told: sum(told.map(({ tokens }) => tokens)),
    blocks: sum(told.map(({ blocks }) => blocks)),
    used: sum(told.map(({ usedTokens }) => usedTokens)),
    lines: linesOf(told),
    spent: { calls, failed, inputTokens, outputTokens, cost },
  };
}

/** The share of injected memories that were used afterwards. */
export function linesOf(told: readonly InjectionSum[]): StatsTokens['lines'] {
  return wilsonShare(sum(told.map(({ used }) => used)), sum(told.map(({ lines }) => lines)));
}
