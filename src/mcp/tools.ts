import { given } from '../core/given.ts';
import { ITEM_KINDS, KNOWLEDGE_KINDS } from '../core/item.ts';
import type { JsonObject } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { renderContext, renderHits, renderRecords, renderRemembered } from './render-answer.ts';
import type { Tool } from './tool.ts';
import { readInput } from './tool-input.ts';

const HITS_MAX = 20;
const NOTE_KINDS = [...KNOWLEDGE_KINDS, 'note'] as const;

const text = (description?: string): JsonObject => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
});
const list = (items: JsonObject, description?: string): JsonObject => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
});

const search: Tool = {
  name: 'search',
  description:
    'Use when a task touches what an earlier session may have met: an error, a file, a failing test, "why is it so", "did we try". Searches the memory of all coding agents (decisions, constraints, failures and fixes, prompts, changed files) by plain words. Returns short hits with ids; read the ones that matter with get.',
  input: {
    type: 'object',
    properties: {
      query: text('Words or a question; "exact phrase"'),
      limit: { type: 'integer', description: `1-${HITS_MAX}, default ${LIMITS.hits}` },
      kinds: list({ type: 'string', enum: [...ITEM_KINDS] }),
      project: text('Path, project id or * (default)'),
      session: text('Session id'),
      file: text('Path or its end'),
      since: text('ISO 8601'),
      until: text('ISO 8601'),
    },
    required: ['query'],
  },
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('search', raw);
    const query = given({
      query: input.needText('query'),
      limit: Math.trunc(Math.min(Math.max(input.number('limit') ?? LIMITS.hits, 1), HITS_MAX)),
      kinds: input.choices('kinds', ITEM_KINDS),
      project: input.text('project'),
      session: input.text('session'),
      file: input.text('file'),
      since: input.text('since'),
      until: input.text('until'),
    });
    return renderHits(await memory.search(query, options));
  },
};

const get: Tool = {
  name: 'get',
  description:
    'Use after search or context, to read a memory whole before you rely on it. Takes ids of any kind (o_..., p_..., s_..., e_...) as the other tools give them.',
  input: { type: 'object', properties: { ids: list({ type: 'string' }) }, required: ['ids'] },
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('get', raw);
    return renderRecords(await memory.get(input.texts('ids') ?? [input.needText('ids')], options));
  },
};

const context: Tool = {
  name: 'context',
  description:
    'Use at the start of a task, after a compaction, or before changing a file whose history you do not know. Returns what matters now in this project: decisions and constraints, open tasks, last prompts, changed files, and what bears on the prompt or file given.',
  input: {
    type: 'object',
    properties: {
      prompt: text('The task at hand'),
      file: text('Path of the file about to be read or changed'),
      budget: { type: 'integer', description: `Tokens, at most ${LIMITS.contextTokens.max}` },
    },
  },
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('context', raw);
    const request = { prompt: input.text('prompt'), file: input.text('file'), budget: input.number('budget') };
    return renderContext(await memory.context(given(request), options));
  },
};

const remember: Tool = {
  name: 'remember',
  description:
    'Use when something must outlive this session: a decision with its reason, a constraint, an approach that was tried and rejected, a lesson learned. One statement a call, in a full sentence. Not for what code or git already says, never for secrets. It is proposed until a person confirms it.',
  input: {
    type: 'object',
    properties: {
      text: text('The statement'),
      kind: { type: 'string', enum: [...NOTE_KINDS] },
      title: text(),
      reason: text(),
      alternatives: list({ type: 'string' }),
      files: list({ type: 'string' }),
    },
    required: ['text'],
  },
  readOnly: false,
  async run(memory, raw, options) {
    const input = readInput('remember', raw);
    const note = given({
      text: input.needText('text'),
      kind: input.choice('kind', NOTE_KINDS),
      title: input.text('title'),
      reason: input.text('reason'),
      alternatives: input.texts('alternatives'),
      files: input.texts('files'),
    });
    return renderRemembered(await memory.remember(note, options));
  },
};

/** The tools, in the order in which an agent sees them. */
export const TOOLS: readonly Tool[] = [search, get, context, remember];
