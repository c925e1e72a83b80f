import { type Message, type MessagesBody, textsOf } from './messages.ts';

/** A tool call that the scripted model makes. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A stretch of a request, `marked`: with its marks. */
export interface Quote {
  readonly begin: string;
  readonly end: string;
  readonly marked: boolean;
}

/** One answer of the scripted model: a text, calls (several are parallel), or an HTTP status that is an error. */
export interface Step {
  readonly text?: string;
  /** Repeats after its text what the request holds between two marks, the newest such stretch. */
  readonly quote?: Quote;
  readonly calls?: readonly Call[];
  /** Reported as used; 990,000 makes Claude Code compact its conversation. */
  readonly inputTokens?: number;
  readonly delayMs?: number;
  readonly status?: number;
}

/** The answers to one prompt: the turn is taken by the first whose `when` stands in the prompt. */
export interface Turn {
  readonly when: string;
  readonly steps: readonly Step[];
}

/** What the scripted model answers: `turns` by prompt, `side` to requests without tools (titles, summaries). */
export interface Script {
  readonly turns: readonly Turn[];
  readonly side?: string;
}

const DONE: Step = { text: 'Done.' };
const SIDE = 'A title for this work';

/** The step that answers a request: the turn by its last prompt, the step by the tool rounds since then. */
export function stepFor(script: Script, body: MessagesBody): Step {
  if ((body.tools ?? []).length === 0) return { text: script.side ?? SIDE };
  const { prompt, rounds } = lastPrompt(body.messages ?? []);
  const turn = script.turns.find(({ when }) => prompt.includes(when));
  const step = turn?.steps[rounds] ?? DONE;
  return step.quote === undefined ? step : { ...step, text: `${step.text ?? ''}${quoted(body, step.quote)}` };
}

function quoted(body: MessagesBody, { begin, end, marked }: Quote): string {
  const text = (body.messages ?? []).flatMap(({ content }) => textsOf(content)).join('\n');
  const from = text.lastIndexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return '';
  return marked ? text.slice(from, to + end.length) : text.slice(from + begin.length, to);
}

/** The last text that a user (or the agent in the user's name) wrote, and how many tool rounds followed it. */
export function lastPrompt(messages: readonly Message[]): { prompt: string; rounds: number } {
  let prompt = '';
  let rounds = 0;
  for (const message of messages) {
    if (message.role !== 'user') continue;
    const blocks = typeof message.content === 'string' ? [] : message.content;
    const isResult = blocks.some((block) => block.type === 'tool_result');
    const written = isResult ? blocks.filter((block) => block.type === 'text') : message.content;
    const text = textsOf(written).map(withoutReminders).filter(Boolean).join('\n');
    if (text !== '') {
      prompt = text;
      rounds = 0;
    } else if (isResult) {
      rounds += 1;
    }
  }
  return { prompt, rounds };
}

/** Claude Code wraps what it adds itself; of that, only the report of a finished subagent is a prompt. */
function withoutReminders(text: string): string {
  const reminder = /<system-reminder>([\s\S]*?)<\/system-reminder>/g;
  return text.replace(reminder, (_, inner: string) => (inner.includes('<task-notification>') ? inner : '')).trim();
}
