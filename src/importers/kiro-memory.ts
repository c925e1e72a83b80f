import { join } from 'node:path';
import { asNumber, asString } from '../core/json.ts';
import { CATEGORIES, KNOWLEDGE_KINDS, OBSERVATION_KINDS } from '../core/model/kinds.ts';
import { paragraphs } from '../core/text/paragraphs.ts';
import type {
  FindSession,
  ImportedSession,
  Importer,
  ImporterDatabase,
  ImporterTable,
  SessionBefore,
} from './contract.ts';
import { noteRow, summaryIn } from './note-row.ts';
import {
  checkpointOf,
  messageOf,
  numberKey,
  one,
  place,
  promptOf,
  type RowContext,
  rowTable,
  sessionsOf,
  sessionTable,
} from './row-to-events.ts';
import { countIn, listIn, objectIn, type SourceRow, textIn, timeIn, wordIn } from './source-row.ts';

const SESSION = ['content_session_id'] as const;
const MEMORY = ['memory_session_id'] as const;

const sessions = sessionTable('sessions', SESSION, ['completed_at_epoch', 'completed_at']);

const prompts = rowTable('prompts', SESSION, { body: (row) => promptOf(textIn(row, 'prompt_text')) });

const messages = rowTable('conversation_messages', SESSION, {
  body: (row) => messageOf(textIn(row, 'role'), textIn(row, 'content')),
});

const observations: ImporterTable = {
  name: 'observations',
  read: (row, find, before) => one(row, placeOf(row, textIn(row, ...MEMORY), { find, before }), observationOf(row)),
};

const summaries: ImporterTable = {
  name: 'summaries',
  read: (row, find, before) =>
    one(
      row,
      placeOf(row, textIn(row, 'session_id'), { find, before }),
      noteRow({ item: 'summary', ...summaryIn(row) }),
    ),
};

const checkpoints = rowTable('checkpoints', ['session_id'], {
  keyOf: (row) => numberKey(row, 'session_id'),
  body: (row) =>
    checkpointOf({
      task: textIn(row, 'task'),
      text: paragraphs([
        ['', textIn(row, 'task')],
        ['Progress', textIn(row, 'progress')],
        ['Next steps', textIn(row, 'next_steps')],
        ['Open questions', textIn(row, 'open_questions')],
      ]),
      openTasks: (textIn(row, 'next_steps') ?? '').split('\n'),
      filesChanged: listIn(row, 'relevant_files'),
      progressed: textIn(row, 'progress') !== undefined,
    }),
});

/**
 * Kiro Memory, versions 2 to 4: tool calls and prompts that its hooks recorded, and statements of people and agents.
 */
export const kiroMemory: Importer = {
  name: 'kiro-memory',
  title: 'Kiro Memory',
  marks: {
    sessions: ['content_session_id'],
    observations: ['memory_session_id', 'type', 'narrative'],
    prompts: ['prompt_text'],
  },
  places: (home, { KIRO_MEMORY_DATA_DIR: own, CONTEXTKIT_DATA_DIR: former }) =>
    [own, former, join(home, '.kiro-memory'), join(home, '.contextkit')].flatMap((folder) =>
      folder === undefined ? [] : [join(folder, 'kiro-memory.db'), join(folder, 'contextkit.db')],
    ),
  sessions: readSessions,
  tables: [sessions, prompts, messages, observations, summaries, checkpoints],
};

/**
 * Kiro Memory's own program names a new session (`sdk-…`) for each row that it stores: such rows are assigned to the
 * project's last session before them.
 */
function placeOf(
  row: SourceRow,
  key: string | undefined,
  { find, before }: { find: FindSession; before: SessionBefore },
): RowContext {
  const at = timeIn(row, 'created_at_epoch', 'created_at');
  const isUnnamed = key === undefined || key.startsWith('sdk-');
  const session = find(key) ?? (isUnnamed ? before(textIn(row, 'project'), at) : undefined);
  const where = place(row, session, [...MEMORY, 'session_id']);
  return session === undefined && isUnnamed ? { ...where, session: 'sdk' } : where;
}

/** Knowledge as it was stated; every other row as an observation of a tool call, in the hook's words. */
function observationOf(row: SourceRow): ReturnType<typeof noteRow> {
  const knowledge = wordIn(row, 'type', KNOWLEDGE_KINDS);
  const observation = wordIn(row, 'type', OBSERVATION_KINDS);
  const stated = objectIn(row, 'facts') ?? {};
  const alternatives = Array.isArray(stated.alternatives) ? stated.alternatives.map(String) : undefined;
  const words = [textIn(row, 'narrative'), textIn(row, 'text')].filter((part) => part !== undefined);
  return noteRow({
    title: textIn(row, 'title'),
    text: [...new Set(words)].join('\n\n') || undefined,
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(observation === undefined || observation === 'note' ? {} : { author: 'tool' }),
    detail: {
      observation,
      subtitle: textIn(row, 'subtitle'),
      category: wordIn(row, 'auto_category', CATEGORIES),
      concepts: listIn(row, 'concepts'),
      filesRead: listIn(row, 'files_read'),
      filesChanged: listIn(row, 'files_modified'),
      tokens: countIn(row, 'discovery_tokens'),
      ...(knowledge === undefined
        ? { facts: [textIn(row, 'facts')].filter((fact) => fact !== undefined) }
        : {
            severity: asString(stated.severity),
            reason: asString(stated.reason),
            confidence: asNumber(stated.confidence),
            alternatives,
          }),
    },
    metadata: { type: textIn(row, 'type'), promptNumber: countIn(row, 'prompt_number') },
  });
}

function readSessions(db: ImporterDatabase): Map<string, ImportedSession> {
  const asked = new Set(db.rows('prompts', SESSION).map((row) => textIn(row, ...SESSION)));
  return sessionsOf(
    db.rows('sessions', ['id', ...SESSION, ...MEMORY, 'project', 'started_at_epoch', 'started_at']),
    (row) => ({
      id: textIn(row, ...SESSION),
      project: textIn(row, 'project'),
      startedAt: timeIn(row, 'started_at_epoch', 'started_at'),
      asked: asked.has(textIn(row, ...SESSION)),
    }),
    (row) => [textIn(row, ...MEMORY), numberKey(row, 'id')],
  );
}
