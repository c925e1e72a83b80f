import { formatMinute } from '../core/text/calendar.ts';
import { fencedBlock, markdownLine } from '../core/text/memory-markdown.ts';
import type { SessionEvent } from './session-events.ts';

/** A session as Markdown: what was asked, answered and done, in order, a subagent's work under its name. */
export function* sessionMarkdown(events: readonly [SessionEvent, ...SessionEvent[]], title: string): Generator<string> {
  const [{ agent, agentSession, cwd }] = events;
  yield `# ${markdownLine(title)}\n\n${agent}, session ${agentSession}${cwd === undefined ? '' : `, in ${cwd}`}\n`;
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    const text = textOf(event);
    if (text !== undefined) yield `\n${text}\n`;
  }
}

function textOf({ at, subagent, body }: SessionEvent): string | undefined {
  const head = (what: string): string =>
    `## ${what}${subagent === undefined ? '' : ` (subagent ${subagent})`} · ${formatMinute(new Date(at).toISOString())}`;
  switch (body.kind) {
    case 'prompt':
      return `${head('Prompt')}\n\n${body.text}`;
    case 'message':
      return `${head('Answer')}\n\n${body.text}`;
    case 'tool.end':
      return `${head(`${body.tool}${body.success ? '' : ', failed'}`)}\n\n${fencedBlock(inputOf(body.input), 'json')}\n\n${fencedBlock(body.output)}`;
    case 'subagent.start':
      return body.task === undefined ? undefined : `${head('Task')}\n\n${body.task}`;
    case 'subagent.end':
      return body.result === undefined ? undefined : `${head('Result')}\n\n${body.result}`;
    case 'compact.end':
      return body.summary === undefined ? undefined : `${head('Summary of what came before')}\n\n${body.summary}`;
    case 'turn.failed':
      return `${head('Failed')}\n\n${body.error}`;
    default:
      return undefined;
  }
}

function inputOf(input: object): string {
  return JSON.stringify(input, null, 1);
}
