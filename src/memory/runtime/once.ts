/** What an asynchronous function gives, however often it is called: it runs once. */
export function once<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
