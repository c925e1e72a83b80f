/**
 * Returns memory that V8 does not need to the system; blocks for about a tenth of a second. Does nothing in a process
 * that was not started with `--expose-gc`.
 */
export function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
