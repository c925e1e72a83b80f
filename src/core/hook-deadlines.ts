/** The deadlines of a hook's own program, in which the build puts this file in the place of `deadlines.ts`. */
export const DEADLINES = {
  /**
   * A hook without a worker, from the start of its process until its block; `hookLateMs` when it waited for a worker
   * first.
   */
  hookMs: 1_200,
  hookLateMs: 700,
};

/** The same, each multiplied by `factor`. */
export function scaleDeadlines(factor: number): typeof DEADLINES {
  return timesEach(DEADLINES, factor);
}

/** Deadlines, each multiplied by `factor`. */
export function timesEach<Deadlines extends Record<string, number>>(deadlines: Deadlines, factor: number): Deadlines {
  const scaled = Object.entries(deadlines).map(([name, ms]) => [name, ms * factor]);
  return Object.fromEntries(scaled) as Deadlines;
}
