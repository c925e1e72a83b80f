import type { EventBody, RawEvent, ToolEnd } from '../core/model/event.ts';
import { ID_PATTERN, type ItemId, sessionId } from '../core/model/ids.ts';
import { isOwnTool } from '../derive/tool/own-tool.ts';
import { shingleHashes } from '../privacy/own-words.ts';
import type { Injection } from '../store/contract/items.ts';

/** Characters of one result that are entered into the ledger: more than Cairn's tools return. */
const ANSWER_CHARS = 100_000;

/** True for the result of a call of Cairn's own tools: under any MCP server prefix, or from a shell. */
export function isOwnResult(body: EventBody): body is ToolEnd {
  return body.kind === 'tool.end' && isOwnTool(body.tool, body.input);
}

/** The event with Cairn's output reduced to the ids in it, so that recalled memories are not stored again. */
export function keepIdsOnly(body: ToolEnd): ToolEnd {
  const ids = [...new Set(body.output.match(ID_PATTERN) ?? [])];
  const { result: _result, ...rest } = body;
  return { ...rest, output: ids.join(' ') };
}

/** What a result of Cairn's own tools put into its session, as a ledger record; `undefined` for other events. */
export function injectionOfOwnTool({ agent, agentSession, at, body }: RawEvent): Injection | undefined {
  if (!isOwnResult(body)) return undefined;
  const { output, result } = body;
  const text = result === undefined ? output : `${output}\n${JSON.stringify(result).replaceAll('\\n', '\n')}`;
  return {
    session: sessionId(agent, agentSession),
    at,
    occasion: 'tool',
    ids: [...new Set(text.match(ID_PATTERN) ?? [])].filter((id) => !/^[esr]_/.test(id)) as ItemId[],
    tokens: 0,
    shingles: shingleHashes(text.slice(0, ANSWER_CHARS)),
  };
}
