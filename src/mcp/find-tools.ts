import { LIMITS } from '../core/limits.ts';
import { CATEGORIES, ITEM_KINDS, MEANINGS } from '../core/model/kinds.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { renderHits, renderList } from './render-entries.ts';
import { choice, integer, list, object, text } from './schema.ts';
import type { Tool } from './tool.ts';
import { readInput, type ToolInput } from './tool-input.ts';

const HITS_MAX = 20;

/** What every search takes. */
function askedIn(input: ToolInput) {
  return omitUndefined({
    query: input.needText('query'),
    limit: input.integer('limit', { least: 1, most: HITS_MAX }),
    cursor: input.text('cursor'),
    kinds: input.choices('kinds', ITEM_KINDS),
    project: input.text('project'),
    since: input.text('since'),
    until: input.text('until'),
    explain: input.boolean('explain'),
  });
}

/** Memories that answer a question. */
export const search: Tool = {
  name: 'search',
  description:
    'Use when a task touches what an earlier session may have met: an error, a failing test, "why is it so", "did we try". Searches what all coding agents did here (decisions, constraints, failures and fixes, prompts, changed files) by plain words. Gives short hits with ids: read those that matter with get, or what happened around one with timeline.',
  input: object(
    {
      query: text(
        'Words or a question; "exact phrase", -not, pre*, file: agent: kind: project: before: after:v1.2 after:"last week"',
      ),
      limit: integer(`1-${HITS_MAX}, default ${LIMITS.hits}`),
      cursor: text('nextCursor of the page before'),
      kinds: list(choice(ITEM_KINDS)),
      meaning: choice(MEANINGS),
      category: choice(CATEGORIES),
      concept: text(),
      project: text('Path, name or id; default all'),
      agent: text('As claude-code'),
      session: text('Id of it or of anything in it'),
      file: text('Path or its end'),
      since: text('ISO 8601 or 7d, 12h ago'),
      until: text(),
      explain: { type: 'boolean', description: 'Say why each is found' },
    },
    'query',
  ),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('search', raw, this);
    const narrowed = omitUndefined({
      meaning: input.choice('meaning', MEANINGS),
      category: input.choice('category', CATEGORIES),
      concept: input.text('concept'),
      agent: input.text('agent'),
      session: input.text('session'),
      file: input.text('file'),
    });
    return renderHits(await memory.search({ ...askedIn(input), ...narrowed }, options));
  },
};

/** Memories that mean nearly what a text says. */
export const semanticSearch: Tool = {
  name: 'semantic_search',
  description:
    'Use when search by words finds nothing of use: finds memories that mean nearly the same as a text in other words, the nearest first, whatever words they hold. Gives short hits with ids for get and timeline.',
  input: object(
    {
      query: text('A sentence that says what is looked for'),
      limit: integer(`1-${HITS_MAX}, default ${LIMITS.hits}`),
      cursor: text('nextCursor of the page before'),
      kinds: list(choice(ITEM_KINDS)),
      project: text('Path, name or id; default all'),
      since: text('ISO 8601 or 7d, 12h ago'),
      until: text(),
      explain: { type: 'boolean', description: 'Say how near each is' },
    },
    'query',
  ),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('semantic_search', raw, this);
    return renderHits(await memory.search({ ...askedIn(input), mode: 'vectors' }, options));
  },
};

/** What a file has been through. */
export const byFile: Tool = {
  name: 'by_file',
  description:
    'Use before you change a file: lists what is remembered about it, newest first: who changed it, which commands and tests failed with it, which decisions name it. Gives short entries with ids for get and timeline.',
  input: object(
    {
      file: text('Path or its end'),
      project: text('Path, name or id; default this one, * for all'),
      limit: integer(`1-${HITS_MAX}, default ${LIMITS.hits}`),
      cursor: text('nextCursor of the page before'),
    },
    'file',
  ),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('by_file', raw, this);
    const wanted = omitUndefined({
      file: input.needText('file'),
      project: input.text('project') ?? '.',
      limit: input.integer('limit', { least: 1, most: HITS_MAX }) ?? LIMITS.hits,
      cursor: input.text('cursor'),
    });
    return renderList(await memory.list(wanted, options));
  },
};
