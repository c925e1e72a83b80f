import type { Fixture } from './fixture.ts';

/** context-memory. */
export const CONTEXT: Fixture = {
  product: 'context-memory',
  title: 'context-memory',
  place: '.claude/context-memory/context.db',
  tables: {
    sessions: {
      columns: `id INTEGER PRIMARY KEY, session_id TEXT UNIQUE NOT NULL, project_path TEXT, project_hash TEXT,
        created_at DATETIME, updated_at DATETIME, message_count INTEGER, metadata TEXT`,
      rows: [{ session_id: 'x-1', project_path: '', created_at: '2026-02-03 10:00:00' }],
    },
    messages: {
      columns:
        'id INTEGER PRIMARY KEY, session_id INTEGER, role TEXT, content TEXT, sequence INTEGER, created_at DATETIME',
      rows: [
        { role: 'user', content: 'Use Redis for sessions?' },
        { role: 'assistant', content: 'Yes, with a time to live.' },
        { role: 'user', content: 'yes' },
        { role: 'user', content: 'yes' },
        { role: 'system', content: 'The session was saved' },
      ].map((row, sequence) => ({ ...row, session_id: 1, sequence, created_at: '2026-02-03 10:10:00' })),
    },
    summaries: {
      columns: `id INTEGER PRIMARY KEY, session_id INTEGER UNIQUE, brief TEXT, detailed TEXT, key_decisions TEXT,
        problems_solved TEXT, technologies TEXT, outcome TEXT, user_note TEXT, created_at DATETIME`,
      rows: [
        {
          session_id: 1,
          brief: 'Redis for sessions',
          key_decisions: '["Redis"]',
          technologies: '["Redis"]',
          user_note: 'keep it',
          created_at: '2026-02-03 10:20:00',
        },
      ],
    },
    topics: {
      columns: 'id INTEGER PRIMARY KEY, session_id INTEGER, topic TEXT',
      rows: [
        { session_id: 1, topic: 'redis' },
        { session_id: 1, topic: 'sessions' },
      ],
    },
    code_snippets: {
      columns: `id INTEGER PRIMARY KEY, session_id INTEGER, language TEXT, code TEXT, description TEXT, file_path TEXT,
        created_at DATETIME`,
      rows: [
        {
          session_id: 1,
          language: 'ts',
          code: 'const ttl = 60;',
          description: 'Time to live',
          created_at: '2026-02-03 10:21:00',
        },
      ],
    },
  },
};
