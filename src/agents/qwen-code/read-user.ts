import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import { promptIdentity } from '../shared/dialects/claude-identity.ts';
import { isTaskNotification, promptText } from '../shared/dialects/claude-prompt.ts';
import { textOfParts, textWithMarks } from '../shared/dialects/gemini-parts.ts';
import { readShellRun } from '../shared/dialects/gemini-shell.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { toStart } from './read-tools.ts';
import { type Line, placeOf, type Reading } from './transcript-line.ts';

const CONTEXT_OPENS = '<qwen:user-prompt-submit-context>';

/**
 * Reads a user line: a prompt, a subagent's task, or Qwen Code's own text. Context from a hook is a part of its own;
 * the typed words are in a separate field, since the text also contains the files that they name.
 */
export function readUser(line: Line, reading: Reading): LineReading {
  const own = line.parts.filter((part) => !isHookContext(part));
  const sent = promptText(textOfParts(own));
  const { displayText, hookContext } = asObject(line.json.systemPayload);
  const subtype = asString(line.json.subtype) ?? '';
  const isTyped = (subtype === '' && hookContext !== undefined) || subtype === 'mid_turn_user_message';
  const text = (isTyped ? promptText(asString(displayText) ?? '') : '') || promptText(textWithMarks(own));
  if (text === '') return { skip: 'user:empty' };
  if (isTaskNotification(text)) return { events: [...toldPrompt(), ...subagentEnd(text, line, reading)] };
  const run = readShellRun(text);
  if (run !== undefined) return { events: [transcriptEvent(placeOf(line, reading), { number: line.id }, run)] };
  const started = subtype === 'mid_turn_user_message' ? [] : startTurn(line, reading);
  const place = placeOf(line, reading);
  if (line.subagent !== undefined && line.json.externalInputKind === undefined) {
    const body = { kind: 'subagent.start', type: asString(line.json.agentName) ?? '', task: text } as const;
    return { events: [...started, transcriptEvent(place, { number: line.subagent }, body)] };
  }
  return { events: [...started, ...toldPrompt()] };

  function toldPrompt(): RawEvent[] {
    const isOwn = subtype !== '' && subtype !== 'mid_turn_user_message';
    const origin = isOwn || line.subagent !== undefined ? 'system' : 'person';
    const identity = promptIdentity(sent || text, { origin: line.id, subagent: line.subagent });
    return [transcriptEvent(placeOf(line, reading), identity, { kind: 'prompt', text, origin })];
  }
}

function isHookContext({ text }: JsonObject): boolean {
  return typeof text === 'string' && text.startsWith(CONTEXT_OPENS);
}

/** Gives up earlier calls without a result, since none can follow. */
function startTurn(line: Line, reading: Reading): RawEvent[] {
  reading.prompt = line.id;
  return reading.calls.giveUpThread(line.subagent).map(toStart);
}

/** The end of a subagent that worked in the background, from the notification to the agent that called it. */
function subagentEnd(text: string, line: Line, reading: Reading): RawEvent[] {
  const id = tagOf(text, 'task-id');
  const call = tagOf(text, 'tool-use-id');
  if (id === '' || tagOf(text, 'result') === '') return [];
  const type = call !== '' && id.endsWith(`-${call}`) ? id.slice(0, -call.length - 1) : '';
  const body = { kind: 'subagent.end', type, result: tagOf(text, 'result') } as const;
  return [transcriptEvent({ ...placeOf(line, reading), subagent: id }, { number: id }, body)];
}

function tagOf(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? '' : text.slice(start + tag.length + 2, end).trim();
}
