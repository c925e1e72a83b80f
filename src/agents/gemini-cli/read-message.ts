import { asNumber, asString, type JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { partsOf, textOfParts, textWithMarks } from '../shared/dialects/gemini-parts.ts';
import { readShellRun } from '../shared/dialects/gemini-shell.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { isOwnContext, withoutHookContext } from './hook-context.ts';
import { readToolCalls } from './read-tools.ts';
import { placeOf, type Reading } from './transcript-line.ts';
import { addText, EMPTY_TURN, keyOfTurn } from './turn-hash.ts';

/** Gemini CLI's own prompt that makes the model continue, which is shown to nobody. */
const GO_ON = 'Please continue.';
/** The context about the editor that Gemini CLI adds for the model. */
const EDITOR = /^Here is (?:the user's editor context|a summary of changes in the user's editor context)/;
const FOLDER =
  /(?:Workspace Directories:\*\*\s*\n\s*- |working in the (?:following )?director(?:y|ies):\s*(?:- )?)([^\n]+)/;
const DAY_ONE = 1_000_000_000_000;

/** Reads one message of a session; `id` identifies a message without an id of its own. */
export function readMessage(message: JsonObject, id: string, reading: Reading): LineReading {
  reading.at = timeOf(message) ?? reading.at;
  const type = asString(message.type) ?? asString(message.role) ?? 'unknown';
  const parts = partsOf(message.content ?? message.parts);
  const named = asString(message.id) || id;
  if (type === 'user') return readUser(message, { id: named, parts }, reading);
  if (type === 'gemini' || type === 'model') return readAgent(message, { id: named, parts }, reading);
  return { skip: type };
}

/** Notes the working folder that a session's first message names. */
export function noteFolder(text: string, reading: Reading): void {
  reading.cwd ??= FOLDER.exec(text)?.[1]?.trim();
}

function readUser(
  { displayContent }: JsonObject,
  { id, parts }: { id: string; parts: JsonObject[] },
  reading: Reading,
): LineReading {
  const whole = textOfParts(parts);
  if (isOwnContext(whole)) noteFolder(whole, reading);
  const own = parts.filter((part) => !isOwnContext(asString(part.text) ?? ''));
  const sent = promptText(withoutHookContext(textOfParts(own)));
  const shown = promptText(withoutHookContext(textOfParts(partsOf(displayContent))));
  const text = shown || promptText(withoutHookContext(textWithMarks(own)));
  if (text === '') return { skip: parts.some(isResult) ? 'user:functionResponse' : 'user:context' };
  if (EDITOR.test(sent) || (sent === GO_ON && shown !== '' && shown !== GO_ON)) return { skip: 'user:context' };
  const run = readShellRun(text);
  if (run !== undefined) return { events: [transcriptEvent(placeOf(reading), { number: id }, run)] };
  const { subagent } = reading.source;
  const isTask = subagent !== undefined && reading.prompt === undefined;
  reading.prompt = id;
  reading.last = undefined;
  reading.said = EMPTY_TURN;
  // The calling agent's file reports a subagent's task and type.
  if (isTask) return { skip: 'user:task' };
  const place = placeOf(reading);
  const origin = subagent === undefined ? 'person' : 'system';
  return {
    events: [
      transcriptEvent(place, promptIdentity(sent || text, { origin: id, subagent }), { kind: 'prompt', text, origin }),
    ],
  };
}

/** Reads the agent's messages and tool calls. Thinking is not kept. */
function readAgent(
  message: JsonObject,
  { id, parts }: { id: string; parts: JsonObject[] },
  reading: Reading,
): LineReading {
  const calls = readToolCalls(message, reading);
  const text = textOfParts(parts).trim();
  if (text === '') return calls.length > 0 ? { events: calls } : { skip: 'gemini:empty' };
  return { events: [toMessage(text, { id, model: asString(message.model) }, reading), ...calls] };
}

/**
 * The event of a text of a turn. Its identity is all texts of the turn up to it, since the hook at the turn's
 * end has it all as one text.
 */
function toMessage(text: string, { id, model }: { id: string; model: string | undefined }, reading: Reading): RawEvent {
  if (reading.last !== id) reading.before = reading.said;
  reading.last = id;
  reading.said = addText(reading.before, text);
  const { subagent } = reading.source;
  const identity = messageIdentity(keyOfTurn(reading.said), { origin: id, subagent });
  const body = { kind: 'message', text, ...(model === undefined ? {} : { model }) } as const;
  return transcriptEvent(placeOf(reading), identity, body);
}

function isResult({ functionResponse }: JsonObject): boolean {
  return functionResponse !== undefined;
}

/** The time of a message in milliseconds since 1970; old files have seconds. */
export function timeOf({ timestamp, ts }: JsonObject): number | undefined {
  const number = asNumber(timestamp) ?? asNumber(ts);
  if (number !== undefined) return number < DAY_ONE ? number * 1_000 : number;
  const time = Date.parse(asString(timestamp) ?? asString(ts) ?? '');
  return Number.isFinite(time) ? time : undefined;
}
