import type { JsonObject } from '../core/json.ts';

/** A job. `dueAt`: of one that is under way, when its lease ends. `progress`: as the work reported it last. */
export interface JobEntry {
  id: number;
  kind: string;
  key: string;
  state: 'ready' | 'leased' | 'dead';
  priority: number;
  attempts: number;
  dueAt: string;
  error?: string;
  progress?: JsonObject;
  /** It was asked to stop. */
  isCancelled?: true;
}

/** Jobs in the order in which they came, and what waits to be derived and distilled. */
export interface JobsResult {
  jobs: JobEntry[];
  waiting: { events: number; sessions: number; patterns: number };
}
