import { basename } from 'node:path';
import { asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { messageIdentity, promptIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { copilotInput, copilotToolEnd } from '../shared/dialects/copilot-tool.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';

const NOW = /<current_datetime>[^<]*<\/current_datetime>\s*/g;

/** A reader's state while it reads one file. */
interface Reading {
  session: string;
  at: number;
  calls: OpenCalls;
}

/**
 * Reads a session of an old version: one JSON file with the messages as the model got them, without times and folder.
 * `undefined` for a JSONL file.
 */
export function createSnapshot({ path }: { path: string }): SnapshotReader | undefined {
  if (!path.endsWith('.json')) return undefined;
  const file = { path, lists: ['$.chatMessages.*'], members: ['sessionId', 'startTime'] };
  return createJsonSnapshot(file, () => {
    const name = basename(path, '.json');
    const reading: Reading = { session: name, at: 0, calls: createOpenCalls() };
    return {
      member(key, value) {
        const text = asString(value) ?? '';
        if (key === 'sessionId') reading.session = text || name;
        const at = key === 'startTime' ? Date.parse(text) : Number.NaN;
        if (Number.isFinite(at)) reading.at = at;
      },
      message: (message, index) => readMessage(message, `@${index}`, reading),
    };
  });
}

function readMessage(message: JsonObject, origin: string, reading: Reading): LineReading {
  const role = asString(message.role) ?? 'unknown';
  const text = textOfContent(message.content);
  if (role === 'user') {
    const prompt = promptText(text.replace(NOW, ''));
    const body = { kind: 'prompt', text: prompt, origin: 'unknown' } as const;
    return prompt === '' ? { skip: role } : toReading(promptIdentity(prompt, { origin }), body, reading);
  }
  if (role === 'tool') return readResult(message, { text, reading });
  if (role !== 'assistant') return { skip: role };
  const called = openCalls(message, origin, reading);
  const words = text.trim();
  if (words === '') return called ? { events: [] } : { skip: 'assistant:empty' };
  return toReading(messageIdentity(words, { origin }), { kind: 'message', text: words }, reading);
}

function openCalls({ tool_calls }: JsonObject, origin: string, reading: Reading): boolean {
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
  for (const { id, function: called } of calls) {
    const tool = asString(asObject(called).name) ?? '';
    const input = copilotInput(asObject(called).arguments);
    const call = { id: asString(id) ?? '', tool, input, place: placeOf(reading), origin, offset: 0, state: {} };
    if (call.id !== '' && tool !== '') reading.calls.open(call);
  }
  return calls.length > 0;
}

function readResult({ tool_call_id }: JsonObject, { text, reading }: { text: string; reading: Reading }): LineReading {
  const call = reading.calls.close(asString(tool_call_id) ?? '');
  if (call === undefined) return { skip: 'tool:unasked' };
  const { tool, input } = call;
  const body = copilotToolEnd({ tool, input, output: text, failed: false });
  return toReading(toolIdentity({ tool, input }, call.origin + call.id), body, reading);
}

function toReading(identity: EventIdentity, body: EventBody, reading: Reading): { events: RawEvent[] } {
  return { events: [{ ...placeOf(reading), identity, source: 'transcript', body }] };
}

function placeOf({ session, at }: Reading): EventContext {
  return { agent: AGENT_NAME, agentSession: session, at };
}
