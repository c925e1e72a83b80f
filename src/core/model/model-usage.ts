/** What models are asked for. */
export const MODEL_PURPOSES = ['summary', 'observations', 'answer'] as const;
/** A purpose. */
export type ModelPurpose = (typeof MODEL_PURPOSES)[number];

/** What calls of models came to. Cost in the money of the prices. */
export interface ModelUse {
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
}

/** What use is counted by. `day`: of this machine's calendar, `2026-11-22`. */
export interface ModelUseKey {
  day: string;
  purpose: ModelPurpose;
  model: string;
}

/** What a day may use at most; absent: as much as it likes. */
export interface ModelBudget {
  tokens?: number;
  cost?: number;
}

/** No use at all. */
export const NO_MODEL_USE: ModelUse = { calls: 0, failed: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

/** What one use is more than another; counts may be below zero. */
export function differenceOfUse(one: ModelUse, other: ModelUse): ModelUse {
  return {
    calls: one.calls - other.calls,
    failed: one.failed - other.failed,
    inputTokens: one.inputTokens - other.inputTokens,
    outputTokens: one.outputTokens - other.outputTokens,
    cost: one.cost - other.cost,
  };
}

/** What several uses come to. */
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
