/**
 * `n` of `of` cases, with the 95 % interval of the proportion from 0 to 1 (Wilson 1927). Of 0 cases the interval is 0
 * to 1.
 */
export interface WilsonShare {
  n: number;
  of: number;
  low: number;
  high: number;
}

const Z = 1.96;

/** Computes the proportion of `n` in `of` with its interval. */
export function wilsonShare(n: number, of: number): WilsonShare {
  if (of === 0) return { n, of, low: 0, high: 1 };
  const p = n / of;
  const spread = Z * Math.sqrt((p * (1 - p)) / of + Z ** 2 / (4 * of ** 2));
  const middle = p + Z ** 2 / (2 * of);
  const width = 1 + Z ** 2 / of;
  return { n, of, low: rounded(Math.max(0, (middle - spread) / width)), high: rounded((middle + spread) / width) };
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}
