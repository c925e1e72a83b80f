import type { Note } from './answers.ts';

/** One thing that sessions of a project show, with the ids of what shows it. */
export interface PageLine {
  text: string;
  ids: string[];
}

/** A section of the page: `Commands`, `Hard to find`, `Left open`, `Standing wishes`. */
export interface PageSection {
  title: string;
  lines: PageLine[];
}

/** What `project` answers; without sections where nothing is known that the repository does not say. */
export interface ProjectPage {
  /** The whole page as text. */
  text: string;
  project?: { id: string; name: string };
  /** Sessions that were looked at: the latest, at most 100. */
  sessions: number;
  /** ISO 8601, of the first and the last activity of these. */
  firstAt?: string;
  lastAt?: string;
  sections: PageSection[];
  ids: string[];
  tokens: number;
  notes: Note[];
}
