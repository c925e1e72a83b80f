import type { JsonObject } from '../../../src/core/json.ts';
import { leavesOf } from './json-leaves.ts';

/** The fields in which agents keep what their users and they themselves said, as paths of `leavesOf`. */
const SAID = [
  /^\((?:user|assistant|human)\) (?:message(?:\((?:user|assistant|model)\))?\.)?(?:content|parts|text)(?:\[\](?:\(text\))?\.text)?$/,
  /^(?:\(message\) message\((?:user|assistant)\)\.content|(?:\$set\.| )?messages\[\]\((?:user|assistant|gemini|model)\)\.(?:content|parts))(?:\[\](?:\(text\))?\.text)?$/,
  /^ (?:\$set\.)?(?:messages|history|list)\[\]\((?:user|assistant|gemini|model)\)\.(?:content|parts)(?:\[\](?:\(text\))?\.text)?$/,
  /^\(gemini\) content(?:\[\]\.text)?$/,
  /^\(event_msg\) payload\((?:user_message|agent_message)\)\.message$/,
  /^\(event_msg\) payload\(item_completed\)\.item\((?:User|Agent)Message\)\.content\[\]\([Tt]ext\)\.text$/,
  /^\(response_item\) payload\((?:user|assistant)\)\.content\[\]\((?:input|output)_text\)\.text$/,
  /^\(turn\.(?:prompt|steer)\) input\[\]\(text\)\.text$/,
  /^\(context\.append_message\) message\((?:user|assistant)\)\.content\[\]\(text\)\.text$/,
  /^\(context\.append_loop_event\) event\(content\.part\)\.part\(text\)\.text$/,
  /^ message\((?:TurnBegin|SteerInput)\)\.payload\.user_input(?:\[\]\(text\)\.text)?$/,
  /^ message\(ContentPart\)\.payload\(text\)\.text$/,
  /^\((?:user|assistant)\.message\) data\.content$/,
  /^(?: data\{\}|)\(text\)\.? ?text$/,
  /^\((?:user|assistant)\) parts\{\}\[\]\(text\)\.data\.text$/,
  /^ event_json\{\}\(message\)\.message\((?:user|assistant)\)\.content(?:\[\]\(text\)\.text)?$/,
  /^\(completion\) finalText$/,
  /^\((?:USER_INPUT|PLANNER_RESPONSE)\) content$/,
];

/** What agents, editors and the plugins of recorded runs write into a user's words. */
const PUT_IN = [
  /<(system-reminder|hook_context|hook_result|environment_context|session_context|loaded_context|user_info)\b[^>]*>[\s\S]*?<\/\1>/g,
  /<(subagent_notification|task-notification|qwen:user-prompt-submit-context|user_instructions|INSTRUCTIONS)\b[^>]*>[\s\S]*?<\/\1>/g,
  /<(local-command-[\w-]+|bash-\w+|command-(?:name|message|contents)|USER_SETTINGS_CHANGE|ADDITIONAL_METADATA)>[\s\S]*?<\/\1>/g,
  /<\/?(?:command-args|user_input|user_query|USER_REQUEST)\b[^>]*>/g,
  /^# Context from my IDE setup:[\s\S]*?## My request for Codex:/,
  /^\[Request interrupted[^\]]*\]$|^Operation stopped by hook[\s\S]*$|^CTX-[A-Z-]+$/g,
];

/** What its user and the agent said in a record of a transcript, found by the names of fields: as no reader of ours does. */
export function statedTexts(record: JsonObject): string[] {
  const leaves = [...leavesOf(record)].filter(({ path }) => SAID.some((pattern) => pattern.test(path)));
  return leaves.map(({ text }) => PUT_IN.reduce((rest, pattern) => rest.replace(pattern, ''), text).trim());
}
