import { dropOldest } from '../core/drop-oldest.ts';
import type { CleanEvent } from '../core/model/event.ts';
import type { SessionId } from '../core/model/ids.ts';
import { sessionId } from '../core/model/ids.ts';
import { NO_SESSION } from '../derive/event/note-item.ts';
import type { Log, ProjectRow } from '../store/contract/log.ts';
import type { ProjectResolver } from './resolve-project.ts';

const SESSIONS_KEPT = 10_000;

/** Where something happens: in which session of which agent, and in which folder. */
export type SessionPlace = Pick<CleanEvent, 'agent' | 'agentSession' | 'cwd'>;

/** Finds the project of what happens in sessions, by one rule for events and for the context that hooks ask for. */
export interface SessionProjects {
  /** Reads the first folders of the places' sessions from the log, once a session; to be called before `of` and `take`. */
  load(places: readonly SessionPlace[]): Promise<void>;
  /**
   * The project of a place: that of its folder's repository or project's mark, else that of the session's first folder.
   * `undefined` for a place without a folder, and for folders that are no project.
   */
  of(place: SessionPlace): ProjectRow | undefined;
  /** As `of`, for an event that is appended: its folder is its session's first one when the session had none. */
  take(place: SessionPlace): ProjectRow | undefined;
}

/** Builds the rule over a log; it remembers the first folders of the 10,000 sessions that were loaded last. */
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

/** The session of a place. Notes outside of any share one id, but no folder: each belongs to its own. */
function sessionOf({ agent, agentSession }: SessionPlace): SessionId | undefined {
  return agentSession === NO_SESSION ? undefined : sessionId(agent, agentSession);
}
