import { LIMITS } from '../core/limits.ts';
import { defineTool } from './arguments.ts';
import { renderAsked, renderCollected, renderCollection, renderCollections } from './render-collections.ts';
import type { Tool } from './tool.ts';

const IDS_MAX = 100;
const SHOWN_MAX = 50;
const PASSAGES_MAX = 20;
const NAME = { required: true, help: 'Name or id' } as const;

/** All collections. */
export const collectionList = defineTool({
  name: 'collection_list',
  description:
    'Use to see which collections of memories people and agents have put together: name, what it is for, how many memories.',
  call: 'collections',
  takes: {},
  render: renderCollections,
});

/** What a collection holds. */
export const collectionGet = defineTool({
  name: 'collection_get',
  description: 'Use to read what a collection of memories holds: short entries with ids for get.',
  call: 'collections',
  takes: {
    collection: NAME,
    limit: { most: SHOWN_MAX, help: `1-${SHOWN_MAX}, default ${LIMITS.hits}` },
    cursor: '',
  },
  render: renderCollection,
});

/** Makes a collection. */
export const collectionCreate = defineTool({
  name: 'collection_create',
  description:
    'Use when memories that belong together will be needed again: of ids, or of what answers a query; live: what answers it each time it is read.',
  call: 'collect',
  takes: {
    name: { required: true },
    query: 'As of search',
    ids: { field: 'add', most: IDS_MAX },
    live: '',
    description: '',
    project: 'Path, name or id',
  },
  render: renderCollected,
});

/** Puts memories into a collection. */
export const collectionAdd = changing('collection_add', 'add', 'Use to put memories into a collection, by ids.');

/** Takes memories out of a collection. */
export const collectionRemove = changing(
  'collection_remove',
  'remove',
  'Use to take memories out of a collection, by ids. The memories themselves stay.',
);

/** A question over a collection. */
export const collectionAsk = defineTool({
  name: 'collection_ask',
  description:
    'Use to ask a question of the memories in a collection alone: the passages that answer it, each with its id.',
  call: 'ask',
  takes: {
    collection: NAME,
    question: '',
    limit: { most: PASSAGES_MAX, help: `1-${PASSAGES_MAX}, default 5` },
  },
  render: renderAsked,
});

function changing(name: string, field: 'add' | 'remove', description: string): Tool {
  return defineTool({
    name,
    description,
    call: 'collect',
    takes: { collection: NAME, ids: { field, most: IDS_MAX, required: true } },
    render: renderCollected,
  });
}
