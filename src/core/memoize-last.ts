/**
 * Wraps a pure function so that it keeps its last result and returns it again for the same arguments (compared with
 * `===`). For functions that several rules call in a row with the same text or item.
 */
export function memoizeLast<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | undefined;
  return (...args) => {
    const isSame = last?.args.length === args.length && last.args.every((arg, at) => arg === args[at]);
    if (last === undefined || !isSame) last = { args, result: make(...args) };
    return last.result;
  };
}
