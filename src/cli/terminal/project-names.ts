import type { Memory } from '../../api/contract.ts';
import * as LIMITS from '../../core/limits.ts';

/** Names of projects, by id. */
export async function projectNames(memory: Memory, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { entries } = await memory.list({ kinds: ['project'], limit: LIMITS.hitsMax }, { signal });
  return new Map(entries.map(({ id, title }) => [id, title]));
}
