import { CairnError } from '../core/errors.ts';
import type { Store } from '../store/contract/store.ts';
import type { JobHandler } from './runner.ts';

/** Kind of the jobs that empty the write-ahead file after a reader still held a state with forgotten rows. */
export const FINISH_FORGETTING = 'finish-forgetting';

/** The handler of `FINISH_FORGETTING` jobs; throws `busy`, to be retried, while that reader is open. */
export function finishForgetting(store: Pick<Store, 'checkpoint'>): JobHandler {
  return async () => {
    if (await store.checkpoint()) return;
    throw new CairnError('busy', 'A reader of an older state keeps the write-ahead file.', { fix: 'cairn doctor' });
  };
}
