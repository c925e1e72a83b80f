import { FEATURES, type FeatureName } from '../../src/retrieval/ranking/features/feature-table.ts';
import type { Row, TrainingSet } from './training-set.ts';

/** A weight for each feature. */
export type Weights = Record<FeatureName, number>;

/** Between which numbers a weight is looked for. All that speaks for an item counts for it, never against it. */
export type Bounds = Partial<Record<FeatureName, { least?: number; most?: number }>>;

const STEPS = 400;
const RATE = 0.05;
/** How strongly weights are drawn to 0: few questions say little. */
const SHRINK = 0.04;

interface Listed {
  rows: number[][];
  right: boolean[];
  weight: number;
}

/**
 * The linear model under which a right candidate is the likeliest: the mean over questions (each set counting alike) of
 * -ln of the sum of the softmax over the right ones. Where only sessions are known all candidates of a right session are
 * right (multiple-instance learning: one of them is the answer). Gradient descent (Adam) within bounds; the same input
 * gives the same weights.
 */
export function fitWeights(sets: readonly TrainingSet[], bounds: Bounds): Weights {
  const lists = sets.flatMap(({ asked }) =>
    asked.flatMap(({ rows }) => toList(rows, 1 / (asked.length * sets.length))),
  );
  const weights = FEATURES.map((name) => clamp(0, bounds[name]));
  const mean = weights.map(() => 0);
  const square = weights.map(() => 0);
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = slopeAt(weights, lists);
    for (const [f, one] of slope.entries()) {
      const pull = one - SHRINK * (weights[f] ?? 0);
      mean[f] = 0.9 * (mean[f] ?? 0) + 0.1 * pull;
      square[f] = 0.99 * (square[f] ?? 0) + 0.01 * pull * pull;
      const move = (mean[f] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((square[f] ?? 0) / (1 - 0.99 ** step)) + 1e-9);
      weights[f] = clamp((weights[f] ?? 0) + RATE * move * (1 - step / STEPS), bounds[FEATURES[f] ?? 'words']);
    }
  }
  return Object.fromEntries(FEATURES.map((name, f) => [name, weights[f] ?? 0])) as Weights;
}

/** What a candidate scores. */
export function scoreOf(features: readonly number[], weights: Weights): number {
  return FEATURES.reduce((sum, name, f) => sum + weights[name] * (features[f] ?? 0), 0);
}

function toList(rows: readonly Row[], weight: number): Listed[] {
  const steps = rows.filter(({ readOut }) => !readOut);
  if (!steps.some(({ isRight }) => isRight)) return [];
  return [{ rows: steps.map(({ features }) => features), right: steps.map(({ isRight }) => isRight), weight }];
}

/** The direction in which right candidates become likelier. */
function slopeAt(weights: readonly number[], lists: readonly Listed[]): number[] {
  const slope = weights.map(() => 0);
  for (const { rows, right, weight } of lists) {
    const scores = rows.map((row) => row.reduce((sum, one, f) => sum + one * (weights[f] ?? 0), 0));
    const most = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - most));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    const good = shares.reduce((sum, share, i) => sum + (right[i] ? share : 0), 0);
    for (const [i, row] of rows.entries()) {
      const share = shares[i] ?? 0;
      const pull = weight * ((right[i] ? share / good : 0) - share / whole);
      for (const [f, one] of row.entries()) slope[f] = (slope[f] ?? 0) + pull * one;
    }
  }
  return slope;
}

function clamp(value: number, { least = 0, most = Number.POSITIVE_INFINITY }: Bounds[FeatureName] = {}): number {
  return Math.min(Math.max(value, least), most);
}
