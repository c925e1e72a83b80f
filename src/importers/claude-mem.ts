import { join } from 'node:path';
import { omitUndefined } from '../core/omit-undefined.ts';
import { paragraphs } from '../core/text/paragraphs.ts';
import type { ImportedSession, Importer, ImporterDatabase } from './contract.ts';
import { filesIn, noteRow, observationIn, summaryIn } from './note-row.ts';
import { promptOf, rowTable, sessionsOf, sessionTable, toolCall } from './row-to-events.ts';
import { countIn, listIn, type SourceRow, textIn, timeIn } from './source-row.ts';

const SESSION = ['content_session_id', 'claude_session_id'] as const;
const MEMORY = ['memory_session_id', 'sdk_session_id'] as const;

const sessions = sessionTable('sdk_sessions', SESSION, ['completed_at_epoch', 'completed_at']);

const prompts = rowTable('user_prompts', SESSION, { body: (row) => promptOf(textIn(row, 'prompt_text')) });

const observations = rowTable('observations', MEMORY, {
  where: (row) => ({ subagent: textIn(row, 'agent_id') }),
  body: (row) =>
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
});

const summaries = rowTable('session_summaries', MEMORY, {
  body: (row) => noteRow({ item: 'summary', ...summaryIn(row), detail: filesIn(row) }),
});

const toolUses = rowTable('tool_uses', SESSION, {
  where: (row) => ({
    subagent: textIn(row, 'agent_id'),
    key: textIn(row, 'tool_use_id'),
    ...omitUndefined({ folder: textIn(row, 'cwd') }),
  }),
  body: (row) => toolCall(row, { output: 'tool_response' }),
});

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
  const wanted = [...SESSION, ...MEMORY, 'project', 'started_at_epoch', 'started_at'];
  const toSession = (row: SourceRow) => {
    const content = keyOf(row);
    const project = textIn(row, 'project');
    return {
      id: content ?? textIn(row, ...MEMORY),
      project,
      folder: folders.get(content) ?? roots.get(project),
      startedAt: timeIn(row, 'started_at_epoch', 'started_at'),
      asked: asked.has(content),
    };
  };
  return sessionsOf(db.rows('sdk_sessions', wanted), toSession, (row) => [textIn(row, ...MEMORY)]);
}
