import type { PersonAct, SaidHow } from '../core/model/kinds.ts';

/** One thing that stands in a person's name. */
export interface ReviewLogEntry {
  /** ISO 8601. */
  at: string;
  act: PersonAct;
  how: SaidHow;
  /** The memory, project or collection that it is about. */
  id: string;
  /** What was stated, or the title of what it is about; at most 160 characters. */
  text: string;
  /** The agent in whose session it was said; absent for what was said outside any. */
  agent?: string;
  sessionId?: string;
  /** The terminal at which the person was found. */
  terminal?: string;
  /** An agent turned out to have run it, so that it counts as the agent's: which one, and what shows that. */
  takenBack?: { at: string; agent: string; sessionId: string; eventId: string };
}

/** What `reviewLog` answers, newest first. `nextCursor` is absent on the last page. */
export interface ReviewLogResult {
  entries: ReviewLogEntry[];
  nextCursor?: string;
}
