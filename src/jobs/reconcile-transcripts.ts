import { CairnError } from '../core/errors.ts';
import { asString } from '../core/json.ts';
import { type ReconcileDeps, reconcileSession } from '../ingest/transcripts/reconcile-transcripts.ts';
import type { JobHandler } from './runner.ts';

/** Kind of the jobs that read new events of a session's transcripts. Payload: `{ agent, path }`. */
export const RECONCILE = 'reconcile';

/** The handler of `RECONCILE` jobs: reads the named transcript and those of its subagents. */
export function reconcileTranscripts(deps: ReconcileDeps): JobHandler {
  return async (payload) => {
    const agent = asString(payload.agent);
    const path = asString(payload.path);
    if (agent === undefined || path === undefined)
      throw new CairnError('internal', 'a reconcile job without agent or path');
    await reconcileSession({ agent, path }, deps);
  };
}
