import { createCheckpointFold } from '../checkpoint.ts';
import type { CreateSessionFold } from '../session-fold.ts';
import { createSummaryFold } from '../summary.ts';
import { createFindingsFold } from './find-patterns.ts';
import { createTripwireFold } from './find-tripwires.ts';

/** Every rule over whole sessions; all of them see each item of a session once. */
export const SESSION_FOLDS: readonly CreateSessionFold[] = [
  createCheckpointFold,
  createSummaryFold,
  createFindingsFold,
  createTripwireFold,
];
