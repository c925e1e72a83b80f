// derive/session: what a whole session means. Each rule is a fold over the session's items, oldest first, with a state that
// does not grow with the session; what recurs over sessions is told as findings, which `derive/pattern` puts together.
// Nothing here reads a clock, a file or a store.

import type { Finding } from '../../core/model/finding.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';

/** A session as the rules see it. Times in milliseconds since 1970. */
export interface DistilledSession {
  id: SessionId;
  agent: string;
  project?: ProjectId;
  startedAt: number;
  lastAt: number;
  endedAt?: number;
}

/** What a rule makes of a session: items of the session as a whole, and findings. */
export interface SessionYield {
  items: Item[];
  findings: Finding[];
}

/** One pass of one rule over one session. */
export interface SessionReducer {
  /** Takes the next item, oldest first by `at`, then id. Items made of the session as a whole are not among them. */
  take(item: Item): void;
  end(): SessionYield;
}

/** Begins a pass. */
export type CreateSessionReducer = (session: DistilledSession) => SessionReducer;
