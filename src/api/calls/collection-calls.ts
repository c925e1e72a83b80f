import * as LIMITS from '../../core/limits.ts';
import { type CallTable, read, write } from './call.ts';
import { boolean, FILTER, integer, needed, PAGE, text, texts } from './fields.ts';

/** Calls about collections of memories. */
export const COLLECTION_CALLS = {
  collect: {
    ...write('Makes, changes or deletes a collection of memories.'),
    input: {
      /** Name or id of the collection that changes. */
      collection: text('Name or id of the collection that changes; without it a new one is made.'),
      /** What it is called from now on. */
      name: text('What it is called from now on.'),
      description: text('What it is for.'),
      query: text('What it is made of: words or a question.'),
      ...FILTER,
      /** How many answers of the query it holds; default 50. */
      limit: integer('How many answers of the query it holds; default 50.', 1, LIMITS.hitsMax),
      live: boolean('Hold what answers the query each time it is read.'),
      /** Ids of memories, or of events for all that was derived from them. */
      add: texts('Ids of memories, or of events, that come to it.', { most: 1_000 }),
      remove: texts('Ids of memories that leave it.', { most: 1_000 }),
      /** True: delete it; false: bring it back. Its memories stay either way. */
      delete: boolean('Delete it, or (false) bring it back. Its memories stay.'),
    },
  },
  collections: {
    ...read('Lists collections, or shows or writes out one of them.'),
    main: 'collection',
    input: {
      /** Name or id. */
      collection: text('Name or id of the one to be shown.'),
      /** List those that were deleted instead. */
      deleted: boolean('Those that were deleted instead.'),
      format: text('Write it out whole.', ['md', 'json', 'plain']),
      ...PAGE,
    },
  },
  ask: {
    ...read('Answers a question from the memories of a collection.'),
    vector: 'question',
    input: {
      /** Name or id. */
      collection: needed(text('Name or id of the collection.')),
      question: needed(text('What is to be answered.')),
      /** How many passages; default 5. */
      limit: integer('How many passages; default 5.', 1, 50),
    },
  },
} as const satisfies CallTable;
