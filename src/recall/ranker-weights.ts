import type { FeatureName } from './features/feature-table.ts';

/** How much each feature counts: see `scripts/train-ranker.ts`. */
export const RANKER_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  words: 0.76,
  wordRank: 0.94,
  vector: 0.59,
  vectorRank: 0.78,
  vectorSpread: 0.78,
  coverage: 0.56,
  together: 0.15,
  beside: 0.66,
  around: 0.95,
  session: 0.68,
  sessionWords: 0.76,
  kind: 0.5,
  length: 0.5,
};
