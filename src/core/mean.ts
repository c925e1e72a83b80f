/** A mean with its 95 % interval by the normal distribution; fewer than two values have no interval. */
export interface Mean {
  n: number;
  mean: number;
  low?: number;
  high?: number;
}

/** The mean of the values; 0 of none. */
export function meanOf(values: readonly number[]): Mean {
  const n = values.length;
  const mean = n === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { n, mean: hundredths(mean) };
  const half = 1.96 * (deviationOf(values) / Math.sqrt(n));
  return { n, mean: hundredths(mean), low: hundredths(mean - half), high: hundredths(mean + half) };
}

/** The standard deviation of a sample; 0 of fewer than two values. */
export function deviationOf(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
}

/** A mean of non-negative values with its interval, as text: `12 (9 to 15)`. */
export function describeMean({ mean, low, high }: Mean): string {
  return low === undefined || high === undefined ? String(mean) : `${mean} (${Math.max(0, low)} to ${high})`;
}

/** Rounds a number to two decimals. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
