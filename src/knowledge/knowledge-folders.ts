// knowledge: memory in the repository, as files. What others wrote there is the repository's words: found by search, told by no
// block before a person accepted it. Nothing here is a call, and nothing is written that no person shared.

import { dropOldest } from '../core/drop-oldest.ts';
import { SHARED } from '../core/model/shared-memory.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { createProjectResolver } from '../projects/resolve-project.ts';
import { findCheckout, folderStamp } from './checkout.ts';
import { type KnowledgeDeps, type TakenFolder, takeInFolder } from './take-in.ts';

/** Upper bound on the checkouts whose folders are known not to have changed. */
const STAMPS = 200;

/** Reads the files of checkouts into the memory, one folder after the other. */
export interface KnowledgeFolders {
  /** Takes in the folder of the checkout that a folder is in, later, where it changed since. Never rejects. */
  look(folder: string): void;
  /** The same at once, changed or not; `undefined` outside of git, and for a home folder that is a checkout. */
  read(folder: string): Promise<TakenFolder | undefined>;
  /** Notes that this home shared a memory. */
  noteShared(id: string): Promise<void>;
  /** Resolves when no reading is under way. */
  done(): Promise<void>;
}

/** Builds the reading of knowledge files over a store and an intake. */
export function createKnowledgeFolders(deps: KnowledgeDeps & { userHome: string }): KnowledgeFolders {
  const stamps = new Map<string, string>();
  const projectOf = createProjectResolver({ userHome: deps.userHome, now });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = Promise.allSettled([done]);
    return done;
  };
  const takeIn = async (root: string): Promise<TakenFolder | undefined> => {
    const project = projectOf(root)?.id;
    if (project === undefined) return undefined;
    const stamp = folderStamp(root);
    const folder = await takeInFolder(deps, { root, project });
    stamps.delete(root);
    if (folder.isTaken) stamps.set(root, stamp);
    dropOldest(stamps, STAMPS);
    return folder;
  };
  return {
    look(folder) {
      inTurn(async () => {
        const root = findCheckout(folder);
        if (root !== undefined && stamps.get(root) !== folderStamp(root)) await takeIn(root);
      }).catch((error: unknown) => ignore(error, 'the knowledge of a repository could not be read'));
    },
    read: (folder) =>
      inTurn(async () => {
        const root = findCheckout(folder);
        return root === undefined ? undefined : takeIn(root);
      }),
    noteShared: (id) => deps.store.log.count({ [`${SHARED}${id}`]: 1 }, now()),
    done: async () => void (await last),
  };
}
