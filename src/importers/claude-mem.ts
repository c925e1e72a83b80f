import { join } from 'node:path';
import type { ImportedSession, Importer, ImporterDatabase, ImporterTable } from './contract.ts';
import { noteRow, paragraphs } from './note-row.ts';
import { observationIn } from './observation.ts';
import { one, place, promptOf, sessionEvents, toolCall } from './row-to-events.ts';
import { countIn, listIn, type SourceRow, textIn, timeIn } from './source-row.ts';
import { summaryIn } from './summary.ts';

const SESSION = ['content_session_id', 'claude_session_id'] as const;
const MEMORY = ['memory_session_id', 'sdk_session_id'] as const;

const sessions: ImporterTable = {
  name: 'sdk_sessions',
  read: (row, find) => sessionEvents(row, find(keyOf(row)), { ends: ['completed_at_epoch', 'completed_at'] }),
};

const prompts: ImporterTable = {
  name: 'user_prompts',
  read: (row, find) => one(row, place(row, find(keyOf(row)), SESSION), promptOf(textIn(row, 'prompt_text'))),
};

const observations: ImporterTable = {
  name: 'observations',
  read: (row, find) =>
    one(
      row,
      { ...place(row, find(textIn(row, ...MEMORY)), MEMORY), subagent: textIn(row, 'agent_id') },
      noteRow({
        title: textIn(row, 'title'),
        text: paragraphs([
          ['', textIn(row, 'narrative')],
          ['Facts', listIn(row, 'facts')],
          ['', textIn(row, 'text')],
        ]),
        detail: observationIn(row),
        metadata: {
          type: textIn(row, 'type'),
          promptNumber: countIn(row, 'prompt_number'),
          model: textIn(row, 'generated_by_model'),
        },
      }),
    ),
};

const summaries: ImporterTable = {
  name: 'session_summaries',
  read: (row, find) =>
    one(
      row,
      place(row, find(textIn(row, ...MEMORY)), MEMORY),
      noteRow({
        item: 'summary',
        ...summaryIn(row),
        detail: { filesRead: listIn(row, 'files_read'), filesChanged: listIn(row, 'files_edited') },
      }),
    ),
};

const toolUses: ImporterTable = {
  name: 'tool_uses',
  read: (row, find) => {
    const where = { ...place(row, find(keyOf(row)), SESSION), subagent: textIn(row, 'agent_id') };
    const call = toolCall(row, { output: 'tool_response' });
    return one(row, { ...where, folder: textIn(row, 'cwd') ?? where.folder, key: textIn(row, 'tool_use_id') }, call);
  },
};

/**
 * claude-mem: a model's notes on sessions of Claude Code and other agents. Older versions name the first columns
 * otherwise.
 */
export const claudeMem: Importer = {
  name: 'claude-mem',
  title: 'claude-mem',
  marks: { sdk_sessions: ['project'], observations: ['type', 'project'] },
  places: (home, variables) => [join(variables.CLAUDE_MEM_DATA_DIR ?? join(home, '.claude-mem'), 'claude-mem.db')],
  sessions: readSessions,
  tables: [sessions, prompts, toolUses, observations, summaries],
};

function keyOf(row: SourceRow): string | undefined {
  return textIn(row, ...SESSION);
}

function readSessions(db: ImporterDatabase): Map<string, ImportedSession> {
  const roots = new Map(
    db.rows('projects', ['name', 'root_path']).map((row) => [textIn(row, 'name'), textIn(row, 'root_path')]),
  );
  const folders = new Map(db.rows('tool_uses', [...SESSION, 'cwd']).map((row) => [keyOf(row), textIn(row, 'cwd')]));
  const asked = new Set(db.rows('user_prompts', SESSION).map(keyOf));
  const found = new Map<string, ImportedSession>();
  const wanted = [...SESSION, ...MEMORY, 'project', 'started_at_epoch', 'started_at'];
  for (const row of db.rows('sdk_sessions', wanted)) {
    const content = keyOf(row);
    const memory = textIn(row, ...MEMORY);
    const id = content ?? memory;
    if (id === undefined) continue;
    const project = textIn(row, 'project');
    const folder = folders.get(content) ?? roots.get(project);
    const startedAt = timeIn(row, 'started_at_epoch', 'started_at');
    const session = { id, project, folder, startedAt, asked: asked.has(content) };
    for (const key of [content, memory]) if (key !== undefined) found.set(key, session);
  }
  return found;
}
