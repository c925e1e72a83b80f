import { sum } from '../../../src/core/sum.ts';

/** A row to fit: features, whether it is wanted, and how often it counts. */
export interface OddsRow {
  features: readonly number[];
  wanted: boolean;
  weight: number;
}

/** A logistic model: log odds = base + the sum of weights times features. */
export interface Odds {
  base: number;
  weights: number[];
}

const STEPS = 60;
/** How strongly weights of standardised features are drawn to 0: few points say little. */
const SHRINK = 20;

/** Fits a logistic regression with ridge penalty by Newton's method; the same rows give the same model. */
export function fitOdds(rows: readonly OddsRow[]): Odds {
  const count = rows[0]?.features.length ?? 0;
  const columns = Array.from({ length: count }, (_, f) => rows.map(({ features }) => features[f] ?? 0));
  const mean = columns.map((column) => sum(column) / column.length);
  const spread = columns.map((column, f) => {
    const variance = sum(column.map((one) => (one - (mean[f] ?? 0)) ** 2)) / column.length;
    return Math.sqrt(variance) || 1;
  });
  const table = rows.map(({ features }) => [1, ...features.map((one, f) => (one - (mean[f] ?? 0)) / (spread[f] ?? 1))]);
  let fitted = new Array<number>(count + 1).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = fitted.map((one, f) => (f === 0 ? 0 : -SHRINK * one));
    const curve = fitted.map((_, f) => fitted.map((__, g): number => (f === g ? (f === 0 ? 1e-9 : SHRINK) : 0)));
    for (const [i, row] of table.entries()) {
      const { wanted = false, weight = 0 } = rows[i] ?? {};
      const share = 1 / (1 + Math.exp(-sum(row.map((one, f) => one * (fitted[f] ?? 0)))));
      const pull = weight * ((wanted ? 1 : 0) - share);
      const bend = weight * share * (1 - share);
      for (const [f, one] of row.entries()) {
        slope[f] = (slope[f] ?? 0) + pull * one;
        const line = curve[f] ?? [];
        for (const [g, other] of row.entries()) line[g] = (line[g] ?? 0) + bend * one * other;
      }
    }
    const move = solve(curve, slope);
    fitted = fitted.map((one, f) => one + (move[f] ?? 0));
    if (Math.max(...move.map(Math.abs)) < 1e-9) break;
  }
  const [base = 0, ...weights] = fitted;
  const plain = weights.map((one, f) => one / (spread[f] ?? 1));
  return { base: base - sum(plain.map((one, f) => one * (mean[f] ?? 0))), weights: plain };
}

/** The log odds of features. */
export function oddsUnder({ base, weights }: Odds, features: readonly number[]): number {
  return base + sum(weights.map((one, f) => one * (features[f] ?? 0)));
}

/** Solves a linear system by Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((line, i) => [...line, right[i] ?? 0]);
  for (const column of rows.keys()) {
    const pivot = rows.findIndex(
      (line, i) =>
        i >= column &&
        Math.abs(line[column] ?? 0) === Math.max(...rows.slice(column).map((one) => Math.abs(one[column] ?? 0))),
    );
    const [one, two] = [rows[column] ?? [], rows[pivot] ?? []];
    [rows[column], rows[pivot]] = [two, one];
    for (const [i, line] of rows.entries()) {
      if (i === column) continue;
      const factor = (line[column] ?? 0) / (two[column] ?? 1);
      for (const [g, value] of two.entries()) line[g] = (line[g] ?? 0) - factor * value;
    }
  }
  return rows.map((line, i) => (line.at(-1) ?? 0) / (line[i] ?? 1));
}
