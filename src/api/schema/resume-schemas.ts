import type { JsonObject } from '../../core/json.ts';
import { AUTHORS } from '../../core/model/kinds.ts';
import type { CheckpointResult, ResumedFile, ResumedSession, ResumeResult, ResumeState, ToldOf } from '../answers.ts';
import { boolean, counts, integer, listOf, oneOf, refer, shape, text, texts, time } from './schema-shape.ts';

/** Where a session stands, by the names that the document has for it. */
export const RESUME_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ToldOf: {
    ...shape<ToldOf>({ text, ids: texts }, { author: oneOf(AUTHORS) }),
    description: 'What is told, and the memories that it stands in.',
  },
  ResumeState: shape<ResumeState>(
    {
      promptsBefore: listOf(refer('ToldOf')),
      done: listOf(refer('ToldOf')),
      open: listOf(refer('ToldOf')),
      failing: listOf(
        shape<ResumeState['failing'][number]>(
          { id: text, command: text, test: boolean, at: time },
          { exitCode: integer, tests: texts },
        ),
      ),
      questions: listOf(refer('ToldOf')),
      nextSteps: listOf(refer('ToldOf')),
      decisions: listOf(refer('ToldOf')),
      notes: listOf(refer('ToldOf')),
      files: listOf(
        shape<ResumedFile>(
          { path: text },
          {
            how: oneOf(['created', 'changed', 'deleted']),
            edits: integer,
            added: integer,
            removed: integer,
            lastAt: time,
            by: text,
            parts: texts,
            changedSince: shape<NonNullable<ResumedFile['changedSince']>>({ since: time, by: text }, {}),
          },
        ),
      ),
      lastObservations: listOf(shape<ResumeState['lastObservations'][number]>({ id: text, title: text }, {})),
    },
    {
      task: text,
      lastPrompt: refer('ToldOf'),
      stoppedAfter: shape<NonNullable<ResumeState['stoppedAfter']>>({ id: text, title: text }, {}),
      hasEnd: boolean,
    },
  ),
};

/** What `resume` answers. */
export const resumeSchema = shape<ResumeResult>(
  {
    text,
    lines: listOf(shape<ResumeResult['lines'][number]>({ label: text, entries: texts }, {})),
    ids: texts,
    tokens: integer,
    notes: listOf(refer('Note')),
  },
  {
    session: shape<ResumedSession>(
      { id: text, agent: text, ref: text, startedAt: time, lastAt: time },
      { project: text, cwd: text, command: text },
    ),
    state: refer('ResumeState'),
  },
);

/** What `checkpoint` answers. */
export const checkpointSchema = shape<CheckpointResult>(
  { id: text, sessionId: text, redacted: counts, record: refer('MemoryRecord') },
  { noteId: text },
);
