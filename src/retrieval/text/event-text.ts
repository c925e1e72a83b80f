import type { JsonObject } from '../../core/json.ts';
import type { EventBody } from '../../core/model/event.ts';

/** An event as text: its words; for a tool call its input and output. */
export function textOfEvent(body: EventBody): string {
  switch (body.kind) {
    case 'prompt':
    case 'message':
    case 'noted':
      return body.text;
    case 'tool.start':
      return [body.tool, inputText(body.input)].join('\n');
    case 'tool.end':
      return [body.tool, inputText(body.input), body.output].filter(Boolean).join('\n');
    case 'permission':
      return [body.tool, inputText(body.input), body.reason].filter(Boolean).join('\n');
    case 'subagent.start':
      return body.task ?? '';
    case 'subagent.end':
      return body.result ?? '';
    case 'compact.end':
      return body.summary ?? '';
    case 'turn.failed':
      return body.error;
    case 'notification':
      return body.message;
    case 'session.start':
    case 'compact.start':
      return body.trigger;
    case 'session.end':
      return body.reason;
    default:
      return '';
  }
}

/** A call's input, a line for each field; texts as they are, other values as JSON. */
function inputText(input: JsonObject): string {
  return Object.entries(input)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
