import type { EventBody, EventPlace, RawEvent } from '../../core/event.ts';
import { asNumber, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import { contentIdentity } from '../shared/claude-identity.ts';
import { promptText } from '../shared/claude-prompt.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import type { LineReading } from '../shared/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/open-calls.ts';
import { createWaitingParser } from '../shared/waiting-parser.ts';
import { AGENT_NAME } from './hooks.ts';
import { readSource } from './places.ts';
import { answerOf, inputOf, nameOf } from './step-text.ts';

/** A step that is still at work is written again. */
const UNFINISHED = new Set(['PENDING', 'RUNNING', 'GENERATING', 'WAITING']);
/** Steps that tell nothing of what was said and done. */
const OWN = new Set([
  'CONVERSATION_HISTORY',
  'SYSTEM_MESSAGE',
  'EPHEMERAL_MESSAGE',
  'ERROR_MESSAGE',
  'KNOWLEDGE_ARTIFACTS',
]);
const REQUEST = /<USER_REQUEST>([\s\S]*?)<\/USER_REQUEST>/;

/** What a parser knows while it reads one file. */
interface Reading {
  session: string;
  cwd: string | undefined;
  /** Number of the step with the prompt that is being worked on. */
  prompt: string | undefined;
  at: number;
  calls: OpenCalls;
}

/** One step with what most readers need of it. */
interface Step {
  number: string;
  type: string;
  content: string;
  failed: boolean;
  json: JsonObject;
  offset: number;
}

/** Makes the parser of one transcript of Antigravity: a line is a step, told apart by its number. */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const { session, isCopy } = readSource(file.path);
  const calls = createOpenCalls();
  const reading: Reading = { session, cwd: asString(state.cwd), prompt: asString(state.prompt), at: 0, calls };
  return createWaitingParser({
    calls,
    read: (json, offset) => (isCopy ? { skip: 'told-in-full' } : readStep(toStep(json, offset, reading), reading)),
    state: () => savedState(reading),
    toStart: (call) => toStart(call),
  });
}

function savedState({ cwd, prompt }: Reading): JsonObject {
  return Object.fromEntries(Object.entries({ cwd, prompt }).filter(([, value]) => value !== undefined)) as JsonObject;
}

function toStep(json: JsonObject, offset: number, reading: Reading): Step {
  const at = Date.parse(asString(json.created_at) ?? '');
  if (Number.isFinite(at)) reading.at = at;
  const number = asNumber(json.step_index);
  return {
    number: number === undefined ? `@${offset}` : `${number}`,
    type: asString(json.type) ?? 'unknown',
    content: asString(json.content) ?? '',
    failed: json.status === 'ERROR',
    json,
    offset,
  };
}

function readStep(step: Step, reading: Reading): LineReading {
  const { type, json } = step;
  if (UNFINISHED.has(asString(json.status) ?? '')) return { skip: 'unfinished' };
  if (type === 'USER_INPUT') return readPrompt(step, reading);
  if (type === 'PLANNER_RESPONSE') return readAnswer(step, reading);
  if (type === 'CHECKPOINT') return readCheckpoint(step, reading);
  if (OWN.has(type) || json.source !== 'MODEL') return { skip: `step:${type}` };
  return readToolStep(step, reading);
}

/** What was typed stands in a tag of its own, beside what Antigravity says of the editor and the settings. */
function readPrompt(step: Step, reading: Reading): LineReading {
  const text = promptText(REQUEST.exec(step.content)?.[1] ?? step.content);
  if (text === '') return { skip: 'prompt:empty' };
  const lost = giveUp(reading);
  reading.prompt = step.number;
  const origin = step.json.source === 'SYSTEM' ? 'system' : 'unknown';
  return { events: [...lost, told(step, { kind: 'prompt', text, origin }, reading)] };
}

/** What the agent said, and the calls whose results follow as steps of their own. Its thinking is not kept. */
function readAnswer(step: Step, reading: Reading): LineReading {
  const lost = giveUp(reading);
  const { tool_calls } = step.json;
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
  for (const [index, call] of calls.entries()) openCall(call, { step, index }, reading);
  const text = step.content.trim();
  if (text !== '') return { events: [...lost, told(step, { kind: 'message', text }, reading)] };
  return calls.length > 0 || lost.length > 0 ? { events: lost } : { skip: 'answer:empty' };
}

function openCall(call: JsonObject, { step, index }: { step: Step; index: number }, reading: Reading): void {
  const tool = asString(call.name) ?? '';
  if (tool === '') return;
  const input = inputOf(call.args);
  reading.cwd ??= asString(input.Cwd);
  const { offset, number: origin } = step;
  const id = `${origin}.${index}`;
  reading.calls.open({ id, tool, input, place: placeOf(reading), origin, offset, state: savedState(reading) });
}

/** The result of the oldest call that waits; a step that none asked for tells of itself what it can. */
function readToolStep(step: Step, reading: Reading): LineReading {
  const waiting = reading.calls.oldest();
  const call = waiting === undefined ? undefined : reading.calls.close(waiting.id);
  const { output, exitCode, file } = answerOf(step.content);
  const body: EventBody = {
    kind: 'tool.end',
    tool: call?.tool ?? nameOf(step.type),
    input: call?.input ?? (file === undefined ? {} : { AbsolutePath: file }),
    output,
    success: !step.failed && (exitCode ?? 0) === 0,
    ...(exitCode === undefined ? {} : { exitCode }),
  };
  return { events: [told(step, body, reading)] };
}

/** What the context was cut down to. */
function readCheckpoint(step: Step, reading: Reading): LineReading {
  const summary = step.content.trim();
  const body = { kind: 'compact.end', trigger: 'unknown', ...(summary === '' ? {} : { summary }) } as const;
  return { events: [told(step, body, reading)] };
}

function giveUp({ calls }: Reading): RawEvent[] {
  return calls.giveUpThread(undefined).map(toStart);
}

function toStart({ id, tool, input, place }: OpenCall): RawEvent {
  const body = { kind: 'tool.start', tool, input } as const;
  return { ...place, identity: contentIdentity([id], id), source: 'transcript', body };
}

function told({ number }: Step, body: EventBody, reading: Reading): RawEvent {
  return { ...placeOf(reading), identity: { number }, source: 'transcript', body };
}

function placeOf({ session, cwd, prompt, at }: Reading): EventPlace {
  const place: EventPlace = { agent: AGENT_NAME, agentSession: session, at };
  if (cwd !== undefined) place.cwd = cwd;
  if (prompt !== undefined) place.prompt = prompt;
  return place;
}
