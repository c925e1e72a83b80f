import type { JsonObject } from '../core/json.ts';
import type { Author, KnowledgeStatus, PatternKind } from '../core/model/kinds.ts';
import type { Note } from './answers.ts';
import type { TripwireRecord } from './tripwire-answers.ts';

/** Something that recurs, as `patterns` gives it. */
export interface PatternEntry {
  id: string;
  kind: PatternKind;
  /** One line that names it. */
  label: string;
  /** The same in one text of at most 2,000 characters. */
  text: string;
  key: string;
  count: number;
  sessions: number;
  /** ISO 8601, of the first and the last time. */
  firstAt: string;
  lastAt: string;
  firstSession: string;
  lastSession: string;
  project?: string;
  files: string[];
  /** Ids of what shows it, the most telling first. */
  evidence: string[];
  author: Author;
  exposed: boolean;
  /** Only for a tripwire and for a wish that returned: neither speaks up before a person confirms it. */
  status?: KnowledgeStatus;
  /** Only for what waits to be judged: names its words as they are, for `of` of `update`. */
  stamp?: string;
  /** Only for tripwires, where they alone are asked for. */
  record?: TripwireRecord;
  /** Fields of one kind only. */
  more?: JsonObject;
  tokens: number;
}

/** What `patterns` answers: those seen last first. */
export interface PatternsResult {
  patterns: PatternEntry[];
  nextCursor?: string;
  tokens: number;
  notes: Note[];
}
