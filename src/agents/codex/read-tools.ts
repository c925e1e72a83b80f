import { addToList } from '../../core/add-to-list.ts';
import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { contentIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import type { OpenCall } from '../shared/transcripts/open-calls.ts';
import { PATCH_TOOL } from './capabilities.ts';
import { textOfParts } from './read-messages.ts';
import { type Line, placeOf, type Reading, savedState } from './rollout-line.ts';
import { lineOf, patchOf, readCall } from './tool-input.ts';
import { codexToolEnd, readToolOutput, type ToolOutput } from './tool-output.ts';

const WEB_SEARCH = 'web_search';
/** An encrypted message between agents (Fernet), which cannot be read. */
const SEALED = /^gAAAA[\w-]+=*$/;

/** Reads a call as the model made it. */
export function readToolCall(line: Line, reading: Reading): LineReading {
  const id = asString(line.payload.call_id) ?? asString(line.payload.id) ?? '';
  const { tool, input } = readCall(line.payload);
  if (id === '' || tool === '') return { skip: `${line.kind}:malformed` };
  if (reading.thread.isPaginated && isScript(line.payload)) return { skip: 'script' };
  const place = placeOf(reading);
  reading.calls.open({ id, tool, input, place, origin: line.id, offset: line.offset, state: savedState(reading) });
  return { events: [] };
}

/**
 * True for a script that calls tools, or for waiting on one: Codex records each of the script's tool calls separately,
 * with its result.
 */
function isScript({ type, name, namespace }: JsonObject): boolean {
  if (type === 'custom_tool_call') return name === 'exec';
  return namespace === 'functions' && name === 'wait';
}

/** Reads the result of a call as the model got it. A command that still runs stays open until its end. */
export function readToolResult(line: Line, reading: Reading): LineReading {
  const id = asString(line.payload.call_id) ?? '';
  const { output: content } = line.payload;
  const text = isJsonObject(content) ? textOfParts([content]) || textOfContent(content.content) : textOfParts(content);
  const output = readToolOutput(text);
  const known = reading.outputs.get(id);
  if (output.running === true && known === undefined) {
    reading.outputs.set(id, output);
    return { events: [] };
  }
  const call = reading.calls.close(id);
  reading.outputs.delete(id);
  if (call === undefined) return { skip: `${line.kind}:unasked` };
  return { events: toolEnds(call, joined(output, known), reading) };
}

/** The result that the model got, completed by Codex's own record of the run. */
function joined(read: ToolOutput, noted: ToolOutput | undefined): ToolOutput {
  if (noted === undefined) return read;
  return {
    text: noted.text || read.text,
    exitCode: noted.exitCode ?? read.exitCode,
    durationMs: noted.durationMs ?? read.durationMs,
    refused: noted.refused ?? read.refused ?? false,
  };
}

/** Reads Codex's own record of a call: the whole output and the outcome, written before the model gets its result. */
export function readToolRun(id: string, run: ToolRun, reading: Reading): LineReading {
  if (id === '' || run.isUsers === true) return { skip: run.isUsers === true ? 'run:user' : 'run:malformed' };
  const isOpen = reading.calls.get(id) !== undefined;
  const known = reading.outputs.get(id);
  const waits = isOpen && known?.running !== true;
  if (waits) {
    reading.outputs.set(id, run.output);
    return { events: [] };
  }
  reading.outputs.delete(id);
  const call = reading.calls.close(id) ?? { id, tool: run.tool, input: run.input };
  return call.tool === ''
    ? { skip: 'run:malformed' }
    : { events: toolEnds(call, { ...run.output, shell: known?.shell }, reading) };
}

/** Reads a web search as the model made it; the model does not get the results as text. */
export function readWebSearch(line: Line, reading: Reading): LineReading {
  const input = asObject(line.payload.action);
  const id = asString(line.payload.id) ?? '';
  const identity = id === '' ? contentIdentity([WEB_SEARCH, JSON.stringify(input)], line.id) : { number: id };
  const output = { text: '', refused: line.payload.status === 'failed' };
  return { events: [transcriptEvent(placeOf(reading), identity, codexToolEnd({ tool: WEB_SEARCH, input }, output))] };
}

/**
 * The start of a subagent, from its caller's file: since subagents receive messages, their own files contain no task.
 */
export function readSubagentStart(activity: JsonObject, reading: Reading): LineReading {
  const id = asString(activity.agent_thread_id) ?? '';
  if (id === '' || activity.kind !== 'started') return { skip: 'completed:SubAgentActivity' };
  const call = reading.calls.get(asString(activity.id) ?? '');
  const task = asString(call?.input.message) ?? '';
  const isReadable = task !== '' && !SEALED.test(task);
  const body = { kind: 'subagent.start', type: '', ...(isReadable ? { task } : {}) } as const;
  return { events: [transcriptEvent({ ...placeOf(reading), subagent: id }, { number: id }, body)] };
}

/**
 * Events for calls whose end will never be reported: for a command that still runs a `tool.end` with its output so far,
 * for any other call a `tool.start`.
 */
export function unfinished(calls: readonly OpenCall[], reading: Reading): RawEvent[] {
  return calls.flatMap((call) => {
    const output = reading.outputs.get(call.id);
    reading.outputs.delete(call.id);
    const { id, tool, input, place } = call;
    const body = output === undefined ? ({ kind: 'tool.start', tool, input } as const) : codexToolEnd(call, output);
    return [transcriptEvent(place, { number: id }, body), ...takeFollowing(id, reading)];
  });
}

/** Codex's own record of a call that it executed. */
export interface ToolRun {
  tool: string;
  input: JsonObject;
  output: ToolOutput;
  /** True for a command that the user ran. */
  isUsers?: boolean;
}

/** The record of a command, from `CommandExecution` or `exec_command_end`. */
export function commandRun(run: JsonObject): ToolRun {
  const words = Array.isArray(run.command) ? run.command : [];
  return {
    tool: 'exec_command',
    input: { cmd: words.length === 0 ? (asString(run.command) ?? '') : lineOf(words) },
    output: { text: asString(run.aggregated_output) ?? '', ...exitOf(run), durationMs: durationOf(run) },
    isUsers: /^user/i.test(asString(run.source) ?? ''),
  };
}

/** The record of a patch, from `FileChange` or `patch_apply_end`. */
export function patchRun(run: JsonObject): ToolRun {
  const printed = [asString(run.stdout), asString(run.stderr)].filter((text) => text !== undefined && text !== '');
  const refused = run.success === false || (run.status !== undefined && run.status !== 'completed');
  const output = { text: printed.join('\n'), refused };
  return { tool: PATCH_TOOL, input: { command: patchOf(asObject(run.changes)) }, output };
}

/** The record of an MCP tool call, from `McpToolCall` or `mcp_tool_call_end`. */
export function serverRun(run: JsonObject): ToolRun {
  const { server, tool, arguments: input } = isJsonObject(run.invocation) ? run.invocation : run;
  const { Ok: good, Err: bad } = asObject(run.result);
  const { content, isError, is_error } = isJsonObject(good) ? good : asObject(run.result);
  const error = asString(bad) ?? asString(run.error) ?? asString(asObject(run.error).message);
  const refused = error !== undefined || isError === true || is_error === true || run.status === 'failed';
  return {
    tool: typeof tool === 'string' ? `mcp__${asString(server) ?? ''}__${tool}` : '',
    input: asObject(input),
    output: { text: textOfContent(content) || (error ?? ''), refused, durationMs: durationOf(run) },
  };
}

/** The record of a web search, from `web_search_end`, `WebSearch` or `Extension`: titles, addresses and excerpts. */
export function webRun(run: JsonObject): ToolRun {
  const results = Array.isArray(run.results) ? run.results.filter(isJsonObject) : [];
  const lines = results.map(({ title, url, snippet }) =>
    [title, url, snippet].filter((part) => typeof part === 'string' && part !== '').join(' — '),
  );
  const { query } = run;
  const input = { ...(typeof query === 'string' ? { query } : {}), ...asObject(run.action) };
  const isSearch = run.action !== undefined || typeof query === 'string';
  return { tool: isSearch ? WEB_SEARCH : '', input, output: { text: lines.join('\n') } };
}

function exitOf({ exit_code }: JsonObject): Pick<ToolOutput, 'exitCode'> {
  const exitCode = asNumber(exit_code);
  return exitCode === undefined ? {} : { exitCode };
}

function durationOf({ duration }: JsonObject): number | undefined {
  const { secs, nanos } = asObject(duration);
  const seconds = asNumber(secs);
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 + (asNumber(nanos) ?? 0) / 1_000_000);
}

/** The end of a call and of what was read from its shell meanwhile; none yet where the call reads from the shell of one that waits. */
function toolEnds(call: Pick<OpenCall, 'id' | 'tool' | 'input'>, output: ToolOutput, reading: Reading): RawEvent[] {
  const end = transcriptEvent(placeOf(reading), { number: call.id }, codexToolEnd(call, output));
  const events = [end, ...takeFollowing(call.id, reading)];
  const shell = `${call.input.session_id}`;
  const [waiting] = [...reading.outputs].find(([, noted]) => noted.running === true && noted.shell === shell) ?? [];
  if (waiting === undefined) return events;
  for (const event of events) addToList(reading.following, waiting, event);
  return [];
}

function takeFollowing(id: string, reading: Reading): RawEvent[] {
  const events = reading.following.get(id) ?? [];
  reading.following.delete(id);
  return events;
}
