import type { Vectors } from '../contract.ts';

/** Vectors in the same file. */
export function createVectors(): Vectors {
  return {
    useModel: async () => undefined,
    waiting: async () => [],
    put: async () => undefined,
    counts: async () => ({ stored: 0, waiting: 0 }),
  };
}
