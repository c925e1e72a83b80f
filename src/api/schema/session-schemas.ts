import type { JsonObject } from '../../core/json.ts';
import type { Sourced } from '../../core/model/item.ts';
import { AUTHORS } from '../../core/model/kinds.ts';
import type { SessionResult, SessionSnippet, SessionSummary } from '../session-answers.ts';
import { boolean, counts, integer, listOf, oneOf, refer, shape, text, texts, time } from './schema-shape.ts';

const sentences = listOf(refer('Sourced'));

/** The parts of answers about a session, by their names in the OpenAPI document. */
export const SESSION_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Sourced: {
    ...shape<Sourced>({ text, ids: texts }, {}),
    description: 'A sentence, and the memories that it is taken from.',
  },
  SessionSummary: shape<SessionSummary>(
    {
      id: text,
      at: time,
      text,
      author: oneOf(AUTHORS),
      exposed: boolean,
      rule: text,
      outcome: oneOf(['done', 'part', 'blocked', 'abandoned', 'unknown']),
      outcomeBy: sentences,
      request: sentences,
      investigated: sentences,
      learned: sentences,
      completed: sentences,
      nextSteps: sentences,
      notes: sentences,
      decisions: sentences,
      problemsSolved: sentences,
      technologies: texts,
      topics: texts,
      userNotes: sentences,
      keyMessages: sentences,
      brief: text,
      counts,
    },
    {
      parts: listOf(
        shape<NonNullable<SessionSummary['parts']>[number]>({ endedAt: integer, brief: text, ids: texts }, {}),
      ),
      model: text,
    },
  ),
  SessionSnippet: shape<SessionSnippet>(
    { id: text, at: time, title: text, text, language: text, why: text },
    { file: text, lines: listOf(integer) },
  ),
};

/** What `session` answers. */
export const sessionSchema = shape<SessionResult>(
  {
    id: text,
    agent: text,
    ref: text,
    startedAt: time,
    lastAt: time,
    title: text,
    exposed: boolean,
    topics: listOf(shape<SessionResult['topics'][number]>({ id: text, title: text }, {})),
    snippets: listOf(refer('SessionSnippet')),
    tokens: integer,
  },
  { project: text, cwd: text, endedAt: time, summary: refer('SessionSummary'), checkpoint: text },
);
