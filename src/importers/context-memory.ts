import { join } from 'node:path';
import { paragraphs } from '../core/text/paragraphs.ts';
import { baseName } from '../core/text/text.ts';
import type { ImportedSession, Importer, ImporterDatabase } from './contract.ts';
import { noteRow } from './note-row.ts';
import { messageOf, numberKey, rowTable, sessionsOf, sessionTable } from './row-to-events.ts';
import { listIn, type SourceRow, textIn, timeIn } from './source-row.ts';

/** Numbers of sessions: rows of all other tables name their session by it. */
const NUMBER = ['session_id'] as const;
const keyOf = (row: SourceRow): string | undefined => numberKey(row, 'session_id');

const sessions = sessionTable('sessions', NUMBER, []);

const messages = rowTable('messages', NUMBER, {
  keyOf,
  body: (row) => messageOf(textIn(row, 'role'), textIn(row, 'content')),
});

// One per session, overwritten when the session is saved again.
const summaries = rowTable('summaries', NUMBER, {
  keyOf,
  where: () => ({ key: 'summary' }),
  body: (row) =>
    noteRow({
      item: 'summary',
      title: textIn(row, 'brief'),
      text: paragraphs([
        ['', textIn(row, 'detailed')],
        ['Key decisions', listIn(row, 'key_decisions')],
        ['Problems solved', listIn(row, 'problems_solved')],
        ['Technologies', listIn(row, 'technologies')],
        ['Outcome', textIn(row, 'outcome')],
        ['Note', textIn(row, 'user_note')],
      ]),
      detail: { concepts: listIn(row, 'technologies') },
    }),
});

// Rewritten when a session is saved again: rows are identified by their topic.
const topics = rowTable('topics', NUMBER, {
  keyOf,
  where: (row) => ({ key: textIn(row, 'topic') }),
  body: (row) => noteRow({ item: 'topic', title: textIn(row, 'topic'), text: textIn(row, 'topic') }),
});

const snippets = rowTable('code_snippets', NUMBER, {
  keyOf,
  body: (row) => {
    const path = textIn(row, 'file_path');
    return noteRow({
      item: 'snippet',
      title: textIn(row, 'description') ?? (path && `Code of ${baseName(path)}`),
      text: textIn(row, 'code'),
      detail: { filesChanged: path === undefined ? [] : [path] },
      metadata: { language: textIn(row, 'language') },
    });
  },
});

/** context-memory: sessions saved on request, with a model's summary, topics and snippets. */
export const contextMemory: Importer = {
  name: 'context-memory',
  title: 'context-memory',
  marks: { sessions: ['session_id', 'project_path'], summaries: ['brief'], messages: ['role', 'content', 'sequence'] },
  places: (home) => [join(home, '.claude', 'context-memory', 'context.db')],
  sessions: readSessions,
  tables: [sessions, messages, summaries, topics, snippets],
};

function readSessions(db: ImporterDatabase): Map<string, ImportedSession> {
  return sessionsOf(
    db.rows('sessions', ['id', 'session_id', 'project_path', 'created_at', 'updated_at']),
    (row) => ({
      id: textIn(row, 'session_id'),
      folder: textIn(row, 'project_path'),
      startedAt: timeIn(row, 'created_at', 'updated_at'),
    }),
    (row) => [numberKey(row, 'id')],
  );
}
