import { asString, type JsonObject } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { chatCallsOf } from '../shared/dialects/chat-calls.ts';
import {
  compactionIdentity,
  contentIdentity,
  messageIdentity,
  promptIdentity,
} from '../shared/dialects/claude-identity.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { type LineReading, transcriptEvent, tryRead } from '../shared/transcripts/jsonl-parser.ts';
import { hermesToolEnd } from './tool-outcome.ts';

/** The beginning of a message, or of a part of it, in which a compaction summarises others. */
const SUMMARY = /\[CONTEXT (?:COMPACTION[^\]\n]*\]|SUMMARY\]:)/;
const SUMMARY_END = '--- END OF CONTEXT SUMMARY';

/** A session in its store. */
export interface StoredSession {
  id: string;
  cwd?: string | undefined;
  branch?: string | undefined;
  model?: string | undefined;
  /** The session of the agent that delegated to it; set in a subagent's session. */
  delegatedBy?: string;
}

/** Reads the messages of one session, in order. */
export interface SessionReader {
  /** The events of a message; `at` in milliseconds since 1970. Never throws. */
  read(message: JsonObject, at: number): LineReading;
  /** `tool.start` events of the calls that have no result so far. */
  open(): RawEvent[];
}

interface Reading {
  session: StoredSession;
  at: number;
  calls: Map<string, { tool: string; input: JsonObject; at: number }>;
  /** Number of reported events per kind and text, for those without a number of their own. */
  reported: Map<string, number>;
}

/**
 * Makes the reader of one session, from its beginning. Equal texts are distinguished by their order in the session,
 * since Hermes rewrites rows under other numbers, and older versions also stored the same session in a file.
 */
export function createSessionReader(session: StoredSession): SessionReader {
  const reading: Reading = { session, at: 0, calls: new Map(), reported: new Map() };
  return {
    read: (message, at) => {
      reading.at = at;
      return tryRead(() => readMessage(message, reading));
    },
    open: () =>
      [...reading.calls].map(([id, { tool, input, at }]) =>
        transcriptEvent({ ...placeOf(reading), at }, { number: id }, { kind: 'tool.start', tool, input }),
      ),
  };
}

function readMessage(message: JsonObject, reading: Reading): LineReading {
  const { role } = message;
  if (role === 'tool') return readResult(message, reading);
  if (role !== 'user' && role !== 'assistant') return { skip: `role:${asString(role) ?? 'unknown'}` };
  const text = textOfContent(message.content).trim();
  const summary = SUMMARY.exec(text);
  if (summary !== null) return readSummary(text.slice(summary.index), reading);
  return role === 'user' ? readUser(text, reading) : readAssistant(text, message, reading);
}

/** Reads a user message: the first of a subagent is its task, and none of its others comes from a person. */
function readUser(text: string, reading: Reading): LineReading {
  if (text === '') return { skip: 'user:empty' };
  if (reading.session.delegatedBy === undefined) {
    const origin = occurrence('prompt', text, reading);
    const identity = promptIdentity(text, { origin });
    return { events: [toEvent(identity, { kind: 'prompt', text, origin: 'unknown' }, reading)] };
  }
  if (reading.reported.has('subagent.start')) return { skip: 'user:subagent' };
  const origin = occurrence('subagent.start', '', reading);
  const start: EventBody = { kind: 'subagent.start', type: '', task: text };
  return { events: [toEvent(contentIdentity([reading.session.id], origin), start, reading)] };
}

function readAssistant(text: string, message: JsonObject, reading: Reading): LineReading {
  const { at, session } = reading;
  const calls = chatCallsOf(message.tool_calls);
  for (const { id, tool, input } of calls) reading.calls.set(id, { tool, input, at });
  const events: RawEvent[] = [];
  if (text !== '') {
    const origin = occurrence('message', text, reading);
    const identity = messageIdentity(text, { origin, subagent: subagentOf(session) });
    const { model } = session;
    events.push(toEvent(identity, { kind: 'message', text, ...(model === undefined ? {} : { model }) }, reading));
  }
  // With any other reason Hermes continues by itself, or was cut off.
  if (message.finish_reason === 'stop' && calls.length === 0) events.push(toEnd(text, reading));
  return { events };
}

function toEnd(text: string, reading: Reading): RawEvent {
  const subagent = subagentOf(reading.session);
  if (subagent === undefined) {
    return toEvent(contentIdentity([], occurrence('turn.end', '', reading)), { kind: 'turn.end' }, reading);
  }
  const identity = contentIdentity([subagent], occurrence('subagent.end', '', reading));
  return toEvent(identity, { kind: 'subagent.end', type: '', ...(text === '' ? {} : { result: text }) }, reading);
}

function readResult(message: JsonObject, reading: Reading): LineReading {
  const id = asString(message.tool_call_id) ?? '';
  const call = reading.calls.get(id);
  const tool = asString(message.tool_name) ?? call?.tool ?? '';
  if (id === '' || tool === '') return { skip: 'tool:malformed' };
  reading.calls.delete(id);
  const content = textOfContent(message.content).trim();
  const failed = message.finish_reason === 'error';
  const body = hermesToolEnd({ tool, input: call?.input ?? {}, content, failed });
  return { events: [toEvent({ number: id }, body, reading)] };
}

/** Reads a summary, without the sentences around it that tell the model how to use it. */
function readSummary(text: string, reading: Reading): LineReading {
  const [, ...lines] = (text.split(SUMMARY_END, 1)[0] ?? '').split('\n');
  const summary = lines.join('\n').trim();
  const origin = occurrence('compact.end', '', reading);
  const identity = compactionIdentity({ origin, subagent: subagentOf(reading.session) });
  const end: EventBody = { kind: 'compact.end', trigger: 'unknown', ...(summary === '' ? {} : { summary }) };
  return { events: [toEvent(identity, end, reading)] };
}

function occurrence(kind: EventBody['kind'], text: string, { reported }: Reading): string {
  const key = text === '' ? kind : `${kind} ${text}`;
  const n = reported.get(key) ?? 0;
  reported.set(key, n + 1);
  return `#${n}`;
}

function subagentOf({ id, delegatedBy }: StoredSession): string | undefined {
  return delegatedBy === undefined ? undefined : id;
}

function toEvent(identity: RawEvent['identity'], body: EventBody, reading: Reading): RawEvent {
  return transcriptEvent(placeOf(reading), identity, body);
}

function placeOf({ session, at }: Reading): EventContext {
  const { id, cwd, branch, delegatedBy } = session;
  return {
    agent: 'hermes',
    agentSession: delegatedBy ?? id,
    at,
    ...omitUndefined({ cwd, branch, subagent: subagentOf(session) }),
  };
}
