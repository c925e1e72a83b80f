import { DAY, type Fixture, OBSERVED, SHOP } from './fixture.ts';

const KIMI_SESSION =
  'id TEXT PRIMARY KEY, cwd TEXT NOT NULL, started_at TIMESTAMP, ended_at TIMESTAMP, summary TEXT, token_count INTEGER';
const KIMI_OBSERVATION = `id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, event_type TEXT NOT NULL, tool_name TEXT,
  tool_input TEXT, tool_output TEXT, error TEXT, file_path TEXT, prompt TEXT, agent_name TEXT, created_at TIMESTAMP`;
const KIMI_AT = { session_id: 'kimi-1', created_at: '2026-02-03 10:05:00' };
const KIMI_ROWS = [
  { event_type: 'UserPromptSubmit', prompt: 'Add a coupon field' },
  { event_type: 'PostToolUse', tool_name: 'WriteFile', tool_input: '{"path":"src/cart.ts"}', tool_output: 'Wrote it' },
  { event_type: 'PostToolUseFailure', tool_name: 'Shell', tool_input: '{"command":"npm test"}', error: '2 failed' },
  { event_type: 'SubagentStop', agent_name: 'coder', tool_output: 'found it' },
  { event_type: 'Stop' },
].map((row) => ({ ...KIMI_AT, ...row }));
const KIMI_TABLES = {
  observations: { columns: KIMI_OBSERVATION, rows: KIMI_ROWS },
  summaries: {
    columns: `id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, observation_ids TEXT, content TEXT NOT NULL, keywords TEXT,
      embedding_id TEXT, created_at TIMESTAMP`,
    rows: [{ ...KIMI_AT, content: 'Added a coupon field', keywords: '["coupon"]' }],
  },
};

/** kimi-mneme as it began. */
export const KIMI_1: Fixture = {
  product: 'kimi-mneme',
  title: 'kimi-mneme 1',
  place: '.kimi/mneme/mneme.db',
  tables: {
    sessions: { columns: KIMI_SESSION, rows: [{ id: 'kimi-1', cwd: '', started_at: '2026-02-03 10:00:00' }] },
    ...KIMI_TABLES,
  },
  skipped: { 'observations: observations of Stop': 1 },
};

/** kimi-mneme as it is now. */
export const KIMI_2: Fixture = {
  product: 'kimi-mneme',
  title: 'kimi-mneme 2',
  place: '.kimi/mneme/mneme.db',
  tables: {
    sessions: {
      columns: `${KIMI_SESSION}, project TEXT`,
      rows: [
        {
          id: 'kimi-1',
          cwd: '',
          started_at: '2026-02-03 10:00:00',
          ended_at: '2026-02-03 11:00:00',
          summary: 'Coupons work',
          ...SHOP,
        },
      ],
    },
    ...KIMI_TABLES,
    user_prompts: {
      columns: 'id INTEGER PRIMARY KEY, session_id TEXT, prompt_number INTEGER, prompt_text TEXT, created_at TIMESTAMP',
      rows: [{ ...KIMI_AT, prompt_number: 1, prompt_text: 'Add a coupon field' }],
    },
    assistant_messages: {
      columns: 'id INTEGER PRIMARY KEY, session_id TEXT, content TEXT, timestamp REAL, created_at TIMESTAMP',
      rows: [{ ...KIMI_AT, content: 'The field is there.', timestamp: DAY / 1_000 + 0.5 }],
    },
    structured_observations: {
      columns: `id INTEGER PRIMARY KEY, session_id TEXT, project TEXT, type TEXT, title TEXT, subtitle TEXT, facts TEXT,
        narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, source TEXT, model TEXT, created_at TIMESTAMP`,
      rows: [{ ...KIMI_AT, ...OBSERVED, type: 'feature', title: 'Coupons', source: 'ai' }],
    },
    session_summaries: {
      columns: `id INTEGER PRIMARY KEY, session_id TEXT, title TEXT, request TEXT, investigated TEXT, learned TEXT,
        completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, raw_summary TEXT, created_at TIMESTAMP`,
      rows: [{ ...KIMI_AT, title: 'Coupons', learned: 'Cents' }],
    },
    session_checkpoints: {
      columns: `id INTEGER PRIMARY KEY, session_id TEXT, checkpoint_number INTEGER, checkpoint_type TEXT, summary TEXT,
        key_decisions TEXT, open_tasks TEXT, created_at TIMESTAMP`,
      rows: [{ ...KIMI_AT, checkpoint_number: 1, summary: 'Half done', open_tasks: '["write tests"]' }],
    },
    compaction_events: {
      columns: `id INTEGER PRIMARY KEY, session_id TEXT, compacted_at TIMESTAMP, tokens_before INTEGER, tokens_after INTEGER,
        summary_generated TEXT`,
      rows: [
        {
          session_id: 'kimi-1',
          compacted_at: '2026-02-03 10:30:00',
          tokens_before: 90_000,
          summary_generated: 'Coupons so far',
        },
      ],
    },
    patterns: {
      columns: `id INTEGER PRIMARY KEY, pattern_type TEXT, pattern_hash TEXT, title TEXT, description TEXT,
        first_seen_session_id TEXT, last_seen_session_id TEXT, occurrence_count INTEGER, related_files TEXT,
        created_at TIMESTAMP, updated_at TIMESTAMP`,
      rows: [
        {
          pattern_type: 'error',
          title: 'Tests fail',
          description: 'Two tests fail again',
          last_seen_session_id: 'kimi-1',
          occurrence_count: 3,
          created_at: '2026-02-03 10:05:00',
        },
      ],
    },
  },
  skipped: { 'observations: observations of Stop': 1 },
};
