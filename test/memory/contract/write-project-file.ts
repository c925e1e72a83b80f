import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Memory } from '../../../src/api/contract.ts';

/** Writes a file of the one project of a memory, since blocks leave out what a checkout does not hold. */
export async function writeProjectFile(memory: Memory, file: string): Promise<void> {
  const { entries } = await memory.list({ kinds: ['project'] });
  const root = /\/\S+/.exec(entries[0]?.snippet ?? '')?.[0];
  assert.ok(root !== undefined, 'the memory has no project');
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), 'b\n');
}
