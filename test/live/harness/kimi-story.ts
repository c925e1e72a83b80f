// The story of `story.ts` as Kimi Code lives it: the same shop, decision and prompts, with Kimi's tools. A third session,
// of Claude Code, decides something that Kimi Code is to know.
import type { Script, Step, Turn } from './script.ts';
import {
  CHANGED_FILE,
  DECISION,
  FIRST_SESSION,
  OPEN_TASK,
  quoting,
  SAID_ON_THE_WAY,
  SEARCH_TOOL,
  SECOND_SESSION,
} from './story.ts';

/** What Claude Code's session decides, in the words of its prompt. */
export const OTHER_DECISION = 'invoice numbers start anew each year';
/** The prompt of Claude Code's session, and the answer that ends it. */
export const OTHER_PROMPT = `We decided that ${OTHER_DECISION}. Note it in the code.`;
/** What ends that session. */
export const OTHER_ANSWER = 'It is noted in the invoice.';

const bash = (command: string): { tool: string; args: Record<string, unknown> } => ({
  tool: 'Bash',
  args: { command },
});
const todos = (first: string): { tool: string; args: Record<string, unknown> } => ({
  tool: 'TodoList',
  args: {
    todos: [
      { title: 'Round the discount', status: first },
      { title: OPEN_TASK, status: 'pending' },
    ],
  },
});

const ROUNDING: readonly Step[] = [
  { text: SAID_ON_THE_WAY, calls: [{ tool: 'Read', args: { path: CHANGED_FILE } }] },
  { calls: [todos('in_progress')] },
  { calls: [bash('node check.js')] },
  {
    calls: [
      {
        tool: 'Edit',
        args: { path: CHANGED_FILE, old_string: 'cents * 0.9', new_string: 'Math.round(cents * 0.9)' },
      },
    ],
  },
  // Two at once, of which the hook of the last may not come.
  { calls: [bash('node check.js'), todos('done')] },
  { text: FIRST_SESSION[0]?.answer ?? '' },
];

const REPORT = `${FIRST_SESSION[1]?.answer ?? ''} The cart and the invoice both require the discount, and nothing else in the
project does; neither of them rounds what it gets, and none of the two has a test of its own that would fail without it.`;

const CALLERS: readonly Step[] = [
  {
    calls: [
      {
        tool: 'Agent',
        args: { description: 'Find callers', prompt: 'Search who requires it.', subagent_type: 'coder' },
      },
    ],
  },
  { text: FIRST_SESSION[1]?.answer ?? '' },
];

const TURNS: readonly Turn[] = [
  { when: 'Create a handoff summary', steps: [{ text: 'The shop rounds its discounts.' }] },
  { when: 'compacted to free up context', steps: [{ text: FIRST_SESSION[2]?.answer ?? '' }] },
  { when: 'Fix the rounding', steps: ROUNDING },
  { when: 'find the callers', steps: CALLERS },
  { when: 'Search who requires it', steps: [{ calls: [bash('grep -rl discount src')] }, { text: REPORT }] },
  {
    when: 'whole invoice',
    steps: [{ calls: [bash('cat src/invoice.js')], inputTokens: 195_000 }, { text: FIRST_SESSION[2]?.answer ?? '' }],
  },
  { when: SECOND_SESSION[0], steps: [quoting(true)] },
  { when: SECOND_SESSION[1], steps: [quoting(false)] },
  {
    when: SECOND_SESSION[2],
    steps: [{ calls: [{ tool: SEARCH_TOOL, args: { query: DECISION } }] }, { text: 'It is as we said.' }],
  },
  {
    when: 'Note it in the code',
    steps: [{ calls: [bash("echo '// numbers start anew' >> src/invoice.js")] }, { text: OTHER_ANSWER }],
  },
];

/** What the scripted model answers in all sessions. */
export const KIMI_STORY: Script = { turns: TURNS };
