import type { EventBody, ToolEnd } from '../core/event.ts';
import { ID_PATTERN } from '../core/ids.ts';
import { isOwnTool } from '../derive/own-tool.ts';

/** True for the end of a call of Cairn's own tools: under any prefix of an MCP server, or from a shell. */
export function isOwnResult(body: EventBody): body is ToolEnd {
  return body.kind === 'tool.end' && isOwnTool(body.tool, body.input);
}

/** The same event with nothing of what Cairn answered but the ids: what it recalled is not memorised again. */
export function keepIdsOnly(body: ToolEnd): ToolEnd {
  const ids = [...new Set(body.output.match(ID_PATTERN) ?? [])];
  const { result: _result, ...rest } = body;
  return { ...rest, output: ids.join(' ') };
}
