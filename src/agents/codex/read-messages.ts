import { asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventBody, PromptOrigin, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import type { Speaker } from './message-duplicates.ts';
import { isUnclearPrompt, textOfPrompt } from './prompt-text.ts';
import { type Line, placeOf, type Reading, savedState } from './rollout-line.ts';

/** Texts that Codex itself adds to the conversation as the user, in versions that do not mark them. */
const PUT_IN =
  /^(?:<([a-z_][\w-]*)(?:\s[^>]*)?>[\s\S]*<\/\1>\s*$|# AGENTS\.md instructions|Another language model started)/i;
/** Matches the folder in the text, the only place where old files name it. */
const CWD = /^[ \t]*(?:<cwd>|Current working directory: )([^<\n]{1,1000})/m;
const TEXT_TYPES = new Set(['input_text', 'output_text', 'text', 'Text']);

/** Reads a prompt event. The same text may precede it as an item of the model's input. */
export function readPrompt(raw: string, line: Line, reading: Reading): LineReading {
  reading.held = undefined;
  const text = textOfPrompt(raw);
  if (text === '') return { skip: 'prompt:empty' };
  if (isToldAsItem('user', text, reading)) return { events: [] };
  const said = reading.origin ?? reading.thread.origin;
  const origin = said === 'person' && isUnclearPrompt(raw) ? 'unknown' : said;
  return { events: [reportPrompt(text, origin, { line, reading })] };
}

/** Reads a message of the agent. */
export function readMessage(raw: string, line: Line, reading: Reading): LineReading {
  const text = raw.trim();
  if (text === '') return { skip: 'message:empty' };
  if (isToldAsItem('agent', text, reading)) return { events: [] };
  return { events: [reportMessage(text, line, reading)] };
}

/**
 * Reads a message that is an item of the model's input or output. It becomes an event only when no event line reports
 * it: all messages of old files, and those of programs that write items alone.
 */
export function readItemMessage(line: Line, reading: Reading): LineReading {
  const role = asString(line.payload.role) ?? 'unknown';
  const raw = textOfParts(line.payload.content) || textOfParts(line.payload.message);
  if ((role !== 'user' && role !== 'assistant') || reading.thread.isPaginated) return { skip: `message:${role}` };
  if (role === 'assistant') return readItemAnswer(raw.trim(), line, reading);
  const text = textOfPrompt(raw);
  if (text === '') return { skip: 'message:empty' };
  if (isPutIn(text, line.payload)) {
    reading.cwd ??= CWD.exec(text)?.[1];
    return { skip: 'message:put-in' };
  }
  if (reading.duplicates.isReported('user', 'item', text)) return { events: [] };
  const origin = reading.duplicates.hasEvents('user') ? 'system' : 'unknown';
  const state = savedState(reading);
  reading.held = { text, event: reportPrompt(text, origin, { line, reading }), offset: line.offset, state };
  return { events: [] };
}

/** The event of the message that was held back, once the following line shows that no event line reports it. */
export function releaseHeld(reading: Reading): RawEvent[] {
  const { held } = reading;
  reading.held = undefined;
  if (held === undefined) return [];
  reading.duplicates.add('user', 'item', held.text);
  return [held.event];
}

/** The text of a message's parts, without images and the like. */
export function textOfParts(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isJsonObject)
    .filter(({ type }) => TEXT_TYPES.has(asString(type) ?? ''))
    .map(({ text }) => asString(text) ?? '')
    .join('\n');
}

/**
 * In a file whose event lines report the agent's messages, an item alone is no answer but a summary that Codex
 * requested.
 */
function readItemAnswer(text: string, line: Line, reading: Reading): LineReading {
  if (text === '') return { skip: 'message:empty' };
  if (reading.duplicates.isReported('agent', 'item', text)) return { events: [] };
  if (reading.duplicates.hasEvents('agent')) return { skip: 'message:assistant' };
  reading.duplicates.add('agent', 'item', text);
  return { events: [reportMessage(text, line, reading)] };
}

/**
 * True when an event line already reported an item's message. Paginated history is complete without items: there no
 * item is reported.
 */
function isToldAsItem(speaker: Speaker, text: string, { thread, duplicates }: Reading): boolean {
  if (thread.isPaginated) return false;
  if (duplicates.isReported(speaker, 'event', text)) return true;
  duplicates.add(speaker, 'event', text);
  return false;
}

function isPutIn(text: string, payload: JsonObject): boolean {
  const { content_item_kinds } = asObject(payload.internal_chat_message_metadata_passthrough);
  if (!Array.isArray(content_item_kinds)) return PUT_IN.test(text);
  return !content_item_kinds.some((kind) => /^user\./.test(asString(kind) ?? ''));
}

/** The event of a prompt; the first prompt in a subagent's file is its task. */
function reportPrompt(
  text: string,
  origin: PromptOrigin,
  { line, reading }: { line: Line; reading: Reading },
): RawEvent {
  const { subagent, type } = reading.thread;
  const isTask = subagent !== undefined && !reading.hasTask;
  if (isTask) {
    reading.hasTask = true;
    return transcriptEvent(placeOf(reading), { number: subagent }, { kind: 'subagent.start', type, task: text });
  }
  const identity = promptIdentity(text, { origin: line.id, subagent });
  return transcriptEvent(placeOf(reading), identity, { kind: 'prompt', text, origin });
}

function reportMessage(text: string, line: Line, reading: Reading): RawEvent {
  const { model, thread } = reading;
  const interim = line.payload.phase === 'commentary' || undefined;
  const body: EventBody = { kind: 'message', text, ...omitUndefined({ model, interim }) };
  return transcriptEvent(placeOf(reading), messageIdentity(text, { origin: line.id, subagent: thread.subagent }), body);
}
