const SIZES = ['small', 'default', 'full'] as const;

/** How much of a suite runs: small within `npm test`, default within half an hour, full once for a release. */
export type SuiteSize = (typeof SIZES)[number];

/** The size of this run: what `npm run attack` and `npm run torture` were asked for, else small. */
export function suiteSize(): SuiteSize {
  return SIZES.find((size) => size === process.env.CAIRN_SUITE_SIZE) ?? 'small';
}

/** The value for the size of this run. */
export function sized<Value>(by: Readonly<Record<SuiteSize, Value>>): Value {
  return by[suiteSize()];
}

/** Whether the `n`-th of many combinations is tried: in the small size one of `every`, else all. */
export function isTried(n: number, every: number): boolean {
  return suiteSize() !== 'small' || n % every === 0;
}
