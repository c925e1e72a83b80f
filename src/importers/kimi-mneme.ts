import { join } from 'node:path';
import type { EventBody } from '../core/model/event.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { paragraphs } from '../core/text/paragraphs.ts';
import type { ImportedSession, Importer, ImporterDatabase, ImporterTable } from './contract.ts';
import { filesIn, noteRow, observationIn, summaryIn } from './note-row.ts';
import {
  checkpointOf,
  messageOf,
  one,
  place,
  promptOf,
  rowTable,
  sessionEvents,
  sessionsOf,
  toolCall,
} from './row-to-events.ts';
import { countIn, listIn, type SourceRow, textIn, timeIn } from './source-row.ts';

const sessions: ImporterTable = {
  name: 'sessions',
  read: (row, find) => {
    const session = find(textIn(row, 'id'));
    const events = sessionEvents(row, session, ['ended_at']);
    const text = textIn(row, 'summary');
    if (typeof events === 'string' || text === undefined) return events;
    const where = { ...place(row, session, ['id']), key: 'summary', times: ['ended_at', 'started_at'] };
    const summary = one(row, where, noteRow({ item: 'summary', text }));
    return typeof summary === 'string' ? events : [...events, ...summary];
  },
};

const observations = ofSession('observations', observationOf);
const prompts = ofSession('user_prompts', (row) => promptOf(textIn(row, 'prompt_text')));
const messages = ofSession('assistant_messages', (row) => messageOf('assistant', textIn(row, 'content')), 'timestamp');

const structured = ofSession('structured_observations', (row) =>
  noteRow({
    title: textIn(row, 'title'),
    text: paragraphs([
      ['', textIn(row, 'narrative')],
      ['Facts', listIn(row, 'facts')],
    ]),
    detail: observationIn(row),
    metadata: { type: textIn(row, 'type'), by: textIn(row, 'source'), model: textIn(row, 'model') },
  }),
);

const summaries = ofSession('summaries', (row) =>
  noteRow({ item: 'summary', text: textIn(row, 'content'), detail: { concepts: listIn(row, 'keywords') } }),
);

const sessionSummaries = ofSession('session_summaries', (row) => {
  const { title, text } = summaryIn(row);
  return noteRow({ item: 'summary', title, text: text ?? textIn(row, 'raw_summary'), detail: filesIn(row) });
});

const checkpoints = ofSession('session_checkpoints', (row) => {
  const openTasks = listIn(row, 'open_tasks');
  const summary = textIn(row, 'summary');
  const text = paragraphs([
    ['', summary],
    ['Key decisions', listIn(row, 'key_decisions')],
    ['Open tasks', openTasks],
  ]);
  return checkpointOf({ task: summary, text, openTasks, filesChanged: [], progressed: summary !== undefined });
});

const compactions = ofSession('compaction_events', compactionOf, 'compacted_at');

const patterns = rowTable('patterns', ['last_seen_session_id', 'first_seen_session_id'], {
  where: () => ({ times: ['updated_at'] }),
  body: (row) =>
    noteRow({
      item: 'pattern',
      title: textIn(row, 'title'),
      text: textIn(row, 'description'),
      detail: { filesChanged: listIn(row, 'related_files') },
      metadata: { type: textIn(row, 'pattern_type'), count: countIn(row, 'occurrence_count') },
    }),
});

/** kimi-mneme: what its hooks and its reader of Kimi's traces recorded, and what it and a model derived from that. */
export const kimiMneme: Importer = {
  name: 'kimi-mneme',
  title: 'kimi-mneme',
  marks: { sessions: ['cwd', 'started_at'], observations: ['event_type', 'tool_output'] },
  places: (home) => [join(home, '.kimi', 'mneme', 'mneme.db')],
  sessions: readSessions,
  tables: [
    sessions,
    prompts,
    observations,
    messages,
    structured,
    summaries,
    sessionSummaries,
    checkpoints,
    compactions,
    patterns,
  ],
};

function ofSession(name: string, body: (row: SourceRow) => EventBody | string, ...times: string[]): ImporterTable {
  return rowTable(name, ['session_id'], { body, where: () => ({ times }) });
}

function observationOf(row: SourceRow): EventBody | string {
  const event = textIn(row, 'event_type');
  switch (event) {
    case 'UserPromptSubmit':
      return promptOf(textIn(row, 'prompt'));
    case 'PostToolUse':
      return toolCall(row, { output: 'tool_output' });
    case 'PostToolUseFailure':
      return toolCall(row, { output: 'tool_output', failed: textIn(row, 'error', 'tool_output') ?? '' });
    case 'SubagentStart':
      return { kind: 'subagent.start', type: textIn(row, 'agent_name') ?? '', task: textIn(row, 'prompt') ?? '' };
    case 'SubagentStop':
      return { kind: 'subagent.end', type: textIn(row, 'agent_name') ?? '', result: textIn(row, 'tool_output') ?? '' };
    default:
      return `observations of ${event ?? 'no event'}`;
  }
}

function compactionOf(row: SourceRow): EventBody {
  const summary = textIn(row, 'summary_generated');
  const [tokensBefore, tokensAfter] = [countIn(row, 'tokens_before'), countIn(row, 'tokens_after')];
  return { kind: 'compact.end', trigger: 'auto', ...omitUndefined({ summary, tokensBefore, tokensAfter }) };
}

function readSessions(db: ImporterDatabase): Map<string, ImportedSession> {
  return sessionsOf(db.rows('sessions', ['id', 'cwd', 'project', 'started_at', 'ended_at']), (row) => ({
    id: textIn(row, 'id'),
    folder: textIn(row, 'cwd'),
    project: textIn(row, 'project'),
    startedAt: timeIn(row, 'started_at', 'ended_at'),
  }));
}
