import { asNumber, asObject, asString, type JsonObject } from '../../../core/json.ts';
import type { EventContext, RawEvent, Reply } from '../../../core/model/event.ts';
import { toolEnd } from '../dialects/claude-tool-result.ts';

const WAITS = new Set(['pending', 'running']);
/** OpenCode's own tools: an error of another server's tool may imitate the words of a refusal. */
const OWN = new Set(
  'apply_patch bash edit glob grep list lsp multiedit patch question read skill task todoread todowrite webfetch websearch write'.split(
    ' ',
  ),
);
const REFUSED =
  /^(?:Error: )?The user rejected permission to use this specific tool call(?: with the following feedback: ([\s\S]+)|\.?$)/;
const STOPPED = /aborted|rejected permission/i;

/** The reply of the user who refused a call. */
function replyIn(error: string, tool: string): Reply | undefined {
  const match = REFUSED.exec(error);
  if (match === null) return undefined;
  const text = match[1]?.trim() ?? '';
  return { origin: OWN.has(tool) ? 'person' : 'unknown', refused: true, ...(text === '' ? {} : { text }) };
}

/** The event of a tool call: its end, or its start when no end can follow; `undefined` while it runs. */
export function toolEvent(
  data: JsonObject,
  { id, place, open }: { id: string; place: EventContext; open: boolean },
): RawEvent | undefined {
  const tool = asString(data.tool) ?? '';
  const state = asObject(data.state);
  if (tool === '') return undefined;
  const time = asObject(state.time);
  const start = asNumber(time.start) ?? place.at;
  const end = asNumber(time.end);
  const event = { ...place, identity: { number: id }, source: 'transcript' } as const;
  const input = asObject(state.input);
  if (WAITS.has(asString(state.status) ?? 'pending')) {
    return open ? undefined : { ...event, at: start, body: { kind: 'tool.start', tool, input } };
  }
  const exitCode = asNumber(asObject(state.metadata).exit);
  const error = asString(state.error);
  const failed = state.status === 'error' || (exitCode !== undefined && exitCode !== 0);
  const body = toolEnd({
    tool,
    input,
    output: asString(state.output) ?? error ?? '',
    failed,
    exitCode,
    interrupted: error !== undefined && STOPPED.test(error),
    durationMs: end === undefined ? undefined : end - start,
  });
  const reply = error === undefined ? undefined : replyIn(error, tool);
  if (reply !== undefined) body.reply = reply;
  return { ...event, at: end ?? start, body };
}
