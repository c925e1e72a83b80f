// derive/session: reduces a whole session to items and findings. Each rule is a reducer over the session's items, oldest first,
// with a state that does not grow with the session; `derive/pattern` merges the findings of sessions into patterns.
// Nothing here reads a clock, a file or a store.

import type { Finding } from '../../core/model/finding.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { NO_SESSION } from '../../core/model/own-sessions.ts';

/** A session as the rules read it. Times in milliseconds since 1970. */
export interface DistilledSession {
  id: SessionId;
  agent: string;
  agentSession?: string;
  project?: ProjectId;
  startedAt: number;
  lastAt: number;
  endedAt?: number;
}

/** Result of a rule over a session: items of the session as a whole, and findings. */
export interface SessionYield {
  items: Item[];
  findings: Finding[];
}

/** One pass of one rule over one session. */
export interface SessionReducer {
  /** Takes the next item, ordered by `at`, then id; items derived from the session as a whole are left out. */
  take(item: Item): void;
  end(): SessionYield;
}

/** Starts the pass of one rule over one session. */
export type CreateSessionReducer = (session: DistilledSession) => SessionReducer;

/** The project for which an item states something. What is stated outside any session is of many projects, or of none. */
export function projectOf(item: Pick<Item, 'project'>, session: DistilledSession): ProjectId | undefined {
  return session.agentSession === NO_SESSION ? item.project : (item.project ?? session.project);
}
