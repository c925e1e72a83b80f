import type { Entry, Note } from './answers.ts';

/** Two statements on one subject that cannot both hold. The newer wins, unless a person says otherwise. */
export interface Contradiction {
  older: Entry;
  newer: Entry;
}

/** What `contradictions` answers, those with the newest statement first. */
export interface ContradictionsResult {
  contradictions: Contradiction[];
  tokens: number;
  notes: Note[];
}
