import { ignore } from '../../platform/ignored.ts';
import type { Erasing } from '../../sync/erasing.ts';
import { findEvents, leaveNoTrace, type TraceDeps } from '../forget/leave-no-trace.ts';
import { searchPatternsOf } from '../forget/search-home.ts';
import { batchesWith, dropSessions } from '../forget/trash.ts';

/** What a line of the trash says a shared memory was made of. */
const MADE_OF = /"from":\{"event":"(e_[a-z2-7]{16})"/;

/** Builds how a home erases what a member took back: as if its own person forgot it. What is left is an error that `doctor` shows. */
export function createErasing(deps: TraceDeps): Erasing {
  return {
    passagesOf: (events) => searchPatternsOf(deps.store, events),
    keeps: async (events) =>
      (
        await batchesWith(
          deps.paths,
          events.map((id) => `"${id}"`),
        )
      ).length > 0,
    async dropKept(sessions) {
      const lines = await dropSessions(deps.paths, sessions);
      return lines.flatMap((line) => MADE_OF.exec(line)?.[1] ?? []);
    },
    async leaveNoTrace(passages, events) {
      const { search } = await leaveNoTrace(deps, passages, events && findEvents(events));
      if (search.found.length > 0)
        ignore(new Error(search.found.join(', ')), 'words that a member took back still stand in a file of the home');
    },
  };
}
