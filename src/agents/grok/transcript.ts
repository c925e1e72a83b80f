import { basename, dirname, join } from 'node:path';
import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventBody, EventContext, PromptOrigin, RawEvent } from '../../core/model/event.ts';
import type { Untimed } from '../../core/model/untold.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { type ChatCall, chatCallsOf } from '../shared/dialects/chat-calls.ts';
import { messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { between } from '../shared/transcripts/between.ts';
import { fileLines } from '../shared/transcripts/file-lines.ts';
import { createJsonlParser, type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { readJsonObject } from '../shared/transcripts/transcript-files.ts';
import { untimedIn } from '../shared/transcripts/untimed.ts';
import { readTimes, type Times } from './times.ts';

/** The typed text in the row of a prompt. */
const QUERY = { open: '<user_query>', close: '</user_query>', toLast: true };
/** Grok's own context, in a row that has no other mark. */
const INFO = /^\s*<(?:user_info|system-reminder)>/;
const COMMAND_TOOLS: ReadonlySet<string> = new Set(['run_terminal_command', 'run_terminal_cmd']);
const EXIT_CODE = /^exit: (-?\d{1,10})(?:\n|$)/;
/** Upper bound on the milliseconds added to the rows after one prompt. */
const MOST_OF_PROMPT = 999;

/** The facts about a session in the `summary.json` next to its chat. */
interface Session {
  place: Omit<EventContext, 'at'>;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** When rows without a time can have been written. */
  untimed: Untimed;
  /** Who typed its prompts; in a subagent's session, no person. */
  origin: PromptOrigin;
}

/** The reader's state while a chat is read. */
interface Reading {
  session: Session;
  times: Times;
  /** Number of the prompt that the agent works on, and of the last row after it that gave an event. */
  prompt: number;
  row: number;
  calls: Map<string, { call: ChatCall; place: EventContext }>;
}

/** A row that gives an event, with its place and identity, which do not depend on the rows that Grok inserts. */
interface Row {
  json: JsonObject;
  place: EventContext;
  origin: string;
}

/**
 * Makes the reader of one `chat_history.jsonl`. Grok rewrites it in place when a session resumes and inserts rows above
 * existing ones: a row is identified by its call id, or by its prompt's number and its index after that prompt. Rows have no
 * time: it stands in the file beside the chat. Where it does not, each prompt is one second after the previous one, and each
 * row after it one millisecond.
 */
export function createSnapshot({ path }: { path: string }): SnapshotReader {
  const reading: Reading = { session: readSession(path), times: readTimes(path), prompt: 0, row: 0, calls: new Map() };
  const parser = createJsonlParser({
    read: (json) => readRow(json, reading),
    position: () => ({ resumeAt: 0, state: {} }),
  });
  return {
    *steps() {
      for (const line of fileLines(path)) yield parser.line(line, 0);
    },
    state: () => ({}),
    counts: parser.counts,
  };
}

function readSession(path: string): Session {
  const folder = dirname(path);
  const summary = readJsonObject(join(folder, 'summary.json'));
  const { id, cwd } = asObject(summary.info);
  const startedAt = Date.parse(asString(summary.created_at) ?? '');
  return {
    place: {
      agent: 'grok',
      agentSession: asString(id) ?? basename(folder),
      ...(typeof cwd === 'string' ? { cwd } : {}),
    },
    startedAt: Number.isFinite(startedAt) ? startedAt : 0,
    untimed: untimedIn(path, Number.isFinite(startedAt) ? startedAt : undefined),
    origin: summary.session_kind === 'subagent' ? 'system' : 'person',
  };
}

function readRow(json: JsonObject, reading: Reading): LineReading {
  switch (json.type) {
    case 'user':
      return readUser(json, reading);
    case 'assistant':
      return readAnswer(nextRow(json, reading), reading);
    case 'tool_result':
      return readResult(nextRow(json, reading), reading);
    case 'backend_tool_call':
      return readBackendCall(nextRow(json, reading));
    default:
      return { skip: asString(json.type) ?? 'unknown' };
  }
}

function nextRow(json: JsonObject, reading: Reading): Row {
  reading.row += 1;
  return rowOf(json, reading, timeOf(json, reading));
}

/** When a row after a prompt happened; the words before a call have the time of the call. */
function timeOf({ tool_call_id, tool_calls }: JsonObject, { times, prompt }: Reading): number | undefined {
  if (tool_call_id !== undefined) return times.ended.get(asString(tool_call_id) ?? '');
  const [call] = chatCallsOf(tool_calls);
  return call === undefined ? times.said.get(prompt) : times.started.get(call.id);
}

function rowOf(json: JsonObject, { session, prompt, row }: Reading, time: number | undefined): Row {
  const origin = `#${prompt}.${row}`;
  if (time !== undefined) return { json, place: { ...session.place, at: time }, origin };
  const at = session.startedAt + prompt * 1_000 + Math.min(row, MOST_OF_PROMPT);
  return { json, place: { ...session.place, at, untimed: { ...session.untimed, place: origin } }, origin };
}

/**
 * Reads a user row. A prompt has its number, except in older chats; rows that Grok adds are marked, except the first.
 */
function readUser(json: JsonObject, reading: Reading): LineReading {
  if (json.synthetic_reason !== undefined) return { skip: 'user:synthetic' };
  const content = textOfContent(json.content);
  const whole = content.trimEnd();
  const typed = whole.endsWith(QUERY.close) ? between(whole, QUERY)?.replace(/^\n|\n$/g, '') : undefined;
  const number = asNumber(json.prompt_index);
  if (typed === undefined && number === undefined && INFO.test(content)) return { skip: 'user:info' };
  const text = (typed ?? content).trim();
  if (text === '') return { skip: 'user:empty' };
  reading.prompt = number ?? reading.prompt + 1;
  reading.row = 0;
  const { place, origin } = rowOf(json, reading, reading.times.prompts.get(reading.prompt));
  const body: EventBody = { kind: 'prompt', text, origin: reading.session.origin };
  return { events: [...giveUp(reading), transcriptEvent(place, promptIdentity(text, { origin }), body)] };
}

function readAnswer({ json, place, origin }: Row, reading: Reading): LineReading {
  const lost = giveUp(reading);
  for (const call of chatCallsOf(json.tool_calls)) reading.calls.set(call.id, { call, place });
  const text = textOfContent(json.content).trim();
  if (text === '') return { events: lost };
  const model = asString(json.model_id);
  const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
  return { events: [...lost, transcriptEvent(place, messageIdentity(text, { origin }), body)] };
}

/** Reads a call that ran on the model's server, with its result: a search, and where it searched. */
function readBackendCall({ json, place, origin }: Row): LineReading {
  const { tool_type, id, status, action } = asObject(json.kind);
  const { type: _type, sources, ...input } = asObject(action);
  const urls = (Array.isArray(sources) ? sources : []).map((source) => asString(asObject(source).url) ?? '');
  const body = toolEnd({
    tool: asString(tool_type) ?? 'backend_tool',
    input,
    output: urls.filter((url) => url !== '').join('\n'),
    failed: status === 'failed',
  });
  return { events: [transcriptEvent(place, { number: asString(id) ?? origin }, body)] };
}

/** Reads the result of a call; a command's result begins with its exit code. */
function readResult({ json, place }: Row, { calls }: Reading): LineReading {
  const id = asString(json.tool_call_id) ?? '';
  const asked = calls.get(id);
  if (asked === undefined) return { skip: 'tool_result:unasked' };
  calls.delete(id);
  const { tool, input } = calledBy(asked.call);
  const content = textOfContent(json.content);
  const exit = COMMAND_TOOLS.has(tool) ? EXIT_CODE.exec(content) : null;
  const exitCode = exit === null ? undefined : Number(exit[1]);
  const body = toolEnd({
    tool,
    input,
    output: content.slice(exit?.[0].length ?? 0),
    failed: json.is_error === true || (exitCode ?? 0) !== 0,
    exitCode,
  });
  return { events: [transcriptEvent(place, { number: id }, body)] };
}

/** The `tool.start` events of calls whose result cannot come, since the session has gone on. */
function giveUp({ calls }: Reading): RawEvent[] {
  const lost = [...calls.values()].map(({ call, place }) =>
    transcriptEvent(place, { number: call.id }, { kind: 'tool.start', ...calledBy(call) }),
  );
  calls.clear();
  return lost;
}

/** What a call runs: Grok calls every tool of an MCP server by one tool of its own. */
function calledBy({ tool, input }: ChatCall): Pick<ChatCall, 'tool' | 'input'> {
  const called = tool === 'use_tool' ? (asString(input.tool_name) ?? '') : '';
  return called === '' ? { tool, input } : { tool: called, input: asObject(input.tool_input) };
}
