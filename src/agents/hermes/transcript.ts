import { basename } from 'node:path';
import type { EventBody, EventPlace, RawEvent } from '../../core/event.ts';
import { asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { type ChatCall, chatCallsOf } from '../shared/chat-calls.ts';
import { messageIdentity, promptIdentity } from '../shared/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/claude-tool-result.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { jsonRecords } from '../shared/json-records.ts';
import { createTally } from '../shared/tally.ts';
import { transcriptEvent } from '../shared/transcript-event.ts';

const PATHS = ['$.session_id', '$.session_start', '$.cwd', '$.model', '$.model_config', '$.messages.*'];

/** What is known while a session is read: messages have no times, so that their number stands for one. */
interface Reading {
  session: string;
  startedAt: number;
  cwd: string | undefined;
  model: string | undefined;
  calls: Map<string, ChatCall>;
}

/** Makes the reader of one session file, which Hermes writes whole after each turn. */
export function createSnapshot({ path }: { path: string }): SnapshotReader {
  const skipped = createTally();
  let read = 0;
  return {
    *steps() {
      const reading: Reading = {
        session: basename(path, '.json'),
        startedAt: 0,
        cwd: undefined,
        model: undefined,
        calls: new Map(),
      };
      for (const { key, depth, value } of jsonRecords(path, PATHS)) {
        if (depth === 1) {
          readHead(String(key), value, reading);
          continue;
        }
        const events = readMessage(asObject(value), Number(key), reading);
        if (typeof events === 'string') skipped.add(events);
        else read += 1;
        yield typeof events === 'string' ? [] : events;
      }
      yield [...reading.calls.values()].map((call) => startOf(call, reading));
    },
    state: () => ({}),
    counts: () => ({ read, skipped: skipped.counts() }),
  };
}

function readHead(key: string, value: JsonValue, reading: Reading): void {
  const text = asString(value);
  if (key === 'session_id') reading.session = text ?? reading.session;
  if (key === 'session_start') reading.startedAt = Date.parse(text ?? '') || 0;
  if (key === 'cwd') reading.cwd = text ?? reading.cwd;
  if (key === 'model') reading.model = text;
  if (key === 'model_config') reading.cwd ??= asString(asObject(value).cwd);
}

/** What a message tells, or why it is skipped. */
function readMessage(message: JsonObject, index: number, reading: Reading): RawEvent[] | string {
  const origin = `#${index}`;
  const place = placeOf(reading, index);
  const text = textOfContent(message.content).trim();
  if (message.role === 'user') {
    if (text === '') return 'user:empty';
    return [transcriptEvent(place, promptIdentity(text, { origin }), { kind: 'prompt', text, origin: 'unknown' })];
  }
  if (message.role === 'assistant') {
    for (const call of chatCallsOf(message.tool_calls)) reading.calls.set(call.id, call);
    if (text === '') return [];
    const { model } = reading;
    const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
    return [transcriptEvent(place, messageIdentity(text, { origin }), body)];
  }
  if (message.role !== 'tool') return `role:${asString(message.role) ?? 'unknown'}`;
  const id = asString(message.tool_call_id) ?? '';
  const call = reading.calls.get(id);
  const tool = asString(message.tool_name) ?? call?.tool ?? '';
  if (id === '' || tool === '') return 'tool:malformed';
  reading.calls.delete(id);
  const failed = message.finish_reason === 'error';
  return [transcriptEvent(place, { number: id }, toolEnd({ tool, input: call?.input ?? {}, output: text, failed }))];
}

function startOf({ id, tool, input }: ChatCall, reading: Reading): RawEvent {
  return transcriptEvent(placeOf(reading, 0), { number: id }, { kind: 'tool.start', tool, input });
}

function placeOf({ session, startedAt, cwd }: Reading, index: number): EventPlace {
  return { agent: 'hermes', agentSession: session, at: startedAt + index, ...(cwd === undefined ? {} : { cwd }) };
}
