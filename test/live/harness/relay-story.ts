// The story that every agent lives in turn: it decides, reads, notes tasks, fails, edits, succeeds and hands a task to a
// subagent; then it looks up what a person stated and shows a long file. Told once, in each agent's own tools.
import type { LiveAgent } from './agent.ts';
import type { Call, Script, Step, Turn } from './script.ts';
import { CHANGED_FILE, CONSTRAINT, DECISION, OPEN_TASK, quoting, SAID_ON_THE_WAY, SECOND_SESSION } from './story.ts';

/** What the subagent says at its end. */
export const SAID_BY_SUBAGENT = 'The cart and the invoice both require the discount.';

/** The prompts of an agent's own session, with the answers that end them. */
export const OWN_SESSION = [
  {
    prompt: `We decided that ${DECISION}, never floats. Fix the rounding, then let an agent find the callers.`,
    answer: 'The discount is rounded now, and it has two callers.',
  },
  { prompt: 'Look up why, then show me the whole invoice.', answer: 'That was the invoice.' },
] as const;

/** What the agent that comes next is asked; it says nothing of what it is to be reminded of. */
export const NEXT_PROMPT = SECOND_SESSION[0];

/** What is left of the conversation when it was compacted; agents give it back as a message of their user. */
const SUMMARY = 'The shop rounds its discounts.';
/** How an agent asks for it, where it asks with its tools at hand. */
const SUMMARY_PROMPTS = ['create a detailed summary', 'Create a handoff summary', 'that summarizes a conversation'];
/** What OpenCode says in its user's name when it has compacted. */
const GO_ON = 'Continue if you have next steps';
const COMPACTING_MS = 800;
const TASK = 'Search who requires it.';

/** What the scripted model answers to an agent. */
export function relayStory({ tools, compactsAt }: LiveAgent): Script {
  const rounding: readonly Step[] = [
    { text: SAID_ON_THE_WAY, calls: [tools.read(CHANGED_FILE)] },
    ...(tools.todos === undefined ? [] : [{ calls: tools.todos('Round the discount', OPEN_TASK) }]),
    step(tools.shell('node check.js')),
    step(tools.edit({ file: CHANGED_FILE, from: 'cents * 0.9', to: 'Math.round(cents * 0.9)' })),
    step(tools.shell('node check.js')),
    step(tools.delegate(TASK)),
    ...(tools.await === undefined ? [] : [step(tools.await())]),
    { text: OWN_SESSION[0].answer },
  ];
  const searching: readonly Step[] = [
    step(tools.shell('grep -rl discount src')),
    ...(tools.report === undefined ? [] : [step(tools.report(SAID_BY_SUBAGENT))]),
    { text: SAID_BY_SUBAGENT },
  ];
  const invoice: Step = {
    ...quoting(false),
    calls: [tools.shell('cat src/invoice.js')],
    ...(compactsAt === undefined ? {} : { inputTokens: compactsAt }),
  };
  const status = step(tools.shell('git status --short'));
  const ended: Step = { text: OWN_SESSION[1].answer };
  const turns: readonly Turn[] = [
    // What the agent writes in its user's name comes first: a report or a summary repeats words of the prompts.
    ...SUMMARY_PROMPTS.map((when) => ({ when, steps: [{ text: `<summary>${SUMMARY}</summary>` }] })),
    ...[SUMMARY, GO_ON].map((when) => ({ when, steps: [ended, ended, ended] })),
    { when: 'task-notification', steps: [{ text: OWN_SESSION[0].answer }] },
    { when: 'Fix the rounding', steps: rounding },
    { when: TASK, steps: searching },
    {
      when: 'whole invoice',
      // One that compacts beside its turn has the time for it, and a request in which it tells what is left.
      steps: [step(tools.search(CONSTRAINT)), invoice, { ...status, delayMs: COMPACTING_MS }, ended],
    },
    { when: NEXT_PROMPT, steps: [step(tools.read(CHANGED_FILE)), quoting(true)] },
  ];
  // A title, or the summary of a long conversation.
  return { turns, side: { text: SUMMARY, inputTokens: 50_000 } };
}

function step(...calls: readonly Call[]): Step {
  return { calls };
}
