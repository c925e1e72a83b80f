import { omitUndefined } from '../../core/omit-undefined.ts';
import { findGit } from '../../platform/git-text.ts';
import type { Store } from '../../store/contract/store.ts';
import type { BlockRequest } from '../lines/block-request.ts';
import type { ContextLine } from '../lines/context-line.ts';
import { packBlock } from '../lines/pack-block.ts';
import { shapeLine } from '../lines/shape-line.ts';
import { openProver } from './provable.ts';

/** How often lines that do not hold are replaced by others. */
const ROUNDS = 3;

/** The lines of a block, and those for which it has no room. */
interface Packed {
  lines: ContextLine[];
  left: ContextLine[];
}

/**
 * Packs lines that hold in the checkout of a request: where one does not, the room that it leaves goes to others. Only
 * what would be told is proven. Without a place nothing is looked at.
 */
export async function packProven(store: Store, lines: readonly ContextLine[], request: BlockRequest): Promise<Packed> {
  const root = await rootOf(store, request);
  const { trail, budget, format } = request;
  let left: ContextLine[] = [];
  const pack = (some: readonly ContextLine[]): ContextLine[] => {
    left = [];
    return packBlock(some, budget, {
      onLeft: (line, tokens) => {
        left.push(line);
        trail?.leave(line, { code: 'room', tokens });
      },
      shape: (line) => shapeLine(line, format),
    });
  };
  if (root === undefined) return { lines: pack(lines), left };
  const { prove, failureOf } = openProver({ store, project: request.project, root });
  const leaveGone = (line: ContextLine): [] => {
    trail?.leave(line, { code: 'gone', ...omitUndefined({ says: failureOf(line) }) });
    return [];
  };
  let rest = [...lines];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = pack(rest);
    const proven = new Map((await prove(chosen)).map((line, n) => [chosen[n], line]));
    if (chosen.every((line) => proven.get(line) === line)) return { lines: chosen, left };
    rest = rest.flatMap((line) => (proven.has(line) ? (proven.get(line) ?? leaveGone(line)) : [line]));
  }
  const packed = pack(rest);
  const sure = (await prove(packed)).flatMap((line, n) => line ?? packed.slice(n, n + 1).flatMap(leaveGone));
  return { lines: sure, left };
}

/** Root of the checkout: the work tree of the folder, else the root of its project; `undefined` without a place. */
async function rootOf(store: Store, { place, project }: BlockRequest): Promise<string | undefined> {
  if (place?.cwd === undefined) return undefined;
  const worktree = findGit(place.cwd)?.worktree;
  if (worktree !== undefined || project === undefined) return worktree;
  return (await store.log.projects()).find(({ id }) => id === project)?.root;
}
