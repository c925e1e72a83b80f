/** Minimum, median and maximum of some figures. */
export interface Spread {
  min: number;
  median: number;
  max: number;
  count: number;
}

/** The spread of a list of figures that is not empty. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (index: number): number => sorted[Math.min(Math.max(index, 0), sorted.length - 1)] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
    count: sorted.length,
  };
}

/** The figure below which a share of a list of figures lies, as .99 for p99. */
export function quantileOf(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * share), sorted.length) - 1] ?? Number.NaN;
}

/** A figure rounded to `digits` decimal places. */
export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
