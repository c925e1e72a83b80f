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

/** By what is looked and ranked: by words and by meaning with all that tells (`hybrid`, the default), or by one of the two. */
export const SEARCH_MODES = ['hybrid', 'words', 'vectors'] as const;

/** A mode of searching. */
export type SearchMode = (typeof SEARCH_MODES)[number];

/**
 * What is derived again. `items`: all, while what was there stays to be found; `index`: the same, after all that is derived
 * was dropped; `sessions`: what is made of whole sessions, and patterns; `patterns`: these alone; `vectors`: each is made
 * again by the model, and the former one counts until then.
 */
export const REBUILDABLE = ['items', 'index', 'sessions', 'patterns', 'vectors'] as const;

/** One of `REBUILDABLE`. */
export type Rebuildable = (typeof REBUILDABLE)[number];
