import { DAY, type Fixture, MADE, made, SHOP } from './fixture.ts';

const KIRO_OBSERVATION = `id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, type TEXT NOT NULL,
  title TEXT NOT NULL, subtitle TEXT, text TEXT, narrative TEXT, facts TEXT, concepts TEXT, files_read TEXT,
  files_modified TEXT, prompt_number INTEGER NOT NULL, ${MADE}`;
const KIRO_TABLES = {
  sessions: {
    columns: `id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL UNIQUE, project TEXT NOT NULL, user_prompt TEXT NOT NULL,
      memory_session_id TEXT, status TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, completed_at TEXT,
      completed_at_epoch INTEGER`,
    rows: [
      {
        content_session_id: 'k-1',
        ...SHOP,
        user_prompt: 'Add a coupon field',
        status: 'completed',
        started_at: '2026-02-03T10:00:00Z',
        started_at_epoch: DAY,
        completed_at_epoch: DAY + 1_000,
      },
    ],
  },
  prompts: {
    columns: `id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL, project TEXT NOT NULL, prompt_number INTEGER NOT NULL,
      prompt_text TEXT NOT NULL, ${MADE}`,
    rows: [{ content_session_id: 'k-1', ...SHOP, prompt_number: 1, prompt_text: 'Add a coupon field', ...made(0) }],
  },
  summaries: {
    columns: `id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, investigated TEXT,
      learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, ${MADE}`,
    rows: [{ session_id: 'sdk-1', ...SHOP, request: 'Coupons', learned: 'Cents', ...made(8) }],
  },
} as const;
const STATED = '{"knowledgeType":"constraint","severity":"hard","reason":"rounding"}';
const KIRO_ROWS = [
  { type: 'file-write', title: 'Wrote cart.ts', facts: 'src/cart.ts', files_modified: 'src/cart.ts, src/total.ts' },
  { type: 'command', title: 'npm test', facts: 'npm test', text: '2 passed' },
  { type: 'constraint', title: 'Cents', text: 'Prices are kept in cents', facts: STATED },
  { type: 'something-new', title: 'Odd', text: 'An odd thing' },
].map((row, i) => ({
  ...row,
  memory_session_id: `sdk-${i}`,
  ...SHOP,
  concepts: 'cart, coupon',
  prompt_number: 0,
  ...made(2 + i),
}));

/** Kiro Memory 2. */
export const KIRO_2: Fixture = {
  product: 'kiro-memory',
  title: 'Kiro Memory 2',
  place: '.contextkit/contextkit.db',
  tables: { ...KIRO_TABLES, observations: { columns: KIRO_OBSERVATION, rows: KIRO_ROWS } },
};

/** Kiro Memory 3 and 4: checkpoints, categories, whole conversations. */
export const KIRO_4: Fixture = {
  product: 'kiro-memory',
  title: 'Kiro Memory 4',
  place: '.kiro-memory/kiro-memory.db',
  tables: {
    ...KIRO_TABLES,
    observations: {
      columns: `${KIRO_OBSERVATION}, content_hash TEXT, discovery_tokens INTEGER, is_stale INTEGER, auto_category TEXT`,
      rows: KIRO_ROWS.map((row) => ({ ...row, discovery_tokens: 12, is_stale: 0, auto_category: 'testing' })),
    },
    checkpoints: {
      columns: `id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL, project TEXT NOT NULL, task TEXT NOT NULL, progress TEXT,
        next_steps TEXT, open_questions TEXT, relevant_files TEXT, context_snapshot TEXT, ${MADE}`,
      rows: [
        {
          session_id: 1,
          ...SHOP,
          task: 'Coupons',
          progress: 'half',
          next_steps: 'tests',
          relevant_files: 'src/cart.ts',
          ...made(9),
        },
      ],
    },
    conversation_messages: {
      columns: `id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL, project TEXT NOT NULL, role TEXT NOT NULL,
        message_index INTEGER NOT NULL, content TEXT NOT NULL, ${MADE}`,
      rows: [
        { role: 'user', content: 'Add a coupon field' },
        { role: 'assistant', content: 'The field is there now.' },
      ].map((row, i) => ({ ...row, content_session_id: 'k-1', ...SHOP, message_index: i, ...made(i) })),
    },
  },
};
