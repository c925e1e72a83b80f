import type { Entry, Note } from './answers.ts';

/**
 * Two statements on one subject that differ. `sure`: they cannot both hold, and the newer wins unless a person says
 * otherwise; else they may, and both count.
 */
export interface Contradiction {
  older: Entry;
  newer: Entry;
  sure: boolean;
}

/** What `contradictions` answers, sure ones first, then those with the newest statement. */
export interface ContradictionsResult {
  contradictions: Contradiction[];
  tokens: number;
  notes: Note[];
}
