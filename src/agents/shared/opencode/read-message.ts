import { asNumber, asObject, asString, type JsonObject } from '../../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../../core/model/event.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { ReadingCounts } from '../transcripts/jsonl-parser.ts';
import { isOpen, type StoredMessage, type StoredPart, type StoredSession } from './stored-session.ts';
import { toolEvent } from './tool-part.ts';
import { turnEnd } from './turn-end.ts';

/** Prefix of the ids of the parts that Cairn's plugin adds to a prompt. */
const OWN_PART = 'prt_zcairn';
/** Reasons for the end of a step after which the agent continues. */
const GOES_ON = new Set(['tool-calls', 'unknown']);

/** The events of one message. What is unfinished is left for the next reading. */
export function readMessage(message: StoredMessage, session: StoredSession, counts: ReadingCounts): RawEvent[] {
  const { role } = message.data;
  if (role === 'user') return readUser(message, session, counts);
  if (role === 'assistant') return readAssistant(message, session, counts);
  counts.skip(`message:${asString(role) ?? 'unknown'}`);
  return [];
}

/** Reads a user message: a prompt, a subagent's task, or OpenCode's own text: a compaction, or a prompt to continue. */
function readUser(message: StoredMessage, session: StoredSession, counts: ReadingCounts): RawEvent[] {
  const place = placeOf(message, session, message.id);
  const report = (body: EventBody): RawEvent => toEvent(place, message.id, body);
  const compaction = message.parts.find(({ data }) => data?.type === 'compaction');
  const own = message.parts.filter(isOwnText);
  const synthetic = message.parts.filter((part) => part.data?.synthetic === true && !part.id.startsWith(OWN_PART));
  const shown = own.length > 0 ? own : compaction === undefined ? synthetic.filter(isText) : [];
  const text = textOfParts(shown) || summaryOf(message);
  for (const part of message.parts) countPart(part, part === compaction || shown.includes(part), counts);
  if (message.parts.length === 0) countEmpty(text !== '', counts);
  const events = compaction === undefined ? [] : [report({ kind: 'compact.start', trigger: triggerOf([compaction]) })];
  if (text === '') return events;
  if (place.subagent !== undefined) {
    return [...events, report({ kind: 'subagent.start', type: asString(message.data.agent) ?? '', task: text })];
  }
  return [
    ...events,
    report({ kind: 'prompt', text, origin: synthetic.length > 0 && own.length === 0 ? 'system' : 'person' }),
  ];
}

function readAssistant(message: StoredMessage, session: StoredSession, counts: ReadingCounts): RawEvent[] {
  const { data, parts } = message;
  const prompt = asString(data.parentID) ?? '';
  const open = isOpen(message);
  const place = placeOf(message, session, prompt);
  const isSummary = data.summary === true;
  const events: RawEvent[] = [];
  for (const part of parts) {
    const event = isSummary ? undefined : readPart(part, { place, open, data });
    countPart(part, event !== undefined || (isSummary && isText(part)), counts);
    if (event !== undefined) events.push(event);
  }
  if (parts.length === 0) countEmpty(false, counts);
  const failed = asString(asObject(data.error).name) !== undefined;
  if (open || (!failed && (data.finish === undefined || GOES_ON.has(asString(data.finish) ?? '')))) return events;
  const end = { ...place, at: asNumber(asObject(data.time).completed) ?? events.at(-1)?.at ?? place.at };
  return [...events, toEvent(end, prompt || message.id, endOf(message, { isSummary, place }))];
}

function readPart(
  { id, data }: StoredPart,
  { place, open, data: message }: { place: EventContext; open: boolean; data: JsonObject },
): RawEvent | undefined {
  const time = asObject(data?.time);
  if (data?.type === 'tool') return toolEvent(data, { id, place, open });
  const text = data?.type === 'text' ? textOf(data).trim() : '';
  if (text === '' || (open && time.end === undefined)) return undefined;
  const model = asString(message.modelID) ?? '';
  const body: EventBody = { kind: 'message', text, ...(model === '' ? {} : { model }) };
  return toEvent({ ...place, at: asNumber(time.start) ?? place.at }, id, body);
}

/** The end of a turn, of a subagent's task or of a compaction. */
function endOf(message: StoredMessage, { isSummary, place }: { isSummary: boolean; place: EventContext }): EventBody {
  const { data, parts } = message;
  const text = textOfParts(parts.filter(isText));
  const trigger = (): string => triggerOf(message.askedParts());
  if (isSummary) return { kind: 'compact.end', trigger: trigger(), ...(text === '' ? {} : { summary: text }) };
  if (place.subagent === undefined) return turnEnd(asObject(data.error));
  const type = asString(data.agent) ?? asString(data.mode) ?? '';
  return { kind: 'subagent.end', type, ...(text === '' ? {} : { result: text }) };
}

function triggerOf(parts: readonly StoredPart[]): string {
  const auto = parts.find(({ data }) => data?.type === 'compaction')?.data?.auto;
  return typeof auto === 'boolean' ? (auto ? 'auto' : 'manual') : 'unknown';
}

/** The summary that old versions kept of a prompt whose parts are gone. */
function summaryOf(message: StoredMessage): string {
  const { body, title } = asObject(message.data.summary);
  return message.parts.length > 0 || isOpen(message) ? '' : (asString(body) || asString(title) || '').trim();
}

function countEmpty(isRead: boolean, counts: ReadingCounts): void {
  if (isRead) counts.read();
  else counts.skip('message:empty');
}

function isText({ data }: StoredPart): boolean {
  return data?.type === 'text';
}

/** True for text that the user wrote, or gave to a subagent by a command; false for text that OpenCode adds. */
function isOwnText({ data }: StoredPart): boolean {
  if (data?.type === 'subtask') return true;
  return data?.type === 'text' && data.synthetic !== true && data.ignored !== true;
}

function textOfParts(parts: readonly StoredPart[]): string {
  return parts
    .map(({ data }) => textOf(data))
    .join('\n')
    .trim();
}

function textOf(data: JsonObject | undefined): string {
  return asString(data?.text) ?? asString(data?.prompt) ?? '';
}

function countPart({ id, data }: StoredPart, isRead: boolean, counts: ReadingCounts): void {
  if (isRead) counts.read();
  else if (id.startsWith(OWN_PART)) counts.skip('part:own');
  else if (data === undefined) counts.skip('part:malformed');
  else counts.skip(`part:${data.synthetic === true ? 'synthetic' : (asString(data.type) ?? 'unknown')}`);
}

function placeOf(
  { data, createdAt }: StoredMessage,
  { agent, id, root, cwd }: StoredSession,
  prompt: string,
): EventContext {
  const named = {
    cwd: asString(asObject(data.path).cwd) ?? cwd,
    prompt: prompt || undefined,
    subagent: id === root ? undefined : id,
  };
  return { agent, agentSession: root, at: createdAt, ...omitUndefined(named) };
}

function toEvent(place: EventContext, number: string, body: EventBody): RawEvent {
  return { ...place, identity: { number }, source: 'transcript', body };
}
