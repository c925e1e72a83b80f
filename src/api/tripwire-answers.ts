import type { KnowledgeStatus } from '../core/model/kinds.ts';

/** A tripwire that a command or path meets. */
export interface TrippedEntry {
  id: string;
  status: KnowledgeStatus;
  /** It is confirmed, and tripwires are on. */
  speaks: boolean;
  /** The call would not run, where the agent takes a refusal. */
  refuses: boolean;
  /** `the command npm`, `changes of vendor/`. */
  waitsFor: string;
  /** Id of the rule that it comes from. */
  rule?: string;
  /** What the agent would read. */
  says: string;
}

/** A session in which a tripwire would have spoken: the call at which. */
export interface TripwireFiring {
  /** The call's memory, and its title. */
  id: string;
  title: string;
  /** ISO 8601. */
  at: string;
  sessionId: string;
  /**
   * How the session itself shows that it would have spoken rightly: a person refused the call or corrected it afterwards, it was
   * undone, or it failed and was done as the rule says. Absent where nothing shows it.
   */
  why?: 'refused' | 'corrected' | 'undone' | 'failed';
}

/** What a tripwire would have done over the sessions so far, told once a session. */
export interface TripwireRecord {
  /** Sessions that were looked at: the latest, at most 200. */
  sessions: number;
  fired: number;
  rightly: number;
  /** At most six, those that it would have met rightly first. */
  examples: TripwireFiring[];
}

/** What `tripwires` answers: how many the project has, and those that are met. */
export interface TripwiresResult {
  mode: 'off' | 'warn' | 'block';
  waiting: number;
  met: TrippedEntry[];
}
