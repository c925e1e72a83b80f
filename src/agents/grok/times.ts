import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asNumber, asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { fileLines } from '../shared/transcripts/file-lines.ts';

/** Lines that are parsed; Grok writes what the model says in many small pieces. */
const PARSED = /"sessionUpdate":"(?:user_message_chunk|tool_call|tool_call_update)"/;
const SAID = '"sessionUpdate":"agent_message_chunk"';
const TIME = /"agentTimestampMs":(\d{12,14})\b/;

/** When what a chat tells happened, in milliseconds since 1970: the chat has no times. */
export interface Times {
  /** By the prompt's number. */
  prompts: Map<number, number>;
  /** The last words after a prompt, by its number. */
  said: Map<number, number>;
  /** By the call's id. */
  started: Map<string, number>;
  ended: Map<string, number>;
}

/** The times in the `updates.jsonl` beside a chat; none where that is missing, or says something else. */
export function readTimes(chat: string): Times {
  const times: Times = { prompts: new Map(), said: new Map(), started: new Map(), ended: new Map() };
  const path = join(dirname(chat), 'updates.jsonl');
  if (!existsSync(path)) return times;
  let prompt = 0;
  for (const line of fileLines(path)) {
    const at = Number(TIME.exec(line)?.[1] ?? 0);
    if (at === 0) continue;
    if (PARSED.test(line)) prompt = note(asObject(parseJson(line)), { times, at, prompt });
    else if (line.includes(SAID)) times.said.set(prompt, at);
  }
  return times;
}

/** Notes the time of a prompt or a call; gives the number of the prompt that the agent works on. */
function note(line: JsonObject, { times, at, prompt }: { times: Times; at: number; prompt: number }): number {
  const { sessionUpdate, toolCallId, status, _meta } = asObject(asObject(line.params).update);
  if (sessionUpdate === 'user_message_chunk') {
    const number = asNumber(asObject(_meta).promptIndex) ?? prompt;
    times.prompts.set(number, at);
    return number;
  }
  const id = asString(toolCallId) ?? '';
  if (sessionUpdate === 'tool_call') times.started.set(id, at);
  else if (status === 'completed' || status === 'failed') times.ended.set(id, at);
  return prompt;
}
