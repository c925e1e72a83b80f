import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { toolEnd } from '../shared/dialects/claude-tool-result.ts';
import type { ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import { AGENT_NAME } from './hooks.ts';

/** The last line of a failed command's output, except the line with the folder that newer versions append. */
const EXIT_CODE = /(?:^|\n)Exit code (\d{1,3})\s*(?:<cwd>[^<]*<\/cwd>\s*)?$/;
/** Characters at the end of an output in which its exit code is searched for: the longest path and some more. */
const END_CHARS = 5_000;

/** A message in the store. */
export interface StoredMessage {
  id: string;
  role: string;
  parts: readonly JsonObject[];
  model: string | null;
  /** Milliseconds since 1970: the message's second, plus its index among the session's messages of that second. */
  at: number;
  /** 1 for the summary of a compaction. */
  summary: number;
  /** True when no message follows: Crush may still be writing it. */
  isLast: boolean;
}

/** A reader's state while it reads one session. */
export interface Reading {
  session: { id: string; root: string; cwd?: string };
  /** Id of the prompt that the agent works on. */
  prompt: string | undefined;
  calls: Map<string, { tool: string; input: JsonObject; place: EventContext; number: string }>;
  counts: Pick<ReadingCounts, 'skip'>;
}

/** The state at the beginning of a session. */
export function startReading(session: Reading['session'], counts: Reading['counts']): Reading {
  return { session, prompt: undefined, calls: new Map(), counts };
}

/** The events of one message; none while Crush is writing it. */
export function readMessage(message: StoredMessage, reading: Reading): RawEvent[] {
  if (message.role === 'user') return readUser(message, reading);
  if (message.role === 'assistant') return readAssistant(message, reading);
  if (message.role === 'tool') return readResults(message, reading);
  reading.counts.skip(`message:${message.role}`);
  return [];
}

function readUser(message: StoredMessage, reading: Reading): RawEvent[] {
  const texts = message.parts.filter(({ type }) => type === 'text').map(({ data }) => asObject(data));
  const text = texts
    .map((part) => asString(part.text) ?? '')
    .join('\n')
    .trim();
  skipOthers(message, ['text'], reading);
  if (text === '') return [];
  const lost = giveUp(reading);
  reading.prompt = message.id;
  if (reading.session.id !== reading.session.root) {
    return [...lost, toEvent(message, { kind: 'subagent.start', type: '', task: text }, reading)];
  }
  const origin = texts.every((part) => part.hidden === true) ? 'system' : 'person';
  return [...lost, toEvent(message, { kind: 'prompt', text, origin }, reading)];
}

function readAssistant(message: StoredMessage, reading: Reading): RawEvent[] {
  const finish = message.parts.find(({ type }) => type === 'finish');
  if (finish === undefined && message.isLast) {
    reading.counts.skip('message:unfinished');
    return [];
  }
  skipOthers(message, ['text', 'tool_call', 'finish'], reading);
  const text = textOf(message);
  for (const part of message.parts.filter(({ type }) => type === 'tool_call')) openCall(part, message, reading);
  if (message.summary === 1) {
    return text === '' ? [] : [toEvent(message, { kind: 'compact.end', trigger: 'unknown', summary: text }, reading)];
  }
  const model = message.model ?? '';
  const body: EventBody = { kind: 'message', text, ...(model === '' ? {} : { model }) };
  const end = endOf(asObject(finish?.data), text, reading);
  const events = text === '' ? [] : [toEvent(message, body, reading)];
  return end === undefined ? events : [...events, ...giveUp(reading), toEvent(message, end, reading)];
}

/** The end of a turn or of a subagent's task; `undefined` when the agent continues with a tool's result. */
function endOf({ reason, message, details }: JsonObject, text: string, { session }: Reading): EventBody | undefined {
  if (reason === undefined || reason === 'tool_use' || reason === 'unknown') return undefined;
  if (session.id !== session.root) return { kind: 'subagent.end', type: '', ...(text === '' ? {} : { result: text }) };
  if (reason !== 'error') return { kind: 'turn.end' };
  const error = [asString(message), asString(details)].filter((part) => part !== undefined && part !== '').join(': ');
  return { kind: 'turn.failed', error: error || 'unknown' };
}

function openCall({ data }: JsonObject, message: StoredMessage, reading: Reading): void {
  const { id, name, input } = asObject(data);
  const [call, tool] = [asString(id) ?? '', asString(name) ?? ''];
  const value = parseJson(asString(input) ?? '');
  if (call === '' || tool === '') reading.counts.skip('tool_call:malformed');
  else {
    const number = `${message.id}:${call}`;
    const place = placeOf(message, reading);
    reading.calls.set(call, { tool, input: isJsonObject(value) ? value : {}, place, number });
  }
}

function readResults(message: StoredMessage, reading: Reading): RawEvent[] {
  skipOthers(message, ['tool_result'], reading);
  const results = message.parts.filter(({ type }) => type === 'tool_result').map(({ data }) => asObject(data));
  return results.flatMap(({ tool_call_id, content, is_error }) => {
    const call = reading.calls.get(asString(tool_call_id) ?? '');
    if (call === undefined) {
      reading.counts.skip('tool_result:unasked');
      return [];
    }
    reading.calls.delete(asString(tool_call_id) ?? '');
    const output = asString(content) ?? '';
    const code = EXIT_CODE.exec(output.slice(-END_CHARS))?.[1];
    const exitCode = code === undefined ? undefined : Number(code);
    const failed = is_error === true || (exitCode !== undefined && exitCode !== 0);
    const body = toolEnd({ tool: call.tool, input: call.input, output, failed, exitCode });
    return [{ ...placeOf(message, reading), identity: { number: call.number }, source: 'transcript', body }];
  });
}

/** `tool.start` events for calls whose end will never be reported. */
function giveUp({ calls }: Reading): RawEvent[] {
  const lost = [...calls.values()].map(
    ({ tool, input, place, number }): RawEvent => ({
      ...place,
      identity: { number },
      source: 'transcript',
      body: { kind: 'tool.start', tool, input },
    }),
  );
  calls.clear();
  return lost;
}

function skipOthers({ parts }: StoredMessage, read: readonly string[], { counts }: Reading): void {
  for (const { type } of parts) {
    const name = asString(type) ?? 'unknown';
    if (!read.includes(name)) counts.skip(`part:${name}`);
  }
}

function textOf({ parts }: StoredMessage): string {
  const texts = parts.filter(({ type }) => type === 'text').map(({ data }) => asString(asObject(data).text) ?? '');
  return texts.join('\n').trim();
}

function toEvent(message: StoredMessage, body: EventBody, reading: Reading): RawEvent {
  return { ...placeOf(message, reading), identity: { number: message.id }, source: 'transcript', body };
}

function placeOf({ at }: StoredMessage, { session, prompt }: Reading): EventContext {
  const { id, root, cwd } = session;
  return {
    agent: AGENT_NAME,
    agentSession: root,
    at,
    ...omitUndefined({ cwd, prompt, subagent: id === root ? undefined : id }),
  };
}
