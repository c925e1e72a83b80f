/** What language models are used for. */
export const MODEL_PURPOSES = ['summary', 'observations', 'answer'] as const;
/** A purpose of a model call. */
export type ModelPurpose = (typeof MODEL_PURPOSES)[number];

/** Sums over model calls. Cost is in the currency of the configured prices. */
export interface ModelUse {
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
}

/** The key by which use is counted. `day`: a day of this machine's calendar, `2026-11-22`. */
export interface ModelUseKey {
  day: string;
  purpose: ModelPurpose;
  model: string;
}

/** Upper bounds on the use of one day; absent: unlimited. */
export interface ModelBudget {
  tokens?: number;
  cost?: number;
}

/** Zero use. */
export const NO_MODEL_USE: ModelUse = { calls: 0, failed: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

/** The difference of two uses; counts may be below zero. */
export function differenceOfUse(one: ModelUse, other: ModelUse): ModelUse {
  return combine(one, other, (a, b) => a - b);
}

/** The sum of several uses. */
export function sumOfUses(uses: readonly ModelUse[]): ModelUse {
  return uses.reduce((sum, use) => combine(sum, use, (a, b) => a + b), NO_MODEL_USE);
}

function combine(one: ModelUse, other: ModelUse, by: (a: number, b: number) => number): ModelUse {
  return {
    calls: by(one.calls, other.calls),
    failed: by(one.failed, other.failed),
    inputTokens: by(one.inputTokens, other.inputTokens),
    outputTokens: by(one.outputTokens, other.outputTokens),
    cost: by(one.cost, other.cost),
  };
}
