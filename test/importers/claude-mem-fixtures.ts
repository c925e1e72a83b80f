import { DAY, type Fixture, MADE, made, OBSERVED, SHOP } from './fixture.ts';

const MEM_SESSION = { content_session_id: 'c-1', memory_session_id: 'm-1' };

/** claude-mem as it is now. */
export const CLAUDE_MEM: Fixture = {
  product: 'claude-mem',
  title: 'claude-mem with tool calls',
  place: '.claude-mem/claude-mem.db',
  tables: {
    sdk_sessions: {
      columns: `id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL, memory_session_id TEXT, project TEXT NOT NULL,
        user_prompt TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, completed_at TEXT,
        completed_at_epoch INTEGER, status TEXT`,
      rows: [
        {
          ...MEM_SESSION,
          ...SHOP,
          user_prompt: 'Fix the total',
          started_at: '2026-02-03T10:00:00Z',
          started_at_epoch: DAY,
          completed_at_epoch: DAY + 3_600_000,
          status: 'completed',
        },
      ],
    },
    user_prompts: {
      columns: `id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL, prompt_number INTEGER, prompt_text TEXT, ${MADE}`,
      rows: ['Fix the total', 'yes', 'yes'].map((prompt_text, i) => ({
        content_session_id: 'c-1',
        prompt_number: i + 1,
        prompt_text,
        ...made(i),
      })),
    },
    observations: {
      columns: `id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT, type TEXT NOT NULL,
        title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT,
        prompt_number INTEGER, discovery_tokens INTEGER, agent_id TEXT, ${MADE}`,
      rows: ['bugfix', 'decision', 'odd'].map((type, i) => ({
        ...OBSERVED,
        memory_session_id: 'm-1',
        type,
        title: `Total ${i}`,
        prompt_number: 1,
        discovery_tokens: 120,
        ...made(10 + i),
      })),
    },
    session_summaries: {
      columns: `id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, investigated TEXT,
        learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, ${MADE}`,
      rows: [{ memory_session_id: 'm-1', ...SHOP, request: 'Fix the total', learned: 'Round once', ...made(30) }],
    },
    tool_uses: {
      columns: `id INTEGER PRIMARY KEY, tool_use_id TEXT NOT NULL, content_session_id TEXT NOT NULL, project TEXT NOT NULL,
        tool_name TEXT NOT NULL, tool_input TEXT, tool_response TEXT, cwd TEXT, agent_id TEXT, ${MADE}`,
      rows: [
        {
          tool_use_id: 'toolu_1',
          content_session_id: 'c-1',
          ...SHOP,
          tool_name: 'Bash',
          tool_input: '{"command":"npm test"}',
          tool_response: '{"stdout":"2 passed","stderr":""}',
          cwd: '',
          ...made(5),
        },
      ],
    },
  },
};

/** claude-mem as it began: other names of columns, no title, no prompts of their own. */
export const CLAUDE_MEM_FIRST: Fixture = {
  product: 'claude-mem',
  title: 'claude-mem with its first columns',
  place: '.claude-mem/claude-mem.db',
  tables: {
    sdk_sessions: {
      columns: `id INTEGER PRIMARY KEY, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE, project TEXT NOT NULL,
        user_prompt TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, status TEXT`,
      rows: [
        {
          claude_session_id: 'c-0',
          sdk_session_id: 'm-0',
          ...SHOP,
          user_prompt: 'Add a coupon field',
          started_at: '2026-02-03T10:00:00Z',
          started_at_epoch: DAY,
          status: 'active',
        },
      ],
    },
    observations: {
      columns: `id INTEGER PRIMARY KEY, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT NOT NULL,
        type TEXT NOT NULL, ${MADE}`,
      rows: [{ sdk_session_id: 'm-0', ...SHOP, text: 'Coupons are in cents', type: 'decision', ...made(1) }],
    },
  },
};
