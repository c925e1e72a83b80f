import { findGit } from '../../platform/git-text.ts';
import type { Store } from '../../store/contract/store.ts';
import type { BlockRequest } from '../lines/block-request.ts';
import type { ContextLine } from '../lines/context-line.ts';
import { packBlock } from '../lines/pack-block.ts';
import { openProver } from './provable.ts';

/** How often lines that do not hold are replaced by others. */
const ROUNDS = 3;

/**
 * Packs lines that hold in the checkout of a request: where one does not, the room that it leaves goes to others. Only
 * what would be told is proven. Without a place nothing is looked at.
 */
export async function packProven(
  store: Store,
  lines: readonly ContextLine[],
  request: BlockRequest,
): Promise<ContextLine[]> {
  const root = await rootOf(store, request);
  if (root === undefined) return packBlock(lines, request.budget);
  const { prove } = openProver({ store, project: request.project, root });
  let left = [...lines];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = packBlock(left, request.budget);
    const proven = new Map((await prove(chosen)).map((line, n) => [chosen[n], line]));
    if (chosen.every((line) => proven.get(line) === line)) return chosen;
    left = left.flatMap((line) => (proven.has(line) ? (proven.get(line) ?? []) : [line]));
  }
  const last = await prove(packBlock(left, request.budget));
  return last.filter((line) => line !== undefined);
}

/** Root of the checkout: the work tree of the folder, else the root of its project; `undefined` without a place. */
async function rootOf(store: Store, { place, project }: BlockRequest): Promise<string | undefined> {
  if (place?.cwd === undefined) return undefined;
  const worktree = findGit(place.cwd)?.worktree;
  if (worktree !== undefined || project === undefined) return worktree;
  return (await store.log.projects()).find(({ id }) => id === project)?.root;
}
