import { dropOldest } from '../core/drop-oldest.ts';
import type { CleanEvent } from '../core/model/event.ts';
import type { SessionId } from '../core/model/ids.ts';
import { sessionId } from '../core/model/ids.ts';
import { NO_SESSION } from '../core/model/own-sessions.ts';
import type { Log, ProjectRow } from '../store/contract/log.ts';
import type { ProjectResolver } from './resolve-project.ts';

const SESSIONS_KEPT = 10_000;

/** The agent, session and folder of an event. */
export type SessionPlace = Pick<CleanEvent, 'agent' | 'agentSession' | 'cwd'>;

/** Finds the project of events and of hooks' requests for context by the same rule. */
export interface SessionProjects {
  /** Reads the first folders of sessions from the log, once a session; call it before `of` and `take`. */
  load(places: readonly SessionPlace[]): Promise<void>;
  /**
   * The project of the folder's repository or mark, otherwise that of the session's first folder. `undefined` without a
   * folder, and for folders that are no project.
   */
  of(place: SessionPlace): ProjectRow | undefined;
  /** As `of`, for an event that is appended: its folder becomes its session's first one when the session had none. */
  take(place: SessionPlace): ProjectRow | undefined;
}

/** Builds the rule over a log; it caches the first folders of the 10,000 sessions loaded last. */
export function createSessionProjects(log: Pick<Log, 'sessions'>, resolve: ProjectResolver): SessionProjects {
  const firstFolders = new Map<SessionId, string | undefined>();
  const of = (place: SessionPlace): ProjectRow | undefined => {
    if (place.cwd === undefined) return undefined;
    const session = sessionOf(place);
    return resolve(place.cwd, (session === undefined ? undefined : firstFolders.get(session)) ?? place.cwd);
  };
  return {
    async load(places) {
      const sessions = new Set(places.map(sessionOf).filter((session) => session !== undefined));
      const ids = [...sessions].filter((session) => !firstFolders.has(session));
      if (ids.length === 0) return;
      const rows = await log.sessions({ ids, limit: ids.length });
      const known = new Map(rows.map(({ id, cwd }) => [id, cwd]));
      for (const id of ids) firstFolders.set(id, firstFolders.get(id) ?? known.get(id));
      dropOldest(firstFolders, SESSIONS_KEPT);
    },
    of,
    take(place) {
      const session = sessionOf(place);
      if (session !== undefined && place.cwd !== undefined && firstFolders.get(session) === undefined) {
        firstFolders.set(session, place.cwd);
      }
      return of(place);
    },
  };
}

/** The session of a place. Notes outside of sessions share one id but no folder, so they have none. */
function sessionOf({ agent, agentSession }: SessionPlace): SessionId | undefined {
  return agentSession === NO_SESSION ? undefined : sessionId(agent, agentSession);
}
