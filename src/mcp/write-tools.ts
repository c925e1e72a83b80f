import { CALLS } from '../api/calls.ts';
import { argumentsOf, defineTool } from './arguments.ts';
import { renderForgotten, renderKept, renderRemembered } from './render/answers.ts';
import type { Tool } from './tool.ts';

const HIDDEN_MAX = 20;

/** Keeps a statement. */
export const remember = defineTool({
  name: 'remember',
  description:
    'Use when something must outlive this session: a decision with its reason, a constraint, an approach that was tried and rejected, a lesson. One statement a call, in a full sentence. Not for what code or git already says, never for secrets. It is proposed until a person confirms it.',
  call: 'remember',
  takes: {
    text: 'The statement',
    kind: '',
    title: '',
    reason: '',
    alternatives: 'Weighed and not taken',
    severity: '',
    confidence: '0-1',
    concepts: '',
    files: '',
  },
  render: renderRemembered,
});

/** Keeps an observation. */
export const observe = defineTool({
  name: 'observe',
  description:
    'Use when you found something out that no file or commit says and that is not a rule: a cause, how a part behaves, what a change did. One finding a call, with its facts and files. Never for secrets.',
  call: 'observe',
  takes: {
    title: 'The finding in one line',
    kind: '',
    narrative: 'The same at length',
    facts: 'A sentence each',
    concepts: '',
    files: '',
    ref: 'Your own name for it; the same again updates it',
  },
  render: renderRemembered,
});

/** Keeps a written summary of a session. */
export const summarize = defineTool({
  name: 'summarize',
  description:
    'Use at the end of a session, or when you are asked to sum one up: keeps your summary beside the one that Cairn makes, and shows it first. A later one takes its place.',
  call: 'summarize',
  takes: {
    session: { field: 'sessionId', help: 'Id of it or of anything in it; default the newest here' },
    title: '',
    text: 'In prose, or part by part:',
    request: '',
    learned: '',
    completed: '',
    nextSteps: '',
    notes: '',
  },
  render: renderKept,
});

/** Takes stock of a session. */
export const checkpoint = defineTool({
  name: 'checkpoint',
  description:
    'Use before a long step, before your context is compacted, or when you stop in the middle: says where the work stands, for whoever goes on. `resume` gives it back and the next session here is told its open questions; where its words are those of a text from outside that your session read (the web, an issue), `search` alone finds it.',
  call: 'checkpoint',
  takes: {
    task: '',
    progress: 'What was done, a sentence each',
    nextSteps: '',
    openQuestions: '',
    files: '',
    note: 'Anything else',
    session: { field: 'sessionId', help: 'Id of it or of anything in it; default the newest here' },
  },
  render: renderKept,
});

const EDIT = argumentsOf(
  { ...CALLS.update.input.changes.fields, id: CALLS.update.input.id },
  {
    id: 'Of a statement, note, summary, topic or session',
    text: '',
    title: '',
    reason: '',
    concepts: '',
    revert: '',
    tags: '',
  },
);

/** Changes the words of a memory. */
export const edit: Tool = {
  name: 'edit',
  description:
    'Use when a memory is right but badly worded, or its summary or topic misleads: changes its words, or with revert takes the latest change back. Of a session it sets the tags. What a person said, confirmed or changed stays.',
  input: EDIT.schema,
  readOnly: false,
  async run(memory, given, options) {
    const { id, ...changes } = EDIT.read('edit', given);
    return renderKept(await memory.update(id, changes, options));
  },
};

/** Hides memories. */
export const forget = defineTool({
  name: 'forget',
  description: `Use when a memory is wrong or shall not be shown any more, above all when the person says so. Hides memories by id, at most ${HIDDEN_MAX} in a session. Nothing is erased: a person can show them again, or erase them for good.`,
  call: 'forget',
  takes: { ids: { required: true, most: HIDDEN_MAX } },
  destructive: true,
  render: renderForgotten,
});
