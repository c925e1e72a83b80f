// The story that every variant of the live test plays: a small shop, a decision in the first prompt, work that leaves
// one task open, and a second session that goes on. This file is data; the expectations are in the test.
import { BEGIN_LINE, END_LINE } from '../../../src/privacy/own-words.ts';
import { HOME } from './namespace.ts';
import type { Script, Step, Turn } from './script.ts';

/** The folder in which the agent works. */
export const PROJECT = `${HOME}/shop`;
/** What the user's own hook says to the model, before and beside Cairn. */
export const OWN_HOOK_WORD = 'a word of the hook that the user had before';
/** What a person states with `cairn remember` before anything else. */
export const CONSTRAINT = 'Tests never call the billing service';
/** What the first prompt decides, in its own words. */
export const DECISION = 'amounts are integer cents';
/** The task that the first session leaves open. */
export const OPEN_TASK = 'Cover negative discounts with a test';
/** The file that the first session changes, relative to the project. */
export const CHANGED_FILE = 'src/discount.js';
/** In the middle of a long output of the first session: a body that is stored compressed. */
export const IN_A_LONG_OUTPUT = 'the ninetieth line of the invoice';
/** Said between two tool calls: the hooks do not tell of it, the transcript does. */
export const SAID_ON_THE_WAY = 'I read the discount before I touch it.';
/** What the agent says before it repeats what Cairn had injected. */
export const SAID_WHEN_QUOTING = 'From here I go on with the negative discounts.';

/** The prompts of the first session, with the answer that ends each. */
export const FIRST_SESSION: readonly { readonly prompt: string; readonly answer: string }[] = [
  { prompt: `We decided that ${DECISION}, never floats. Fix the rounding.`, answer: 'The discount is rounded now.' },
  { prompt: 'Let an agent find the callers.', answer: 'There are two callers.' },
  { prompt: 'Show me the whole invoice.', answer: 'That was the invoice.' },
];

/** The prompts of the second session; neither says what it is to be reminded of. */
export const SECOND_SESSION = ['Where did we stop?', 'What comes next?', 'Look it up in your memory.'] as const;

/**
 * The prompts of a session in which the agent asks its memory in every way it has, repeats the answers, and compacts.
 */
export const ASKING_SESSION = [
  'Ask your memory in every way.',
  'Print the invoice to the end.',
  'Say it again.',
] as const;
/** What the agent says before it repeats the answers. */
export const SAID_WHEN_ASKING = 'I have looked it up everywhere.';

/** Cairn's search among the agent's tools. */
export const SEARCH_TOOL = 'mcp__cairn__search';
/** The other tools of Cairn that the agent asks. */
export const ASKING_TOOLS = [
  SEARCH_TOOL,
  'mcp__cairn__context',
  'mcp__cairn__by_file',
  'mcp__cairn__timeline',
] as const;

const INVOICE = Array.from(
  { length: 180 },
  (_, index) => `// ${index === 89 ? IN_A_LONG_OUTPUT : `line ${index + 1}`}`,
);

/** The files of the project, by relative path. */
export const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n',
  [CHANGED_FILE]: 'exports.discount = (cents) => cents * 0.9;\n',
  'src/cart.js': "const { discount } = require('./discount.js');\nexports.total = (cents) => discount(cents);\n",
  'src/invoice.js': `const { discount } = require('./discount.js');\n${INVOICE.join('\n')}\nexports.due = discount;\n`,
  'check.js': [
    "const { discount } = require('./src/discount.js');",
    "if (!Number.isInteger(discount(5))) throw new Error('not an integer: ' + discount(5));",
    "console.log('all amounts are integers');",
    '',
  ].join('\n'),
};

const ROUNDING: readonly Step[] = [
  { text: SAID_ON_THE_WAY, calls: [{ tool: 'Read', args: { file_path: `${PROJECT}/${CHANGED_FILE}` } }] },
  { calls: [task('Round the discount'), task(OPEN_TASK)] },
  { calls: [bash('node check.js')] },
  {
    calls: [
      {
        tool: 'Edit',
        args: {
          file_path: `${PROJECT}/${CHANGED_FILE}`,
          old_string: 'cents * 0.9',
          new_string: 'Math.round(cents * 0.9)',
        },
      },
    ],
  },
  { calls: [bash('node check.js')] },
  { calls: [{ tool: 'TaskUpdate', args: { taskId: '1', status: 'completed' } }] },
  { text: answerTo(0) },
];

const CALLERS: readonly Step[] = [
  {
    calls: [
      {
        tool: 'Agent',
        args: { description: 'Find callers', prompt: 'Search who requires it.', subagent_type: 'general-purpose' },
      },
    ],
  },
  { text: 'An agent is looking.' },
];

const SEARCH: readonly Step[] = [{ calls: [bash('grep -rl discount src')] }, { text: 'The cart and the invoice.' }];

const INVOICE_SHOWN: readonly Step[] = [
  { calls: [bash('cat src/invoice.js')], inputTokens: 990_000 },
  { text: answerTo(2) },
];

const ASKING: readonly Step[] = [
  { calls: [{ tool: SEARCH_TOOL, args: { query: `why ${DECISION}` } }] },
  { calls: [{ tool: ASKING_TOOLS[1], args: { prompt: DECISION } }] },
  { calls: [{ tool: ASKING_TOOLS[2], args: { file: CHANGED_FILE } }] },
  { calls: [{ tool: ASKING_TOOLS[3], args: { anchor: '1h' } }] },
  { calls: [bash(`~/.cairn/bin/cairn search "${DECISION}"`)] },
  { calls: [bash('~/.cairn/bin/cairn recall "what do the amounts have to be?" | tee recalled.txt')] },
  { calls: [{ tool: 'Read', args: { file_path: `${PROJECT}/${CHANGED_FILE}` } }] },
  {
    text: `${SAID_WHEN_ASKING}\n\nWe decided that ${DECISION}, never floats.\n\nDecision: ${DECISION}, never floats.\n\nI was told:\n`,
    quote: { begin: BEGIN_LINE, end: END_LINE, marked: false },
  },
];

// What the agent writes in its user's name comes first: a report or a summary repeats words of the prompts.
const TURNS: readonly Turn[] = [
  { when: 'create a detailed summary', steps: [{ text: '<summary>The shop rounds its discounts.</summary>' }] },
  { when: 'being continued from a previous', steps: [{ text: answerTo(2) }, { text: answerTo(2) }] },
  { when: 'task-notification', steps: [{ text: answerTo(1) }] },
  { when: 'Fix the rounding', steps: ROUNDING },
  { when: 'find the callers', steps: CALLERS },
  { when: 'Search who requires it', steps: SEARCH },
  { when: 'whole invoice', steps: INVOICE_SHOWN },
  { when: ASKING_SESSION[0], steps: ASKING },
  { when: ASKING_SESSION[1], steps: INVOICE_SHOWN },
  { when: ASKING_SESSION[2], steps: [{ text: `We decided that ${DECISION}, never floats.` }] },
  { when: SECOND_SESSION[0], steps: [quoting(true)] },
  { when: SECOND_SESSION[1], steps: [quoting(false)] },
  {
    when: SECOND_SESSION[2],
    steps: [{ calls: [{ tool: SEARCH_TOOL, args: { query: DECISION } }] }, { text: 'It is as we said.' }],
  },
];

/** What the scripted model answers in both sessions. */
export const STORY: Script = { turns: TURNS };

function answerTo(index: number): string {
  return FIRST_SESSION[index]?.answer ?? '';
}

function bash(command: string): { tool: string; args: Record<string, unknown> } {
  return { tool: 'Bash', args: { command } };
}

function task(subject: string): { tool: string; args: Record<string, unknown> } {
  return { tool: 'TaskCreate', args: { subject, description: subject } };
}

/** A step that repeats what was injected last, as a talkative model does. */
export function quoting(marked: boolean): Step {
  return { text: `${SAID_WHEN_QUOTING} I was told:\n`, quote: { begin: BEGIN_LINE, end: END_LINE, marked } };
}
