import { fileURLToPath } from 'node:url';
import type { Memory } from '../../src/api/contract.ts';

const SESSIONS = fileURLToPath(new URL('../../examples/sample-project/sessions', import.meta.url));

/** Imports the sessions of the example project, and waits until all is made of them. */
export async function importExample(memory: Memory): Promise<void> {
  for await (const { done } of memory.import({ paths: [SESSIONS] })) if (done) break;
  await memory.settled();
}
