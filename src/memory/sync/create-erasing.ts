import { ignore } from '../../platform/ignored.ts';
import type { Erasing } from '../../sync/pull-changes.ts';
import { findEvents, leaveNoTrace, type TraceDeps } from '../forget/leave-no-trace.ts';
import { searchPatternsOf } from '../forget/search-home.ts';
import { dropSessions } from '../forget/trash.ts';

/** Builds how a home erases what a member took back: as if its own person forgot it. What is left is an error that `doctor` shows. */
export function createErasing(deps: TraceDeps): Erasing {
  return {
    passagesOf: (events) => searchPatternsOf(deps.store, events),
    dropKept: (sessions) => dropSessions(deps.paths, sessions),
    async leaveNoTrace(passages, events) {
      const { search } = await leaveNoTrace(deps, passages, events && findEvents(events));
      if (search.found.length > 0)
        ignore(new Error(search.found.join(', ')), 'words that a member took back still stand in a file of the home');
    },
  };
}
