import type { FeatureName } from './features/feature-table.ts';

/** How much each feature counts: see `scripts/train-ranker.ts`. */
export const RANKER_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  words: 0.385,
  wordRank: 0.47,
  vector: 0.295,
  vectorRank: 0.395,
  vectorSpread: 0.39,
  coverage: 0.28,
  together: 0.2,
  beside: 0.3,
  around: 0.45,
  session: 0.34,
  sessionWords: 0.39,
  kind: 0.35,
  length: 0.15,
};
