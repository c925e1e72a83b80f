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

/** What `tripwires` answers: how many the project has, and those that are met. */
export interface TripwiresResult {
  mode: 'off' | 'warn' | 'block';
  waiting: number;
  met: TrippedEntry[];
}
