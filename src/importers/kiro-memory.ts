import { join } from 'node:path';
import { asNumber, asString } from '../core/json.ts';
import { CATEGORIES, KNOWLEDGE_KINDS, OBSERVATION_KINDS } from '../core/model/kinds.ts';
import type {
  FindSession,
  ImportedSession,
  Importer,
  ImporterDatabase,
  ImporterTable,
  SessionBefore,
} from './contract.ts';
import { noteRow, paragraphs } from './note-row.ts';
import { checkpointOf, messageOf, one, place, promptOf, type RowContext, sessionEvents } from './row-to-events.ts';
import { countIn, listIn, objectIn, type SourceRow, textIn, timeIn, wordIn } from './source-row.ts';
import { summaryIn } from './summary.ts';

const SESSION = ['content_session_id'] as const;
const MEMORY = ['memory_session_id'] as const;

const sessions: ImporterTable = {
  name: 'sessions',
  read: (row, find) =>
    sessionEvents(row, find(textIn(row, ...SESSION)), { ends: ['completed_at_epoch', 'completed_at'] }),
};

const prompts: ImporterTable = {
  name: 'prompts',
  read: (row, find) =>
    one(row, place(row, find(textIn(row, ...SESSION)), SESSION), promptOf(textIn(row, 'prompt_text'))),
};

const messages: ImporterTable = {
  name: 'conversation_messages',
  read: (row, find) =>
    one(
      row,
      place(row, find(textIn(row, ...SESSION)), SESSION),
      messageOf(textIn(row, 'role'), textIn(row, 'content')),
    ),
};

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

const checkpoints: ImporterTable = {
  name: 'checkpoints',
  read: (row, find) => {
    const number = textIn(row, 'session_id');
    return one(
      row,
      place(row, find(number === undefined ? undefined : `#${number}`), ['session_id']),
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
    );
  },
};

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
  const found = new Map<string, ImportedSession>();
  const wanted = ['id', ...SESSION, ...MEMORY, 'project', 'started_at_epoch', 'started_at'];
  for (const row of db.rows('sessions', wanted)) {
    const id = textIn(row, ...SESSION);
    if (id === undefined) continue;
    const startedAt = timeIn(row, 'started_at_epoch', 'started_at');
    const session = { id, project: textIn(row, 'project'), startedAt, asked: asked.has(id) };
    const number = textIn(row, 'id');
    for (const key of [id, textIn(row, ...MEMORY), number === undefined ? undefined : `#${number}`]) {
      if (key !== undefined) found.set(key, session);
    }
  }
  return found;
}
