import type { JsonObject } from '../core/json.ts';
import type { Author, ItemKind } from '../core/model/kinds.ts';
import type { Entry, Note } from './answers.ts';

/** A collection in short. */
export interface CollectionEntry {
  id: string;
  name: string;
  description?: string;
  /** What it was made from, or holds the answers to. */
  query?: JsonObject;
  live: boolean;
  /** Memories that it holds; of a live one those that were put in by hand. */
  members: number;
  /** ISO 8601. */
  createdAt: string;
  changedAt: string;
  deleted?: true;
}

/** What `collect` did. `missing`: ids that name no memory. */
export interface CollectResult {
  status: 'created' | 'changed' | 'unchanged' | 'deleted' | 'restored';
  collection: CollectionEntry;
  missing: string[];
}

/** What `collections` answers: all of them or, with the memories that it holds, the one that was asked for. */
export interface CollectionsResult {
  collections: CollectionEntry[];
  entries?: Entry[];
  /** Present when there is more. */
  nextCursor?: string;
  /** The collection whole, in the format that was asked for. */
  text?: string;
  tokens: number;
}

/** The sentences of a memory that bear on a question. */
export interface Passage {
  id: string;
  kind: ItemKind;
  at: string;
  title: string;
  text: string;
  author: Author;
  score: number;
}

/** What `ask` answers: passages, the best first, and an answer in sentences, each with the ids it comes from. */
export interface AskResult {
  collection: string;
  passages: Passage[];
  text: string;
  /** Name of the model that wrote `text`; absent: it was made by rules. */
  model?: string;
  ids: string[];
  tokens: number;
  notes: Note[];
}
