import { LIMITS } from '../core/limits.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { renderAsked, renderCollected, renderCollection, renderCollections } from './render-collections.ts';
import { integer, list, object, text } from './schema.ts';
import type { Tool } from './tool.ts';
import { readInput } from './tool-input.ts';

const IDS_MAX = 100;
const SHOWN_MAX = 50;
const PASSAGES_MAX = 20;
const NAME = text('Name or id');

/** All collections. */
export const collectionList: Tool = {
  name: 'collection_list',
  description:
    'Use to see which collections of memories people and agents have put together: name, what it is for, how many memories.',
  input: object({}),
  readOnly: true,
  async run(memory, raw, options) {
    readInput('collection_list', raw, this);
    return renderCollections(await memory.collections({}, options));
  },
};

/** What a collection holds. */
export const collectionGet: Tool = {
  name: 'collection_get',
  description: 'Use to read what a collection of memories holds: short entries with ids for get.',
  input: object(
    { collection: NAME, limit: integer(`1-${SHOWN_MAX}, default ${LIMITS.hits}`), cursor: text() },
    'collection',
  ),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('collection_get', raw, this);
    const wanted = omitUndefined({
      limit: input.integer('limit', { least: 1, most: SHOWN_MAX }),
      cursor: input.text('cursor'),
    });
    return renderCollection(await memory.collections({ collection: input.needText('collection'), ...wanted }, options));
  },
};

/** Makes a collection. */
export const collectionCreate: Tool = {
  name: 'collection_create',
  description:
    'Use when memories that belong together will be needed again: of ids, or of what answers a query; live: what answers it each time it is read.',
  input: object(
    {
      name: text(),
      query: text('As of search'),
      ids: list(text()),
      live: { type: 'boolean' },
      description: text(),
      project: text('Path, name or id'),
    },
    'name',
  ),
  readOnly: false,
  async run(memory, raw, options) {
    const input = readInput('collection_create', raw, this);
    const wanted = omitUndefined({
      name: input.needText('name'),
      query: input.text('query'),
      add: input.texts('ids', IDS_MAX),
      live: input.boolean('live'),
      description: input.text('description'),
      project: input.text('project'),
    });
    return renderCollected(await memory.collect(wanted, options));
  },
};

/** Puts memories into a collection. */
export const collectionAdd = changing('collection_add', 'add', 'Use to put memories into a collection, by ids.');

/** Takes memories out of a collection. */
export const collectionRemove = changing(
  'collection_remove',
  'remove',
  'Use to take memories out of a collection, by ids. The memories themselves stay.',
);

/** A question over a collection. */
export const collectionAsk: Tool = {
  name: 'collection_ask',
  description:
    'Use to ask a question of the memories in a collection alone: the passages that answer it, each with its id.',
  input: object(
    { collection: NAME, question: text(), limit: integer(`1-${PASSAGES_MAX}, default 5`) },
    'collection',
    'question',
  ),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('collection_ask', raw, this);
    const asked = { collection: input.needText('collection'), question: input.needText('question') };
    const limit = input.integer('limit', { least: 1, most: PASSAGES_MAX });
    return renderAsked(await memory.ask({ ...asked, ...omitUndefined({ limit }) }, options));
  },
};

function changing(name: string, how: 'add' | 'remove', description: string): Tool {
  return {
    name,
    description,
    input: object({ collection: NAME, ids: list(text()) }, 'collection', 'ids'),
    readOnly: false,
    async run(memory, raw, options) {
      const input = readInput(name, raw, this);
      const ids = input.texts('ids', IDS_MAX) ?? [input.needText('ids')];
      return renderCollected(await memory.collect({ collection: input.needText('collection'), [how]: ids }, options));
    },
  };
}
