/**
 * The steps of a generator; `undefined` after each `ms` milliseconds in which it gave none, as a sign of life for whoever waits. Ends the
 * generator with itself.
 */
export async function* withBeats<Step extends object>(
  steps: AsyncGenerator<Step>,
  ms: number,
): AsyncGenerator<Step | undefined> {
  try {
    let next = steps.next();
    for (;;) {
      const { promise: beat, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => resolve(undefined), ms);
      const first = await Promise.race([next, beat]).finally(() => clearTimeout(timer));
      if (first?.done === true) return;
      yield first?.value;
      if (first !== undefined) next = steps.next();
    }
  } finally {
    await steps.return(undefined);
  }
}
