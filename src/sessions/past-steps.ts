import type { PastStep } from '../agents/shared/past-session.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { SessionEvent } from './session-events.ts';

/** Upper bounds on the characters of a session that is handed back to an agent, about 100,000 tokens, and of one output of it. */
const SESSION_CHARS = 400_000;
const OUTPUT_CHARS = 20_000;
/** Characters of a call's input, and of its output, in the words for another agent. */
const TOLD_CHARS = 4_000;

/** The steps of a session, and how many prompts were left out before the first of them. */
export interface PastSteps {
  steps: PastStep[];
  leftOut: number;
}

/**
 * The main thread of a session from its last compaction on, which stands as its summary, and no more of it than an agent
 * takes: whole turns, the newest. `isOwn`: for the agent whose session it was; another one gets its calls in words.
 */
export function toPastSteps(events: readonly SessionEvent[], { isOwn }: { isOwn: boolean }): PastSteps {
  const thread = events.filter(({ subagent }) => subagent === undefined).toSorted((one, other) => one.at - other.at);
  const compacted = thread.findLastIndex(({ body }) => body.kind === 'compact.end' && (body.summary ?? '') !== '');
  const steps = thread.slice(Math.max(0, compacted)).flatMap((event) => toStep(event, isOwn) ?? []);
  const first = firstThatFits(steps);
  const prompts = (part: readonly PastStep[]): number => part.filter(({ kind }) => kind === 'prompt').length;
  return { steps: steps.slice(first), leftOut: prompts(steps.slice(0, first)) };
}

function toStep({ id, at, agent, body }: SessionEvent, isOwn: boolean): PastStep | undefined {
  switch (body.kind) {
    case 'prompt':
      return { id, at, kind: 'prompt', text: body.text };
    case 'message':
      return body.from === undefined ? { id, at, kind: 'message', text: body.text } : undefined;
    case 'compact.end':
      return { id, at, kind: 'prompt', text: `What came before, as a summary:\n\n${body.summary ?? ''}` };
    case 'tool.end': {
      const { tool, input, success, exitCode } = body;
      if (isOwn) {
        const output = cut(body.output, OUTPUT_CHARS);
        return { id, at, kind: 'call', tool, input, output, failed: !success, ...omitUndefined({ exitCode }) };
      }
      const told = `${tool} ${cut(JSON.stringify(input), TOLD_CHARS)}`;
      const result = `${success ? 'It answered' : 'It failed'}:\n${cut(body.output, TOLD_CHARS)}`;
      return { id, at, kind: 'message', text: `A call that was made in ${agent}: ${told}\n${result}` };
    }
    default:
      return undefined;
  }
}

/** Place of the first step of the oldest turn from which on all fits; at least the last turn is kept. */
function firstThatFits(steps: readonly PastStep[]): number {
  let chars = 0;
  let first = steps.length;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const step = steps[at];
    if (step === undefined) continue;
    chars += step.kind === 'call' ? JSON.stringify(step.input).length + step.output.length : step.text.length;
    if (chars > SESSION_CHARS && first < steps.length) break;
    if (step.kind === 'prompt') first = at;
  }
  return first === steps.length ? 0 : first;
}

function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const half = Math.floor(chars / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}
