import { boolean } from '../api/calls/fields.ts';
import { CALLS } from '../api/calls.ts';
import * as LIMITS from '../core/limits.ts';
import { ITEM_KINDS } from '../core/model/kinds.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { argumentsOf, defineTool } from './arguments.ts';
import { renderContext, renderProject, renderRecall, renderRecords, renderResume } from './render/answers.ts';
import { renderTimeline } from './render/entries.ts';
import type { Tool } from './tool.ts';

const AROUND_MAX = 20;
const AROUND = { most: AROUND_MAX, help: `0-${AROUND_MAX}, default 5` };

/** What happened around something. */
export const timeline = defineTool({
  name: 'timeline',
  description:
    'Use to see what led to a memory and what came of it: what happened before and after any id (a hit, a session s_..., a project r_...) or a time, in order, with texts. Of a session its end: where it was left off.',
  call: 'timeline',
  takes: {
    anchor: 'Id, ISO 8601 time, or 2h ago',
    before: AROUND,
    after: AROUND,
    kinds: { isOpen: true, help: `Of ${ITEM_KINDS.slice(0, 4).join(', ')} ...` },
    project: "Path, name or id: across its sessions; default the anchor's session",
  },
  render: renderTimeline,
});

const GET = argumentsOf(
  { ...CALLS.get.input, full: boolean('Whole texts.') },
  { ids: '', full: '', from: 'Of a long text the part from this character on: next of the part before' },
);

/** Memories whole. */
export const get: Tool = {
  name: 'get',
  description:
    'Use to read memories before you rely on them. Takes ids of any kind (o_..., p_..., s_..., e_... ...) as the other tools give them. Long texts come as head and tail; full gives more of them, from reads one in parts.',
  input: GET.schema,
  readOnly: true,
  async run(memory, given, options) {
    const { ids, full = false, from } = GET.read('get', given);
    return renderRecords(await memory.get({ ids, ...omitUndefined({ from }) }, options), {
      full: full || from !== undefined,
    });
  },
};

/** What matters now. */
export const context = defineTool({
  name: 'context',
  description:
    'Use at the start of a task, after a compaction, or before changing a file whose history you do not know. Gives what matters now in this project: decisions and constraints, open tasks, last prompts, changed files, and what bears on the prompt or file given.',
  call: 'context',
  takes: {
    prompt: 'The task at hand',
    file: 'File about to be read or changed',
    budget: `Tokens, at most ${LIMITS.contextTokens.max}`,
  },
  render: renderContext,
});

/** An answer in prose. */
export const recall = defineTool({
  name: 'recall',
  description:
    'Use when a person asks what was done, decided or found out earlier and wants to be told, not to be given hits. Answers in a few sentences, with the ids that each rests on for get.',
  call: 'recall',
  takes: {
    query: { required: true, help: 'A question in plain words' },
    project: 'Path, name or id; default all',
    agent: 'As claude-code',
    since: 'ISO 8601 or 7d',
    until: '',
  },
  render: renderRecall,
});

/** The page on a project. */
export const project = defineTool({
  name: 'project',
  description:
    'Use when you begin in a project and do not know how one works there: which checks and builds are run and what they do not cover, files that took long to find and the words that found them, folders outside the repository, threads left open with branch and pull request, standing wishes. Only what past sessions show and the repository does not say; read the evidence by its ids with get.',
  call: 'project',
  takes: { project: 'Path, name or id; default this one' },
  render: renderProject,
});

/** The state of the work. */
export const resume = defineTool({
  name: 'resume',
  description:
    'Use when you are asked to continue earlier work, or begin in a project and do not know where it stands. Describes the last session here that left something open: what was asked, done, left open, what failed last, which files it changed, in at most 200 words with ids for get.',
  call: 'resume',
  takes: {
    session: {
      field: 'sessionId',
      help: 'Id of it or of anything in it; default the last that left something open',
    },
    project: 'Path, name or id; default this one',
    words: '40-2000, default 200',
  },
  render: renderResume,
});
