import type { Item } from '../../../core/model/item.ts';
import { createCheckpointReducer } from '../checkpoint.ts';
import type { CreateSessionReducer } from '../session-reducer.ts';
import { createSummaryReducer } from '../summary.ts';
import { ChangedTogetherFinder } from './find-changed-together.ts';
import { CheckFinder } from './find-checks.ts';
import { ErrorFinder } from './find-errors.ts';
import { StatementFinder } from './find-statements.ts';
import { createTripwireReducer } from './find-tripwires.ts';
import { FindingSet } from './finding-set.ts';

/** Finds one kind of pattern in the items of a session, and adds it to the session's findings. */
interface Finder {
  take(item: Item): void;
  end?(): void;
}

/** Reduces a session to findings: errors and fixes, checks, files that change together, statements. */
export const createFindingsReducer: CreateSessionReducer = (session) => {
  const findings = new FindingSet(session);
  const finders: Finder[] = [
    new ErrorFinder(findings),
    new CheckFinder(findings),
    new ChangedTogetherFinder(findings),
    new StatementFinder(findings, session),
  ];
  return {
    take(item: Item): void {
      if (item.detail.echo === true || item.session !== session.id) return;
      for (const finder of finders) finder.take(item);
    },
    end() {
      for (const finder of finders) finder.end?.();
      return { items: [], findings: findings.list() };
    },
  };
};

/** Every rule over whole sessions; each of them takes every item of a session once. */
export const SESSION_REDUCERS: readonly CreateSessionReducer[] = [
  createCheckpointReducer,
  createSummaryReducer,
  createFindingsReducer,
  createTripwireReducer,
];
