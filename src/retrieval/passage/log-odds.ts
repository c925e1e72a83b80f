import { sum } from '../../core/sum.ts';

/** The weights of a logistic model, one for each feature, and what it begins with. */
export type OddsWeights<Features> = Readonly<Features> & { base: number };

/** The log odds of features under a logistic model. */
export function logOdds<Features extends { [Name in keyof Features]: number }>(
  weights: OddsWeights<Features>,
  features: Features,
): number {
  const names = Object.keys(features) as (keyof Features)[];
  return weights.base + sum(names.map((name) => weights[name] * features[name]));
}
