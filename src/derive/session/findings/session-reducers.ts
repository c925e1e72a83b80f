import { createCheckpointReducer } from '../checkpoint.ts';
import type { CreateSessionReducer } from '../session-reducer.ts';
import { createSummaryReducer } from '../summary.ts';
import { createFindingsReducer } from './find-patterns.ts';
import { createTripwireReducer } from './find-tripwires.ts';

/** Every rule over whole sessions; all of them see each item of a session once. */
export const SESSION_REDUCERS: readonly CreateSessionReducer[] = [
  createCheckpointReducer,
  createSummaryReducer,
  createFindingsReducer,
  createTripwireReducer,
];
