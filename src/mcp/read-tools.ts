import { LIMITS } from '../core/limits.ts';
import { ITEM_KINDS } from '../core/model/kinds.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { renderContext, renderRecords } from './render-answer.ts';
import { renderTimeline } from './render-entries.ts';
import { renderResume } from './render-resume.ts';
import { integer, list, object, text } from './schema.ts';
import type { Tool } from './tool.ts';
import { readInput } from './tool-input.ts';

const AROUND_MAX = 20;

/** What happened around something. */
export const timeline: Tool = {
  name: 'timeline',
  description:
    'Use to see what led to a memory and what came of it: what happened before and after any id (a hit, a session s_..., a project r_...) or a time, in order, with texts. Of a session its end: where it was left off.',
  input: object(
    {
      anchor: text('Id, ISO 8601 time, or 2h ago'),
      before: integer(`0-${AROUND_MAX}, default 5`),
      after: integer(`0-${AROUND_MAX}, default 5`),
      kinds: list(text(), `Of ${ITEM_KINDS.slice(0, 4).join(', ')} ...`),
      project: text("Path, name or id: across its sessions; default the anchor's session"),
    },
    'anchor',
  ),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('timeline', raw, this);
    const around = { least: 0, most: AROUND_MAX };
    const wanted = omitUndefined({
      anchor: input.needText('anchor'),
      before: input.integer('before', around),
      after: input.integer('after', around),
      kinds: input.choices('kinds', ITEM_KINDS),
      project: input.text('project'),
    });
    return renderTimeline(await memory.timeline(wanted, options));
  },
};

/** Memories whole. */
export const get: Tool = {
  name: 'get',
  description:
    'Use to read memories before you rely on them. Takes ids of any kind (o_..., p_..., s_..., e_... ...) as the other tools give them. Long texts come as head and tail; full gives all of them.',
  input: object({ ids: list(text()), full: { type: 'boolean' } }, 'ids'),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('get', raw, this);
    const ids = input.texts('ids', LIMITS.getIds) ?? [input.needText('ids')];
    return renderRecords(await memory.get(ids, options), { full: input.boolean('full') === true });
  },
};

/** What matters now. */
export const context: Tool = {
  name: 'context',
  description:
    'Use at the start of a task, after a compaction, or before changing a file whose history you do not know. Gives what matters now in this project: decisions and constraints, open tasks, last prompts, changed files, and what bears on the prompt or file given.',
  input: object({
    prompt: text('The task at hand'),
    file: text('File about to be read or changed'),
    budget: integer(`Tokens, at most ${LIMITS.contextTokens.max}`),
  }),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('context', raw, this);
    const budget = input.integer('budget', { least: 0, most: LIMITS.contextTokens.max });
    const request = { prompt: input.text('prompt'), file: input.text('file'), budget };
    return renderContext(await memory.context(omitUndefined(request), options));
  },
};

/** Where the work stands. */
export const resume: Tool = {
  name: 'resume',
  description:
    'Use when you are asked to go on with earlier work, or begin in a project and do not know where it stands. Tells of the last session here that left something open: what was asked, done, left open, what failed last, which files it changed, in at most 200 words with ids for get.',
  input: object({
    session: text('Id of it or of anything in it; default the last that left something open'),
    project: text('Path, name or id; default this one'),
    words: integer('40-2000, default 200'),
  }),
  readOnly: true,
  async run(memory, raw, options) {
    const input = readInput('resume', raw, this);
    const request = {
      sessionId: input.text('session'),
      project: input.text('project'),
      words: input.integer('words', { least: 40, most: 2_000 }),
    };
    return renderResume(await memory.resume(omitUndefined(request), options));
  },
};
