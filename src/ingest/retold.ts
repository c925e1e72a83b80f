import { withoutSummary } from '../core/model/compaction.ts';
import type { CleanEvent, EventKind } from '../core/model/event.ts';
import type { Untimed } from '../core/model/untold.ts';
import type { Log, ProjectRow } from '../store/contract/log.ts';
import { isOfAgent } from './narrow-event.ts';
import type { Happened } from './pauses.ts';

/** Why a summary of a compaction is left out: its agent knows what is not kept of the session. */
export const RETELLS = 'summary of what is not kept';

/** Triggers by which a session begins, and none of which it goes on. */
const BEGINS = new Set(['startup', 'clear']);
const STARTS: EventKind[] = ['session.start'];
/** Upper bound on the starts of a session that are looked at. */
const STARTS_MAX = 50;

/** An event and its project. */
export interface EventWithProject {
  event: CleanEvent;
  project?: ProjectRow;
}

interface PauseDeps {
  log: Pick<Log, 'select' | 'sessions'>;
  isPaused?: (happened: Happened) => boolean;
}

/** True for what an agent did in a pause; with a span of time, in one that a pause meets. */
export function isPaused(
  { event, project }: EventWithProject,
  untimed: Untimed | undefined,
  { isPaused: isIn }: Pick<PauseDeps, 'isPaused'>,
): boolean {
  const { source, at, cwd, trace } = event;
  return isOfAgent(event) && isIn?.({ source, at, untimed, cwd, trace, root: project?.root }) === true;
}

/** An event without the summary of a session in which there was a pause: its agent knows what was said meanwhile. */
export async function withoutPaused(placed: EventWithProject, deps: PauseDeps): Promise<EventWithProject> {
  const event = withoutSummary(placed.event);
  if (event === placed.event || !isPaused(placed, { from: 0, until: event.at }, deps)) return placed;
  const from = Math.min(await knownSince(event, deps.log), event.at);
  return isPaused(placed, { from, until: event.at }, deps) ? { ...placed, event } : placed;
}

/**
 * Since when the agent of a session can know what happened (milliseconds since 1970): where its first start was not told, a hook's
 * session may be of any age, and a transcript was read from its beginning.
 */
async function knownSince({ session, source, at }: CleanEvent, log: PauseDeps['log']): Promise<number> {
  const starts = await log.select({ session, kinds: STARTS }, { after: 0, limit: STARTS_MAX });
  const first = starts.find(({ body }) => body.kind === 'session.start' && BEGINS.has(body.trigger));
  if (first !== undefined || source === 'hook') return first?.at ?? 0;
  const [row] = await log.sessions({ ids: [session], limit: 1 });
  return row?.startedAt ?? at;
}
