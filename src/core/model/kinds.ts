/** What can be found. */
export const ITEM_KINDS = [
  'observation',
  'knowledge',
  'prompt',
  'message',
  'summary',
  'checkpoint',
  'topic',
  'snippet',
  'commit',
  'pattern',
] as const;

/** A kind of item. */
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Kinds that age. Knowledge, what was noted on purpose, commits and what is made of whole sessions never do. */
export const PRUNED_KINDS = ['observation', 'prompt', 'message'] as const satisfies ItemKind[];

/** A kind that ages. */
export type PrunedKind = (typeof PRUNED_KINDS)[number];

/** What an observation is of (mission C4), or a free note. */
export const OBSERVATION_KINDS = [
  'file-read',
  'file-write',
  'command',
  'research',
  'delegation',
  'tool-use',
  'note',
] as const;

/** A kind of observation. */
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** What a piece of knowledge states (mission C7). */
export const KNOWLEDGE_KINDS = ['constraint', 'decision', 'heuristic', 'rejected'] as const;

/** A kind of knowledge. */
export type KnowledgeKind = (typeof KNOWLEDGE_KINDS)[number];

/** What an observation means for the work (mission C5). */
export const MEANINGS = ['bugfix', 'feature', 'refactor', 'change', 'discovery', 'decision'] as const;

/** A meaning. */
export type Meaning = (typeof MEANINGS)[number];

/** What part of the work an item is about (mission C6). */
export const CATEGORIES = [
  'security',
  'testing',
  'debugging',
  'architecture',
  'refactoring',
  'config',
  'docs',
  'feature-dev',
  'general',
] as const;

/** A category. */
export type Category = (typeof CATEGORIES)[number];

/** Who the words of an item are from; what a tool, the repository or the web said is never told as an instruction. */
export const AUTHORS = ['person', 'agent', 'tool', 'repo', 'web'] as const;

/** An author. */
export type Author = (typeof AUTHORS)[number];

/** Where a piece of knowledge stands: a person's counts, an agent's is proposed until a person confirms it. */
export type KnowledgeStatus = 'stated' | 'proposed' | 'confirmed' | 'superseded' | 'withdrawn';

/** True for what does not count any more: something later took its place, or it was taken back. */
export function isOver(status: KnowledgeStatus | undefined): status is 'superseded' | 'withdrawn' {
  return status === 'superseded' || status === 'withdrawn';
}

/** What recurs over sessions (mission M6), and what speaks up when an action meets it (R10). */
export const PATTERN_KINDS = [
  'error',
  'fix',
  'decision',
  'preference',
  'architecture',
  'workflow',
  'tripwire',
] as const;

/** A kind of pattern. */
export type PatternKind = (typeof PATTERN_KINDS)[number];
