import * as LIMITS from '../core/limits.ts';
import { defineTool } from './arguments.ts';
import {
  renderAsked,
  renderCollected,
  renderCollection,
  renderCollections,
  renderExported,
} from './render/collections.ts';
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

/** A collection written out whole. */
export const collectionExport = defineTool({
  name: 'collection_export',
  description: 'Use to hand a collection on: all that it holds, written out whole as Markdown, JSON or plain text.',
  call: 'collections',
  asked: { format: 'md' },
  takes: { collection: NAME, format: 'Default md' },
  render: renderExported,
});

/** Gives a collection another name or purpose. */
export const collectionRename = defineTool({
  name: 'collection_rename',
  description: 'Use to rename a collection, or to change its description.',
  call: 'collect',
  takes: { collection: NAME, name: '', description: '' },
  render: renderCollected,
});

/** Deletes a collection. */
export const collectionDelete = defineTool({
  name: 'collection_delete',
  description: 'Use when a collection is of no use any more. Its memories stay, and collection_restore brings it back.',
  call: 'collect',
  asked: { delete: true },
  takes: { collection: NAME },
  destructive: true,
  render: renderCollected,
});

/** Brings a deleted collection back. */
export const collectionRestore = defineTool({
  name: 'collection_restore',
  description: 'Use to bring back a collection that was deleted, by its id.',
  call: 'collect',
  asked: { delete: false },
  takes: { collection: NAME },
  render: renderCollected,
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
