import { join } from 'node:path';
import { baseName } from '../core/text/text.ts';
import type { ImportedSession, Importer, ImporterDatabase, ImporterTable } from './contract.ts';
import { noteRow, paragraphs } from './note-row.ts';
import { messageOf, one, place, type RowContext, sessionEvents } from './row-to-events.ts';
import { listIn, type SourceRow, textIn, timeIn } from './source-row.ts';

const NUMBER = ['session_id'] as const;

const sessions: ImporterTable = {
  name: 'sessions',
  read: (row, find) => sessionEvents(row, find(textIn(row, 'session_id')), { ends: [] }),
};

const messages = ofSession('messages', (row, where) =>
  one(row, where, messageOf(textIn(row, 'role'), textIn(row, 'content'))),
);

// One per session, overwritten when the session is saved again.
const summaries = ofSession('summaries', (row, where) => {
  const text = paragraphs([
    ['', textIn(row, 'detailed')],
    ['Key decisions', listIn(row, 'key_decisions')],
    ['Problems solved', listIn(row, 'problems_solved')],
    ['Technologies', listIn(row, 'technologies')],
    ['Outcome', textIn(row, 'outcome')],
    ['Note', textIn(row, 'user_note')],
  ]);
  const detail = { concepts: listIn(row, 'technologies') };
  return one(
    row,
    { ...where, key: 'summary' },
    noteRow({ item: 'summary', title: textIn(row, 'brief'), text, detail }),
  );
});

// Rewritten when a session is saved again: rows are identified by their topic.
const topics = ofSession('topics', (row, where) => {
  const topic = textIn(row, 'topic');
  return one(row, { ...where, key: topic }, noteRow({ item: 'topic', title: topic, text: topic }));
});

const snippets = ofSession('code_snippets', (row, where) => {
  const path = textIn(row, 'file_path');
  const title = textIn(row, 'description') ?? (path === undefined ? undefined : `Code of ${baseName(path)}`);
  const code = textIn(row, 'code');
  const detail = { filesChanged: path === undefined ? [] : [path] };
  const metadata = { language: textIn(row, 'language') };
  return one(row, where, noteRow({ item: 'snippet', title, text: code, detail, metadata }));
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

function ofSession(name: string, read: (row: SourceRow, where: RowContext) => ReturnType<typeof one>): ImporterTable {
  return { name, read: (row, find) => read(row, place(row, find(`#${textIn(row, ...NUMBER) ?? ''}`), NUMBER)) };
}

function readSessions(db: ImporterDatabase): Map<string, ImportedSession> {
  const found = new Map<string, ImportedSession>();
  for (const row of db.rows('sessions', ['id', 'session_id', 'project_path', 'created_at', 'updated_at'])) {
    const id = textIn(row, 'session_id');
    if (id === undefined) continue;
    const session = { id, folder: textIn(row, 'project_path'), startedAt: timeIn(row, 'created_at', 'updated_at') };
    found.set(id, session);
    found.set(`#${textIn(row, 'id') ?? ''}`, session);
  }
  return found;
}
