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
  return {
    calls: one.calls - other.calls,
    failed: one.failed - other.failed,
    inputTokens: one.inputTokens - other.inputTokens,
    outputTokens: one.outputTokens - other.outputTokens,
    cost: one.cost - other.cost,
  };
}

/** The sum of several uses. */
export function sumOfUses(uses: readonly ModelUse[]): ModelUse {
  return uses.reduce<ModelUse>(
    (sum, use) => ({
      calls: sum.calls + use.calls,
      failed: sum.failed + use.failed,
      inputTokens: sum.inputTokens + use.inputTokens,
      outputTokens: sum.outputTokens + use.outputTokens,
      cost: sum.cost + use.cost,
    }),
    NO_MODEL_USE,
  );
}
