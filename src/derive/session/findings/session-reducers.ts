import type { Item } from '../../../core/model/item.ts';
import { createCheckpointReducer } from '../checkpoint.ts';
import type { CreateSessionReducer } from '../session-reducer.ts';
import { createSummaryReducer } from '../summary.ts';
import { ChangedTogetherFinder } from './find-changed-together.ts';
import { ErrorFinder } from './find-errors.ts';
import { LayerFinder } from './find-layers.ts';
import { StatementFinder } from './find-statements.ts';
import { createTripwireReducer } from './find-tripwires.ts';
import { WorkflowFinder } from './find-workflows.ts';
import { FindingSet } from './finding-set.ts';

/** Finds one kind of pattern in the items of a session, and adds it to the session's findings. */
interface Finder {
  take(item: Item): void;
  end?(): void;
}

/** Reduces a session to findings: errors and fixes, workflows, files that change together, layers, statements. */
export const createFindingsReducer: CreateSessionReducer = (session) => {
  const findings = new FindingSet(session);
  const finders: Finder[] = [
    new ErrorFinder(findings),
    new WorkflowFinder(findings),
    new ChangedTogetherFinder(findings),
    new LayerFinder(findings),
    new StatementFinder(findings),
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
