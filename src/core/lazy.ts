/**
 * A value that is made when it is first asked for, and kept. For what a process often does without: a regular expression
 * that knows all letters takes a millisecond to be read, where its line runs.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
