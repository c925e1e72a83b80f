import { CairnError } from '../../../core/errors.ts';
import type { EventKind, EventSource } from '../../../core/model/event.ts';
import type {
  Author,
  Category,
  ItemKind,
  KnowledgeKind,
  Meaning,
  ObservationKind,
  PatternKind,
} from '../../../core/model/kinds.ts';
import type { ItemLink } from '../../contract/items.ts';

/** Words stored as small integers: the index of the word in its list. Lists may only grow at their end. */
export interface Codes<Word extends string> {
  toCode(word: Word): number;
  toWord(code: number): Word;
  words: readonly Word[];
}

function codes<Word extends string>(words: readonly Word[]): Codes<Word> {
  const places = new Map(words.map((word, place) => [word, place]));
  return {
    toCode: (word) => places.get(word) ?? fail(word),
    toWord: (code) => words[code] ?? fail(String(code)),
    words,
  };
}

function fail(what: string): never {
  throw new CairnError('internal', `The store has no code for "${what}".`);
}

/** Kinds of events. */
export const EVENT_CODES: Codes<EventKind> = codes([
  'session.start',
  'session.end',
  'prompt',
  'message',
  'tool.start',
  'tool.end',
  'subagent.start',
  'subagent.end',
  'compact.start',
  'compact.end',
  'turn.end',
  'turn.failed',
  'notification',
  'permission',
  'noted',
  'revised',
  'confirmed',
  'withdrawn',
  'hidden',
  'shown',
  'renamed',
  'retired',
  'restored',
  'collected',
  'pruned',
]);

/** Kinds of items. */
export const ITEM_CODES: Codes<ItemKind> = codes([
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
]);

/** The subkind of an item: the kind of an observation or of knowledge. */
export const SORT_CODES: Codes<ObservationKind | KnowledgeKind> = codes([
  'file-read',
  'file-write',
  'command',
  'research',
  'delegation',
  'tool-use',
  'note',
  'constraint',
  'decision',
  'heuristic',
  'rejected',
]);

/** What an observation means for the work. */
export const MEANING_CODES: Codes<Meaning> = codes([
  'bugfix',
  'feature',
  'refactor',
  'change',
  'discovery',
  'decision',
]);

/** What part of the work an item is about. */
export const CATEGORY_CODES: Codes<Category> = codes([
  'security',
  'testing',
  'debugging',
  'architecture',
  'refactoring',
  'config',
  'docs',
  'feature-dev',
  'general',
]);

/** What recurs over sessions. */
export const PATTERN_CODES: Codes<PatternKind> = codes([
  'error',
  'fix',
  'decision',
  'preference',
  'architecture',
  'workflow',
  'tripwire',
]);

/** Who said it. */
export const AUTHOR_CODES: Codes<Author> = codes(['person', 'agent', 'tool', 'repo', 'web']);

/** Who reported an event. */
export const SOURCE_CODES: Codes<EventSource> = codes(['hook', 'transcript', 'sdk', 'mcp', 'cli', 'http', 'import']);

/** How two items are related. */
export const RELATION_CODES: Codes<ItemLink['relation']> = codes(['repeats', 'near', 'supersedes', 'part-of']);

/** The bit of a source in an event's set of sources. */
export function sourceBit(source: EventSource): number {
  return 1 << SOURCE_CODES.toCode(source);
}

/** The sources of a set of bits. */
export function sourcesOf(bits: number): EventSource[] {
  return SOURCE_CODES.words.filter((_, place) => bits & (1 << place));
}
