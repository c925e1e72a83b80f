import * as LIMITS from '../core/limits.ts';
import { defineTool } from './arguments.ts';
import { renderHits, renderList } from './render/entries.ts';

const HITS_MAX = 20;
const LIMIT = { most: HITS_MAX, help: `1-${HITS_MAX}, default ${LIMITS.hits}` };
const CURSOR = 'nextCursor of the page before';

/** Memories that answer a question. */
export const search = defineTool({
  name: 'search',
  description:
    'Use when a task touches what an earlier session may have met: an error, a failing test, "why is it so", "did we try". Searches what all coding agents did here (decisions, constraints, failures and fixes, prompts, changed files) by plain words. Gives short hits with ids: read those that matter with get, or what happened around one with timeline.',
  call: 'search',
  takes: {
    query:
      'Words or a question; "exact phrase", -not, pre*, file: agent: kind: project: before: after:v1.2 after:"last week"',
    limit: LIMIT,
    cursor: CURSOR,
    kinds: '',
    meaning: '',
    category: '',
    concept: '',
    project: 'Path, name or id; default all',
    agent: 'As claude-code',
    session: 'Id of it or of anything in it',
    file: 'Path or its end',
    since: 'ISO 8601 or 7d, 12h ago',
    until: '',
    explain: 'Say why each is found',
  },
  render: renderHits,
});

/** Memories that mean nearly what a text says. */
export const semanticSearch = defineTool({
  name: 'semantic_search',
  description:
    'Use when search by words finds nothing of use: finds memories that mean nearly the same as a text in other words, the nearest first, whatever words they hold. Gives short hits with ids for get and timeline.',
  call: 'search',
  asked: { mode: 'vectors' },
  takes: {
    query: 'A sentence that says what is looked for',
    limit: LIMIT,
    cursor: CURSOR,
    kinds: '',
    project: 'Path, name or id; default all',
    since: 'ISO 8601 or 7d, 12h ago',
    until: '',
    explain: 'Say how near each is',
  },
  render: renderHits,
});

/** What a file has been through. */
export const byFile = defineTool({
  name: 'by_file',
  description:
    'Use before you change a file: lists what is remembered about it, newest first: who changed it, which commands and tests failed with it, which decisions name it. Gives short entries with ids for get and timeline.',
  call: 'list',
  asked: { project: '.', limit: LIMITS.hits },
  takes: {
    file: { required: true, help: 'Path or its end' },
    project: 'Path, name or id; default this one, * for all',
    limit: LIMIT,
    cursor: CURSOR,
  },
  render: renderList,
});

/** What is remembered of a concept. */
export const byConcept = defineTool({
  name: 'by_concept',
  description:
    'Use to gather all that is remembered of one concept ("retry", "authentication"), newest first, whatever words each memory has. Gives short entries with ids for get and timeline.',
  call: 'list',
  asked: { project: '.', limit: LIMITS.hits },
  takes: {
    concept: {
      required: true,
      help: 'One concept, as stats or a memory names it; or an issue, as #12, owner/name#12, ABC-12',
    },
    kinds: '',
    project: 'Path, name or id; default this one, * for all',
    limit: LIMIT,
    cursor: CURSOR,
  },
  render: renderList,
});
