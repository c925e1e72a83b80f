import { basename, dirname, join } from 'node:path';
import { asNumber, asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { type ChatCall, chatCallsOf } from '../shared/dialects/chat-calls.ts';
import { messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { jsonRecords } from '../shared/transcripts/json-records.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { pathOfUrl, readText } from '../shared/transcripts/transcript-files.ts';
import { untimedIn } from '../shared/transcripts/untimed.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'continue';
/** The file that lists the sessions, among them. */
export const LIST = 'sessions.json';

/** Milliseconds before a file's change at which the first of its new rows is said to be. */
const BEFORE_CHANGE_MS = 1_000;
const EXIT_CODE = /\(exit code (-?\d{1,10})\)/;
/** What a call has become when nothing of it follows. */
const ENDED: ReadonlySet<unknown> = new Set(['done', 'errored', 'canceled']);

/** The reader's state while a session is read. */
interface Reading {
  place: EventContext;
  /** When the file was changed last. */
  changed: number;
  /** Rows that an earlier reading read whole, and the time of the last one. */
  known: number;
  at: number;
  /** Time of the first row that is new. */
  newAt: number;
  /** The call or summary before a row, and the rows since then: they name it, also after earlier ones were left out. */
  after: string;
  since: number;
  /** Rows that were read whole, from the first. */
  whole: number;
}

/**
 * Reads a session's file, which is written whole after each step. Rows have no time: those of the first reading follow
 * the session's beginning, those of later ones the file's change. A summary that took the place of rows is one, too.
 */
export function readSession(path: string, state: JsonObject = {}): SnapshotReader {
  let reading = startReading(path, state);
  const reader = createJsonSnapshot({ path, lists: ['$.history.*'] }, () => {
    reading = startReading(path, state);
    return { member: () => undefined, message: (row, index) => readRow(row, index, reading) };
  });
  return { ...reader, state: () => ({ rows: reading.whole, at: reading.at, changed: reading.changed }) };
}

function startReading(path: string, state: JsonObject): Reading {
  const found: JsonObject = {};
  for (const { key, value } of jsonRecords(path, ['$.sessionId', '$.workspaceDirectory'])) found[String(key)] = value;
  const session = asString(found.sessionId) ?? basename(path, '.json');
  const folder = asString(found.workspaceDirectory) ?? '';
  const cwd = pathOfUrl(folder) ?? folder;
  const at = asNumber(state.at);
  const begun = begunAt(path, session);
  const ofFile = untimedIn(path, asNumber(state.changed));
  const { until: changed } = ofFile;
  const untimed = at === undefined ? { ...ofFile, from: Math.min(begun ?? ofFile.from, ofFile.from) } : ofFile;
  return {
    place: { agent: AGENT_NAME, agentSession: session, at: 0, untimed, ...(cwd === '' ? {} : { cwd }) },
    changed,
    known: asNumber(state.rows) ?? 0,
    at: at ?? 0,
    newAt: at === undefined ? (begun ?? changed) : Math.max(at + 1, changed - BEFORE_CHANGE_MS),
    after: '',
    since: 0,
    whole: 0,
  };
}

/** When a session was begun, as the list beside it says. */
function begunAt(path: string, session: string): number | undefined {
  const sessions = parseJson(readText(join(dirname(path), LIST)) ?? '');
  const row = (Array.isArray(sessions) ? sessions : []).find((each) => asObject(each).sessionId === session);
  return asNumber(Number(asString(asObject(row).dateCreated) ?? Number.NaN)) || undefined;
}

function readRow(row: JsonObject, index: number, reading: Reading): LineReading {
  const message = asObject(row.message);
  const role = asString(message.role) ?? 'unknown';
  const origin = `${reading.after}#${reading.since}`;
  reading.since += 1;
  const isKnown = index < reading.known;
  if (!isKnown) {
    reading.at = Math.max(reading.newAt, reading.at + 1);
    reading.place = { ...reading.place, at: reading.at };
  }
  const events = eventsOf(role, { row, message, origin }, reading);
  if (reading.whole === index && isWhole(row)) reading.whole = index + 1;
  if (typeof events === 'string') return { skip: events };
  return { events: isKnown ? [] : events };
}

/** True when nothing of a row can still change. */
function isWhole({ toolCallStates }: JsonObject): boolean {
  const states = Array.isArray(toolCallStates) ? toolCallStates.filter(isJsonObject) : [];
  return states.every(({ status }) => ENDED.has(status));
}

/** The events of a row; the type under which it is skipped for one that has none. */
function eventsOf(
  role: string,
  { row, message, origin }: { row: JsonObject; message: JsonObject; origin: string },
  reading: Reading,
): RawEvent[] | string {
  const summary = asString(row.conversationSummary);
  if (summary !== undefined) {
    Object.assign(reading, { after: summary.slice(0, 80), since: 0 });
    return [transcriptEvent(reading.place, { number: origin }, { kind: 'compact.end', trigger: 'unknown', summary })];
  }
  const text = textOfContent(message.content).trim();
  if (role === 'user') {
    const body: EventBody = { kind: 'prompt', text, origin: 'person' };
    return text === '' ? 'user:empty' : [transcriptEvent(reading.place, promptIdentity(text, { origin }), body)];
  }
  if (role !== 'assistant') return role;
  const model = asString(asObject(message.usage).model);
  const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
  const said = text === '' ? [] : [transcriptEvent(reading.place, messageIdentity(text, { origin }), body)];
  const calls = chatCallsOf(message.toolCalls);
  if (calls.length === 0) return [...said, transcriptEvent(reading.place, { number: origin }, { kind: 'turn.end' })];
  return [...said, ...calls.flatMap((call) => callEvents(call, row, reading))];
}

/** What a call became; nothing while it still runs. */
function callEvents({ id, tool, input }: ChatCall, { toolCallStates }: JsonObject, reading: Reading): RawEvent[] {
  Object.assign(reading, { after: id, since: 0 });
  const states = Array.isArray(toolCallStates) ? toolCallStates.filter(isJsonObject) : [];
  const state = states.find(({ toolCallId }) => toolCallId === id) ?? {};
  if (!ENDED.has(state.status)) return [];
  const parts = Array.isArray(state.output) ? state.output.filter(isJsonObject) : [];
  const output = parts.map(({ content }) => textOfContent(content)).join('\n');
  const failed = state.status !== 'done';
  const exit = failed ? EXIT_CODE.exec(output)?.[1] : undefined;
  // Some of its tools have another name for the path.
  const { filepath, ...rest } = input;
  const body = toolEnd({
    tool,
    input: filepath === undefined ? input : { file_path: filepath, ...rest },
    output,
    failed,
    exitCode: exit === undefined ? undefined : Number(exit),
    interrupted: state.status === 'canceled',
  });
  return [transcriptEvent(reading.place, { number: id }, body)];
}
