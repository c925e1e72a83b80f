/** Kinds of items. */
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

/** Kinds that are pruned by age. Knowledge, notes, commits and aggregates never are. */
export const PRUNED_KINDS = ['observation', 'prompt', 'message'] as const satisfies ItemKind[];

/** A kind that ages. */
export type PrunedKind = (typeof PRUNED_KINDS)[number];

/** What an observation is about, or a free note. */
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

/** What a piece of knowledge states. */
export const KNOWLEDGE_KINDS = ['constraint', 'decision', 'heuristic', 'rejected'] as const;

/** A kind of knowledge. */
export type KnowledgeKind = (typeof KNOWLEDGE_KINDS)[number];

/** What an observation means for the work. */
export const MEANINGS = ['bugfix', 'feature', 'refactor', 'change', 'discovery', 'decision'] as const;

/** A meaning. */
export type Meaning = (typeof MEANINGS)[number];

/** Which part of the work an item is about. */
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

/**
 * Who the words of an item are from; words of a tool, the repository, the web or another member of the team are never
 * injected as an instruction.
 */
export const AUTHORS = ['person', 'agent', 'tool', 'repo', 'web', 'member'] as const;

/** An author. */
export type Author = (typeof AUTHORS)[number];

/**
 * The status of a piece of knowledge: a person's statement counts, an agent's is proposed until a person confirms it.
 */
export const KNOWLEDGE_STATUSES = ['stated', 'proposed', 'confirmed', 'superseded', 'withdrawn'] as const;

/** A status of knowledge. */
export type KnowledgeStatus = (typeof KNOWLEDGE_STATUSES)[number];

/** True for knowledge that no longer counts: superseded or withdrawn. */
export function isOver(status: KnowledgeStatus | undefined): status is 'superseded' | 'withdrawn' {
  return status === 'superseded' || status === 'withdrawn';
}

/** What was done with a memory in a person's name. */
export const PERSON_ACTS = [
  'stated',
  'revised',
  'confirmed',
  'withdrawn',
  'superseded',
  'reopened',
  'hidden',
  'shown',
  'muted',
  'unmuted',
  'renamed',
  'merged',
  'retired',
  'restored',
  'collected',
] as const;

/** One of `PERSON_ACTS`. */
export type PersonAct = (typeof PERSON_ACTS)[number];

/** How a person said something: typed into a terminal, in a prompt, or by way of a file that was imported. */
export const SAID_HOW = ['terminal', 'prompt', '/remember', 'answer', 'refusal', 'import'] as const;

/** One of `SAID_HOW`. */
export type SaidHow = (typeof SAID_HOW)[number];

/** What recurs over sessions, and which tripwires can match an action. */
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

/**
 * How to search and rank: by words and by meaning with all ranking features (`hybrid`, the default), or by one of the
 * two alone.
 */
export const SEARCH_MODES = ['hybrid', 'words', 'vectors'] as const;

/** A search mode. */
export type SearchMode = (typeof SEARCH_MODES)[number];

/**
 * What a rebuild derives again. `items`: all items, while the former ones remain searchable; `index`: the same, after
 * dropping everything derived; `sessions`: the aggregates of sessions, and patterns; `patterns`: these alone;
 * `vectors`: the model computes each again, and the former one counts until then.
 */
export const REBUILDABLE = ['items', 'index', 'sessions', 'patterns', 'vectors'] as const;

/** One of `REBUILDABLE`. */
export type Rebuildable = (typeof REBUILDABLE)[number];

/** How a session came out, as far as its items show it. */
export const OUTCOMES = ['done', 'part', 'blocked', 'abandoned', 'unknown'] as const;

/** An outcome of a session. */
export type Outcome = (typeof OUTCOMES)[number];

/**
 * What a line lacks that was considered for a block and left out. `room`: of the budget, or of the number of such lines;
 * `muted`: a person muted it; `told`: the session knows it already; `repeats`: another line says the same; `besides`: the line
 * that it belongs to was left out; `bearing`: it has too little in common with the prompt; `superseded`: something later says
 * otherwise; `doubt`: it says itself that it is uncertain or not to be used; `claim`: an agent alone called something
 * impossible; `outside`: it may be the word of somebody outside; `stands`: the agent reads it anyway, in a file; `gone`: what
 * it names is not in the checkout any more.
 */
export const LINE_LACKS = [
  'room',
  'muted',
  'told',
  'repeats',
  'besides',
  'bearing',
  'superseded',
  'doubt',
  'claim',
  'outside',
  'stands',
  'gone',
] as const;

/** One of `LINE_LACKS`. */
export type LineLack = (typeof LINE_LACKS)[number];
