import {
  asNumber,
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../core/model/event.ts';
import type { FolderTrace, Untimed } from '../../core/model/untold.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { messageIdentity, promptIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { pathOfUrl } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';
import { placeNamed } from './places.ts';
import { cursorPrompt, cursorWords, isUnclearPrompt } from './words.ts';

/** A conversation while it is read; time and folder are those of the last message that has any. */
export interface Conversation {
  id: string;
  at: number;
  cwd: string | undefined;
  trace: FolderTrace | undefined;
  /** When its messages without a time can have been written, until one has a time. */
  untimed: Untimed | undefined;
}

const BY_USER = 1;

/** Reads one message ("bubble") of the editor's store: a prompt, a message, or a tool call with its result. */
export function readBubble(message: JsonObject, id: string, conversation: Conversation): LineReading {
  const at = timeOf(message);
  if (at !== undefined) Object.assign(conversation, { at, untimed: undefined });
  if (conversation.cwd === undefined) Object.assign(conversation, placeIn(message));
  const raw = asString(message.text) || (asString(message.rawText) ?? '');
  if (message.type === BY_USER) {
    const text = cursorPrompt(raw);
    if (text === '') return { skip: 'user:empty' };
    const body = { kind: 'prompt', text, origin: isUnclearPrompt(raw) ? 'unknown' : 'person' } as const;
    return { events: [toEvent(conversation, promptIdentity(text, { origin: id }), body)] };
  }
  const text = cursorWords(raw);
  const calls = isJsonObject(message.toolFormerData) ? readCall(message.toolFormerData, id, conversation) : [];
  if (text === '') return calls.length > 0 ? { events: calls } : { skip: 'assistant:empty' };
  const event = toEvent(conversation, messageIdentity(text, { origin: id }), { kind: 'message', text });
  return { events: [event, ...calls] };
}

function readCall(call: JsonObject, id: string, conversation: Conversation): RawEvent[] {
  // The versions of a tool count as one tool.
  const tool = (asString(call.name) ?? '').replace(/_v\d+$/, '');
  if (tool === '') return [];
  const input = asObject(parsed(call.rawArgs) ?? parsed(call.params));
  const identity = toolIdentity({ tool, input }, id);
  const { status } = call;
  const result = parsed(call.result);
  if (result === undefined && status !== 'error' && status !== 'cancelled')
    return [toEvent(conversation, identity, { kind: 'tool.start', tool, input })];
  const { exitCodeV2, exitCode } = asObject(result);
  const code = asNumber(exitCodeV2) ?? asNumber(exitCode);
  const body = toolEnd({
    tool,
    input,
    output: outputOf(result),
    failed: status === 'error' || status === 'cancelled' || (code !== undefined && code !== 0),
    result,
    exitCode: code,
    interrupted: status === 'cancelled',
  });
  return [toEvent(conversation, identity, body)];
}

/** Arguments and results are JSON texts. */
function parsed(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value ?? undefined;
  return value === '' ? undefined : (parseJson(value) ?? value);
}

function outputOf(result: JsonValue | undefined): string {
  const { output, contents } = asObject(result);
  return textOfResult(result) || asString(output) || (asString(contents) ?? '');
}

function timeOf({ createdAt, timestamp, timingInfo }: JsonObject): number | undefined {
  for (const value of [createdAt, timestamp, asObject(timingInfo).clientStartTime]) {
    const at = asNumber(value) ?? Date.parse(asString(value) ?? '');
    if (Number.isFinite(at) && at > 0) return Math.trunc(at);
  }
  return undefined;
}

/** The folder of the workspace, or what the name of the workspace's project folder tells of it. */
function placeIn({ workspaceUris, workspaceProjectDir }: JsonObject): Partial<Pick<Conversation, 'cwd' | 'trace'>> {
  const [uri] = Array.isArray(workspaceUris) ? workspaceUris : [];
  const path = pathOfUrl(uri);
  if (path !== undefined) return { cwd: path };
  const name = asString(workspaceProjectDir)?.split(/[/\\]/).at(-1) ?? '';
  return name === '' ? {} : placeNamed(name);
}

function toEvent({ id, at, cwd, trace, untimed }: Conversation, identity: EventIdentity, body: EventBody): RawEvent {
  const place: EventContext = {
    agent: AGENT_NAME,
    agentSession: id,
    at,
    ...omitUndefined({ cwd, trace: cwd === undefined ? trace : undefined, untimed }),
  };
  return { ...place, identity, source: 'transcript', body };
}
