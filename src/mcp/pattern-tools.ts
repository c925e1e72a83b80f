import { ANY_SESSION } from '../api/calls/fields.ts';
import { CALLS } from '../api/calls.ts';
import type { PatternEntry, PatternsResult } from '../api/pattern-answers.ts';
import type { JsonObject } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { day } from '../core/text/calendar.ts';
import { formatCounted } from '../core/text/format-count.ts';
import { argumentsOf, defineTool } from './arguments.ts';
import { renderStory } from './render/story.ts';
import { answer, LABEL, noteLines, notesData, plain, type ToolAnswer } from './render/text.ts';
import type { Tool } from './tool.ts';

const MOST = 50;
const FILES_SHOWN = 4;

/** What recurs over sessions. */
export const patterns = defineTool({
  name: 'patterns',
  description:
    'Use when something fails that may have failed before, or before you settle how to do something here. Gives what sessions of all agents learned: failures with what made them work, lint rules with the line that satisfied them, decisions, preferences, files that change together, checks run after a change. Read the evidence of one by its ids with get.',
  call: 'patterns',
  takes: {
    kind: '',
    file: 'Path or its end',
    project: 'Path, name or id, * for all; default this one',
    since: 'ISO 8601 or 7d',
    limit: { most: MOST, help: `1-${MOST}, default 20` },
    cursor: 'nextCursor of the page before',
  },
  render,
});

const WORKFLOW = argumentsOf(
  { ...CALLS.patterns.input, session: ANY_SESSION },
  {
    file: 'Path or its end',
    project: 'Path, name or id, * for all; default this one',
    limit: { most: MOST, help: `1-${MOST}, default 20` },
    cursor: 'nextCursor of the page before',
    session: 'The steps of this one instead: its id, or of anything in it',
  },
);

/** How work goes here; of a session, how it went. */
export const workflow: Tool = {
  name: 'workflow',
  description:
    'Use before you say that a change is done: which checks and builds sessions ran here after a change, again and again. With a session: what it did step by step, its prompts, calls, failures, changes and commits, to do the like or to see how far it got. Read the evidence of one by its ids with get.',
  input: WORKFLOW.schema,
  readOnly: true,
  async run(memory, given, options) {
    const { session, ...asked } = WORKFLOW.read('workflow', given);
    if (session === undefined) return render(await memory.patterns({ ...asked, kind: 'workflow' }, options));
    const { limit = LIMITS.hits, cursor } = asked;
    return renderStory(await memory.story({ id: session, limit, ...omitUndefined({ cursor }) }, options));
  },
};

function render({ patterns: found, nextCursor, notes }: PatternsResult): ToolAnswer {
  const lines = found.map(lineOf);
  const more = nextCursor === undefined ? [] : [`More: cursor ${nextCursor}`];
  return answer([found.length === 0 ? 'Nothing recurs so far.' : LABEL, ...lines, ...more, ...noteLines(notes)], {
    label: LABEL,
    patterns: found.map(dataOf),
    ...omitUndefined({ nextCursor }),
    ...notesData(notes),
  });
}

function lineOf({ id, kind, label, count, sessions, lastAt, files, evidence }: PatternEntry): string {
  const seen = `${count}x in ${formatCounted(sessions, 'session')}, last ${day(lastAt)}`;
  const named = files.length === 0 ? '' : `; files: ${files.slice(0, FILES_SHOWN).map(plain).join(', ')}`;
  return `[${id}] ${kind}, ${seen}: ${plain(label)}${named}; evidence: ${evidence.slice(0, FILES_SHOWN).join(' ')}`;
}

function dataOf({
  id,
  kind,
  label,
  count,
  sessions,
  firstAt,
  lastAt,
  files,
  evidence,
  status,
}: PatternEntry): JsonObject {
  return { id, kind, label, count, sessions, firstAt, lastAt, files, evidence, ...omitUndefined({ status }) };
}
