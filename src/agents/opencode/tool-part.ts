import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext, RawEvent } from '../../core/model/event.ts';
import { toolEnd } from '../shared/dialects/claude-tool-result.ts';

const WAITS = new Set(['pending', 'running']);
const STOPPED = /aborted|rejected permission/i;

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
  return { ...event, at: end ?? start, body };
}
