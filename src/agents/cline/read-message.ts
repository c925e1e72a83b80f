import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { shownParts } from '../../core/text/shown-parts.ts';
import { messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { contentBlocks } from '../shared/transcripts/content-blocks.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import { type MessageTexts, readTexts } from './prompt-text.ts';
import { clineToolEnd } from './tool-outcome.ts';
import type { TranscriptSource } from './transcript-source.ts';

/** How the result of a call begins that was refused or failed. */
const FAILED = /^(?:The user denied this operation|The tool execution failed)/;

/** A reader's state while it reads one file. */
export interface Reading {
  source: TranscriptSource;
  /** Id of the message that started the turn. */
  prompt: string | undefined;
  /** Time of the last message that has one; until one has, that of the session's beginning. */
  at: number;
  isTimed: boolean;
  /** Number of the message in its file. */
  index: number;
  calls: OpenCalls;
  /** True once the task of a subagent was read. */
  hasTask: boolean;
}

/** A parsed message with the fields that most readers need. */
interface Message {
  json: JsonObject;
  id: string;
  blocks: JsonObject[];
  metadata: JsonObject;
  index: number;
}

/** The state of a reader at the start of a file. */
export function startReading(source: TranscriptSource): Reading {
  return {
    source,
    prompt: undefined,
    at: source.at,
    isTimed: false,
    index: 0,
    calls: createOpenCalls(),
    hasTask: false,
  };
}

/** Reads one message: the user's prompt, tool results, the agent's words. Thinking is not kept. */
export function readMessage(json: JsonObject, index: number, reading: Reading): LineReading {
  const at = asNumber(json.ts);
  reading.index = index;
  if (at !== undefined) Object.assign(reading, { at, isTimed: true });
  const message: Message = {
    json,
    id: asString(json.id) || `@${index}`,
    blocks: contentBlocks(json.content),
    metadata: asObject(json.metadata),
    index,
  };
  const role = asString(json.role) ?? 'unknown';
  if (role === 'user') return readUser(message, reading);
  return role === 'assistant' ? readAssistant(message, reading) : { skip: role };
}

/** True for a message that replaces the conversation before it. */
export function isSummary({ metadata }: JsonObject): boolean {
  return asObject(metadata).kind === 'compaction_summary';
}

function readUser(message: Message, reading: Reading): LineReading {
  const { metadata, blocks } = message;
  if (isSummary(message.json)) return { events: [compactEnd(message, reading)] };
  const ends = blocks.flatMap((block) => toolEnd(block, reading));
  // Cline's own words to the model, which include those of hooks.
  const isOwn = metadata.displayRole !== undefined && metadata.displayRole !== 'user';
  const texts = readTexts(isOwn ? [] : textsOf(blocks));
  const read = [...ends, ...shown(texts, message, reading)];
  if (texts.words !== '') return { events: [...read, ...asked(texts, message, reading)] };
  return read.length > 0 ? { events: read } : { skip: isOwn ? 'user:system' : typesOf('user', blocks) };
}

/** What an old version wrote into a message for the agent to read: results of tools, and what it added to the words. */
function shown({ results, beside }: MessageTexts, { id }: Message, reading: Reading): RawEvent[] {
  const bodies: EventBody[] = results.map(({ tool, about, output }) => {
    const input: JsonObject = tool === 'execute_command' ? { command: about } : { paths: about.split("', '") };
    return clineToolEnd({ tool, input, output, failed: FAILED.test(output) });
  });
  for (const text of beside) {
    const paths = shownParts(text).flatMap((part) => part.paths);
    const read = { tool: 'read_files', input: { paths }, output: text, failed: false };
    bodies.push(paths.length === 0 ? { kind: 'notification', message: text } : clineToolEnd(read));
  }
  return bodies.map((body, n) => transcriptEvent(placeOf(reading), { number: `${id}/${n}` }, body));
}

/** A prompt, or a subagent's task. Gives up earlier calls without a result, since none can follow. */
function asked({ words: text, isUnclear }: MessageTexts, { id }: Message, reading: Reading): RawEvent[] {
  const { subagent } = reading.source;
  const lost = reading.calls.giveUpThread(subagent?.id).map(({ id: call, tool, input, place }) => {
    return transcriptEvent(place, { number: call }, { kind: 'tool.start', tool, input });
  });
  if (subagent !== undefined && !reading.hasTask) {
    reading.hasTask = true;
    const body = { kind: 'subagent.start', type: subagent.type, task: text } as const;
    return [...lost, transcriptEvent(placeOf(reading), { number: subagent.id }, body)];
  }
  reading.prompt = id;
  const identity = promptIdentity(text, { origin: id, subagent: subagent?.id });
  const typed = isUnclear ? 'unknown' : 'person';
  const origin = subagent === undefined ? typed : 'system';
  const body = { kind: 'prompt', text, origin } as const;
  return [...lost, transcriptEvent(placeOf(reading), identity, body)];
}

function readAssistant(message: Message, reading: Reading): LineReading {
  const { json, id, blocks, metadata } = message;
  const called = blocks.filter((block) => openCall(block, message, reading));
  const text = textsOf(blocks).join('\n').trim();
  if (metadata.displayRole === 'error') {
    const body = { kind: 'turn.failed', error: text || 'unknown' } as const;
    return { events: [transcriptEvent(placeOf(reading), { number: id }, body)] };
  }
  if (text === '') return called.length > 0 ? { events: [] } : { skip: typesOf('assistant', blocks) };
  const model = asString(asObject(json.modelInfo).id) || undefined;
  const { subagent } = reading.source;
  const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
  const event = transcriptEvent(placeOf(reading), messageIdentity(text, { origin: id, subagent: subagent?.id }), body);
  if (subagent === undefined || called.length > 0) return { events: [event] };
  // An answer without tool calls is the last one of the turn.
  const end = { kind: 'subagent.end', type: subagent.type, result: text } as const;
  return { events: [event, transcriptEvent(placeOf(reading), { number: subagent.id }, end)] };
}

/** Records a call until its result comes; returns false when the block is no call. */
function openCall(block: JsonObject, { id: origin, index }: Message, reading: Reading): boolean {
  const id = asString(block.id) ?? '';
  const tool = asString(block.name) ?? '';
  if (block.type !== 'tool_use' || id === '' || tool === '') return false;
  const input = asObject(block.input);
  reading.calls.open({ id, tool, input, place: placeOf(reading), origin, offset: index, state: {} });
  return true;
}

function toolEnd(block: JsonObject, reading: Reading): RawEvent[] {
  const id = asString(block.tool_use_id) ?? '';
  if (block.type !== 'tool_result' || id === '') return [];
  const call = reading.calls.close(id);
  const body = clineToolEnd({
    tool: call?.tool ?? asString(block.name) ?? 'unknown',
    input: call?.input ?? {},
    output: block.content,
    failed: block.is_error === true,
  });
  return [transcriptEvent(placeOf(reading), { number: id }, body)];
}

function compactEnd({ id, metadata }: Message, reading: Reading): RawEvent {
  const summary = asString(metadata.summary)?.trim() || undefined;
  const stated = omitUndefined({ summary, tokensBefore: asNumber(metadata.tokensBefore) });
  const body: EventBody = { kind: 'compact.end', trigger: 'unknown', ...stated };
  const at = asNumber(metadata.generatedAt);
  return transcriptEvent(
    { ...placeOf(reading), at: at ?? reading.at },
    { number: at === undefined ? id : String(at) },
    body,
  );
}

function textsOf(blocks: readonly JsonObject[]): string[] {
  const texts = blocks.map((block) => (block.type === 'text' ? (asString(block.text) ?? '') : ''));
  return texts.filter((text) => text !== '');
}

function typesOf(role: string, blocks: readonly JsonObject[]): string {
  return `${role}:${[...new Set(blocks.map((block) => asString(block.type) ?? 'unknown'))].sort().join('+') || 'empty'}`;
}

function placeOf({ source, at, prompt, isTimed, index }: Reading): EventContext {
  const { session, cwd, branch, subagent, until } = source;
  const untimed = isTimed ? undefined : { from: source.at, until: Math.max(source.at, until), place: `${index}` };
  return {
    agent: AGENT_NAME,
    agentSession: session,
    at,
    ...omitUndefined({ cwd, branch, prompt, subagent: subagent?.id, untimed }),
  };
}
