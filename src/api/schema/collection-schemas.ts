import type { JsonObject } from '../../core/json.ts';
import { AUTHORS, ITEM_KINDS } from '../../core/model/kinds.ts';
import type { AskResult, CollectionEntry, CollectionsResult, CollectResult, Passage } from '../collection-answers.ts';
import { anything, boolean, integer, listOf, number, oneOf, refer, shape, text, texts, time } from './schema-shape.ts';

/** Parts of answers about collections, by the name under which they are referred to. */
export const COLLECTION_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Collection: shape<CollectionEntry>(
    { id: text, name: text, live: boolean, members: integer, createdAt: time, changedAt: time },
    { description: text, query: anything, deleted: boolean },
  ),
};

const notes = listOf(refer('Note'));

/** What the routes of collections answer. */
export const COLLECTION_ANSWERS = {
  collect: shape<CollectResult>(
    {
      status: oneOf(['created', 'changed', 'unchanged', 'deleted', 'restored']),
      collection: refer('Collection'),
      missing: texts,
    },
    {},
  ),
  collections: shape<CollectionsResult>(
    { collections: listOf(refer('Collection')), tokens: integer },
    { entries: listOf(refer('Entry')), nextCursor: text, text },
  ),
  ask: shape<AskResult>(
    {
      collection: text,
      passages: listOf(
        shape<Passage>(
          { id: text, kind: oneOf(ITEM_KINDS), at: time, title: text, text, author: oneOf(AUTHORS), score: number },
          {},
        ),
      ),
      text,
      ids: texts,
      tokens: integer,
      notes,
    },
    { model: text },
  ),
} satisfies Record<string, JsonObject>;
