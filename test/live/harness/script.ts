import { stripOwnWords } from '../../../src/privacy/own-words.ts';
import { type Message, type MessagesBody, textsOf } from './model/messages.ts';

/** A tool call that the scripted model makes; `args` are a text where the tool takes one. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>> | string;
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
  readonly side?: Step;
}

const DONE: Step = { text: 'Done.' };
const SIDE: Step = { text: 'A title for this work' };

/** The step that answers a request: the turn by its last prompt, the step by the tool rounds since then. */
export function stepFor(script: Script, body: MessagesBody): Step {
  if ((body.tools ?? []).length === 0) return script.side ?? SIDE;
  const { turn, rounds } = lastTurn(script.turns, body.messages ?? []);
  const step = turn?.steps[rounds] ?? DONE;
  return step.quote === undefined ? step : { ...step, text: `${step.text ?? ''}${quoted(body, step.quote)}` };
}

function quoted({ system, messages = [] }: MessagesBody, { begin, end, marked }: Quote): string {
  const text = [...textsOf(system), ...messages.flatMap(({ content }) => textsOf(content))].join('\n');
  const from = text.lastIndexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return '';
  return marked ? text.slice(from, to + end.length) : text.slice(from + begin.length, to);
}

/**
 * The turn of the last text in a user's message that is the prompt of one, and how many tool rounds followed it. Agents
 * put more into a user's name than what their user wrote; what Cairn injected tells of earlier prompts and is none.
 */
export function lastTurn(
  turns: readonly Turn[],
  messages: readonly Message[],
): { turn: Turn | undefined; rounds: number } {
  let turn: Turn | undefined;
  let rounds = 0;
  for (const { role, content } of messages) {
    if (role !== 'user') continue;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const written = textsOf(blocks.filter(({ type }) => type !== 'tool_result'))
      .map(stripOwnWords)
      .join('\n');
    const begun = turns.find(({ when }) => written.includes(when));
    if (begun !== undefined) {
      turn = begun;
      rounds = 0;
    } else if (blocks.some(({ type }) => type === 'tool_result')) {
      rounds += 1;
    }
  }
  return { turn, rounds };
}
