import { dropOldest } from '../../core/drop-oldest.ts';
import { asNumber, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { contentIdentity } from '../shared/dialects/claude-identity.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { between } from '../shared/transcripts/between.ts';
import { createJsonlParser, type LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { positionAt, WAITING_BYTES, type Waiting, withEvents } from '../shared/transcripts/waiting-parser.ts';
import { AGENT_NAME } from './hooks.ts';
import { readSource } from './places.ts';
import { folderAhead } from './session-folder.ts';
import { type Asked, createStepOrder, type StepKind, type StepOrder } from './step-order.ts';
import { answerOf, inputOf, nameOf, taskEndOf } from './step-text.ts';

/** States of a step that is still running: Antigravity writes the step again when it ends. */
const UNFINISHED = new Set(['PENDING', 'RUNNING', 'GENERATING', 'WAITING']);
/** Types of steps that report neither a message nor a tool. */
const OWN = new Set([
  'CONVERSATION_HISTORY',
  'SYSTEM_MESSAGE',
  'EPHEMERAL_MESSAGE',
  'ERROR_MESSAGE',
  'KNOWLEDGE_ARTIFACTS',
]);
/** Upper bound on the results that wait at the same time. */
const MOST_HELD = 200;
/** Upper bound on the background commands whose end is waited for. */
const MOST_BACKGROUND = 50;
const REQUEST = { open: '<USER_REQUEST>', close: '</USER_REQUEST>' };

/** A parser's state while it reads one file. */
interface Reading {
  session: string;
  isFull: boolean;
  cwd: string | undefined;
  /** The first line whose event got no folder: the next reading begins here, to name one. */
  unplaced?: Waiting;
  /** Number of the step with the prompt that the agent works on. */
  prompt: string | undefined;
  /** Time of the last step that had one. */
  at: number;
  calls: OpenCalls;
  order: StepOrder;
  /** Results that wait for earlier steps, in the order of their lines. */
  held: Step[];
  /** The commands that went on in the background, oldest first, by the numbers of their steps. */
  background: Map<number, OpenCall>;
}

/** One step with the fields that most readers need. */
interface Step extends Waiting {
  number: string;
  /** Its number in the order of steps; absent when it has none. */
  index?: number;
  /** Milliseconds since 1970: the step's time in whole seconds, plus its number in place of the milliseconds. */
  at: number;
  type: string;
  content: string;
  failed: boolean;
  json: JsonObject;
}

/** Makes the parser of one transcript of Antigravity: each line is a step, identified by its number. */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const { session, isFull, isCopy } = readSource(file.path);
  const calls = createOpenCalls();
  const cwd = asString(state.cwd) ?? (isCopy ? undefined : folderAhead(file.path, isFull));
  const prompt = asString(state.prompt);
  const order = createStepOrder(state);
  const background = new Map<number, OpenCall>();
  const reading: Reading = { session, isFull, cwd, prompt, at: 0, calls, order, held: [], background };
  return createJsonlParser({
    read: (json, offset) => (isCopy ? { skip: 'told-in-full' } : readLine(toStep(json, offset, reading), reading)),
    position: (offset) => {
      const waiting = [calls.oldest(), reading.unplaced, ...reading.held, ...background.values()];
      return positionAt(offset, waiting, () => savedState(reading));
    },
  });
}

function savedState({ cwd, prompt, order }: Reading): JsonObject {
  return { ...omitUndefined({ cwd, prompt }), ...order.state() };
}

/** Reads a step, and the results that waited for it. */
function readLine(step: Step, reading: Reading): LineReading {
  const line = readStep(step, reading);
  const kind = kindOf(step);
  if (step.index !== undefined && kind !== undefined) reading.order.note(step.index, kind);
  const results = reportHeld(step.offset, reading);
  return withEvents([...results, ...giveUpOver(step.offset, reading)], line);
}

/** The role of a step in the order; `undefined` for an answer that is written again once its calls are known. */
function kindOf({ type, json }: Step): StepKind | undefined {
  const isUnfinished = UNFINISHED.has(asString(json.status) ?? '');
  if (type === 'PLANNER_RESPONSE') return isUnfinished ? undefined : 'answer';
  if (type === 'USER_INPUT') return 'prompt';
  if (!isToolStep(type, json)) return 'other';
  return isUnfinished ? 'running' : 'tool';
}

function isToolStep(type: string, { source }: JsonObject): boolean {
  return !OWN.has(type) && type !== 'CHECKPOINT' && source === 'MODEL';
}

function toStep(json: JsonObject, offset: number, reading: Reading): Step {
  const at = Date.parse(asString(json.created_at) ?? '');
  if (Number.isFinite(at)) reading.at = at;
  const number = asNumber(json.step_index);
  const index = number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
  return {
    number: number === undefined ? `@${offset}` : `${number}`,
    ...(index === undefined ? {} : { index }),
    // A second in which the number passes a thousand is the one whose steps are not in their order.
    at: reading.at + (reading.at % 1_000 === 0 ? (index ?? 0) % 1_000 : 0),
    type: asString(json.type) ?? 'unknown',
    content: asString(json.content) ?? '',
    failed: json.status === 'ERROR',
    json,
    offset,
    state: savedState(reading),
  };
}

function readStep(step: Step, reading: Reading): LineReading {
  const { type, json } = step;
  if (UNFINISHED.has(asString(json.status) ?? '')) return { skip: 'unfinished' };
  if (type === 'USER_INPUT') return readPrompt(step, reading);
  if (type === 'PLANNER_RESPONSE') return readAnswer(step, reading);
  if (type === 'CHECKPOINT') return readCheckpoint(step, reading);
  if (type === 'SYSTEM_MESSAGE') return readTaskEnd(step, reading);
  if (!isToolStep(type, json)) return { skip: `step:${type}` };
  reading.held.push(step);
  return { events: [] };
}

/** The typed text is in a tag of its own, next to what Antigravity adds about the editor and the settings. */
function readPrompt(step: Step, reading: Reading): LineReading {
  const text = promptText(between(step.content, REQUEST) ?? step.content);
  if (text === '') return { skip: 'prompt:empty' };
  reading.prompt = step.number;
  const origin = step.json.source === 'SYSTEM' ? 'system' : 'person';
  return { events: [toEvent(step, { kind: 'prompt', text, origin }, reading)] };
}

/** Reads a message and its calls, whose results follow as steps of their own. Thinking is not kept. */
function readAnswer(step: Step, reading: Reading): LineReading {
  const { tool_calls } = step.json;
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
  for (const [index, call] of calls.entries()) openCall(call, { step, index }, reading);
  const text = step.content.trim();
  if (text !== '') return { events: [toEvent(step, { kind: 'message', text }, reading)] };
  return calls.length > 0 ? { events: [] } : { skip: 'answer:empty' };
}

function openCall(call: JsonObject, { step, index }: { step: Step; index: number }, reading: Reading): void {
  const tool = asString(call.name) ?? '';
  if (tool === '') return;
  const input = inputOf(call.args, reading.isFull);
  reading.cwd ??= asString(input.Cwd);
  // Its result may be on an earlier line: a resumed reading starts at the oldest line that waits, to pair both again.
  const { offset, state } = reading.held[0] ?? step;
  const { number: origin } = step;
  reading.calls.open({ id: `${origin}.${index}`, tool, input, place: placeOf(step, reading), origin, offset, state });
}

/** Events of the waiting results whose call is known by now, in the order of their steps. */
function reportHeld(offset: number, reading: Reading): RawEvent[] {
  const events: RawEvent[] = [];
  const waiting: Step[] = [];
  for (const step of reading.held.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))) {
    const asked = step.index === undefined ? undefined : reading.order.askedBy(step.index);
    const mayWait = step.offset >= offset - WAITING_BYTES && waiting.length < MOST_HELD;
    if (asked === 'waits' && mayWait) waiting.push(step);
    else events.push(toResult(step, asked === 'waits' ? undefined : asked, reading));
  }
  reading.held = waiting.toSorted((one, other) => one.offset - other.offset);
  return events;
}

/** Reads the end of a background command, whose own step never tells it. */
function readTaskEnd(step: Step, reading: Reading): LineReading {
  const ended = taskEndOf(step.content);
  const asked = ended === undefined ? undefined : reading.order.askedBy(ended.step);
  const open = asked === undefined || asked === 'waits' ? undefined : reading.calls.close(keyOf(asked));
  const call = open ?? reading.background.get(ended?.step ?? -1);
  if (ended === undefined || call === undefined) return { skip: `step:${step.type}` };
  reading.background.delete(ended.step);
  const { content, step: index } = ended;
  const result = { ...step, number: `${index}`, index, content, failed: false, json: {} };
  return { events: [toEvent(result, bodyOf(result, call), reading)] };
}

/** The event of a result; a step without a call reports its own tool and input as far as it names them. */
function toResult(step: Step, asked: Asked | undefined, reading: Reading): RawEvent {
  const call = asked === undefined ? undefined : reading.calls.close(keyOf(asked));
  return toEvent(step, bodyOf(step, call), reading);
}

function keyOf({ answer, index }: Asked): string {
  return `${answer}.${index}`;
}

function bodyOf(step: Step, call: OpenCall | undefined): EventBody {
  const { output, exitCode, file } = answerOf(step.content, asNumber(step.json.exit_code));
  return {
    kind: 'tool.end',
    tool: call?.tool ?? nameOf(step.type),
    input: call?.input ?? (file === undefined ? {} : { AbsolutePath: file }),
    output,
    success: !step.failed && (exitCode ?? 0) === 0,
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

/** Reads a compaction: the summary that replaces the context. */
function readCheckpoint(step: Step, reading: Reading): LineReading {
  const summary = step.content.trim();
  const body = { kind: 'compact.end', trigger: 'unknown', ...(summary === '' ? {} : { summary }) } as const;
  return { events: [toEvent(step, body, reading)] };
}

/**
 * Gives up the calls whose result can no longer come, or is overdue, and returns their `tool.start` events: also of a
 * command that goes on in the background, whose end may come much later.
 */
function giveUpOver(offset: number, { calls, order, background }: Reading): RawEvent[] {
  const lost = calls.giveUpBefore(offset - WAITING_BYTES);
  for (let call = calls.oldest(); call !== undefined && order.isOver(Number(call.origin)); call = calls.oldest()) {
    calls.close(call.id);
    const index = Number(call.id.slice(call.origin.length + 1));
    const result = order.resultOf({ answer: Number(call.origin), index });
    if (result?.kind !== 'tool') lost.push(call);
    if (result?.kind === 'running') background.set(result.number, call);
    dropOldest(background, MOST_BACKGROUND);
  }
  return lost.map(toStart);
}

function toStart({ id, tool, input, place }: OpenCall): RawEvent {
  const body = { kind: 'tool.start', tool, input } as const;
  return { ...place, identity: contentIdentity([id], id), source: 'transcript', body };
}

function toEvent(step: Step, body: EventBody, reading: Reading): RawEvent {
  if (reading.cwd === undefined) reading.unplaced ??= { offset: step.offset, state: step.state };
  return { ...placeOf(step, reading), identity: { number: step.number }, source: 'transcript', body };
}

function placeOf({ at }: Step, { session, cwd, prompt }: Reading): EventContext {
  return { agent: AGENT_NAME, agentSession: session, at, ...omitUndefined({ cwd, prompt }) };
}
