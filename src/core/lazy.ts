/**
 * Returns a function that computes a value on its first call and keeps it. For values that a process often does not
 * need: compiling a regular expression over all letters takes a millisecond.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
