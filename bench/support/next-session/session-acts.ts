import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../../src/core/json.ts';

/** What a session did and was asked, by its transcript alone. */
export interface SessionActs {
  prompts: string[];
  /** Base names of the files that it opened or changed. */
  files: ReadonlySet<string>;
  /** Prompts, calls and what the agent said of them, to look words up in. */
  text: string;
  /** What the agent said, oldest first. */
  said: string[];
  firstAt: number;
  cwd: string;
  /** The branch that it began on; '' where the transcript does not say. */
  branch: string;
}

interface Gathering {
  prompts: string[];
  said: string[];
  files: Set<string>;
  text: string[];
  firstAt: number;
  cwd: string;
  /** The branch that it began on; '' where the transcript does not say. */
  branch: string;
}

const NO_PROMPT =
  /^(?:<local-command|<bash-|<command-|Caveat: The messages|\[Request interrupted|This session is being continued|<system-reminder>|<task-notification>|# AGENTS\.md|<environment_context>|<user_instructions>|<permissions|<turn_aborted|<skill>)/;
const PATH_WORD =
  /[\w.@/+-]*[\w-]\.(?:ts|tsx|js|mjs|cjs|json|jsonl|md|mdx|ya?ml|go|py|sh|toml|css|html|sql|rs|txt|lock|mod|sum|astro)\b/g;
const PATCHED = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm;
const HAS_EXTENSION = /\.\w{1,5}$/;

/**
 * Reads the acts of a session from its transcript, up to its first line of a time or later (milliseconds since 1970).
 * Lines that are no JSON are passed over.
 */
export function readActs(agent: string, path: string, until: number = Number.POSITIVE_INFINITY): SessionActs {
  const found: Gathering = {
    prompts: [],
    said: [],
    files: new Set(),
    text: [],
    firstAt: Number.NaN,
    cwd: '',
    branch: '',
  };
  const take = READERS[agent] ?? takeClaude;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    const json = asObject(parseJson(line));
    const at = Date.parse(asString(json.timestamp) ?? '');
    if (at >= until) break;
    if (Number.isNaN(found.firstAt) && Number.isFinite(at)) found.firstAt = at;
    take(json, found);
  }
  return { ...found, text: found.text.join('\n') };
}

const READERS: Readonly<Record<string, (json: JsonObject, found: Gathering) => void>> = {
  'claude-code': takeClaude,
  codex: takeCodex,
  'copilot-cli': takeCopilot,
};

function takeClaude(json: JsonObject, found: Gathering): void {
  found.cwd ||= asString(json.cwd) ?? '';
  found.branch ||= asString(json.gitBranch) ?? '';
  const { content } = asObject(json.message);
  const isOwn =
    json.type === 'user' && json.isMeta !== true && json.isSidechain !== true && json.isCompactSummary !== true;
  if (json.type === 'user' && typeof content === 'string') found.text.push(content);
  if (isOwn && typeof content === 'string') takePrompt(content, found);
  for (const block of Array.isArray(content) ? content.filter(isJsonObject) : []) {
    const text = asString(block.text);
    if (block.type === 'text' && text !== undefined) {
      found.text.push(text);
      if (isOwn) takePrompt(text, found);
      else if (json.type === 'assistant') found.said.push(text);
    }
    if (block.type !== 'tool_use') continue;
    const input = asObject(block.input);
    found.text.push(JSON.stringify(input));
    for (const field of ['file_path', 'path', 'notebook_path']) takeFile(asString(input[field]), found);
  }
}

function takeCodex(json: JsonObject, found: Gathering): void {
  const payload = asObject(json.payload);
  found.cwd ||= asString(payload.cwd) ?? '';
  found.branch ||= asString(asObject(payload.git).branch) ?? '';
  const said = asString(payload.message);
  if (json.type === 'event_msg' && payload.type === 'user_message' && said !== undefined) {
    found.text.push(said);
    takePrompt(said, found);
  }
  if (json.type !== 'response_item') return;
  if (payload.type === 'message' && payload.role === 'assistant') takeSaid(textIn(payload.content), found);
  if (payload.type === 'custom_tool_call') takeCall(asString(payload.input) ?? '', found);
  if (payload.type === 'function_call') takeCall(asString(payload.arguments) ?? '', found);
}

function takeCopilot(json: JsonObject, found: Gathering): void {
  const data = asObject(json.data);
  found.cwd ||= asString(asObject(data.context).cwd) ?? '';
  found.branch ||= asString(asObject(data.context).branch) ?? '';
  const content = asString(data.content) ?? '';
  if (json.type === 'user.message') {
    found.text.push(content);
    takePrompt(content, found);
  }
  if (json.type === 'assistant.message') takeSaid(content, found);
  if (json.type !== 'tool.execution_start') return;
  const input = asObject(data.arguments);
  takeCall(JSON.stringify(input), found);
  takeFile(asString(input.path), found);
}

/** A call as it was written: the files that it patches, and those that its command names. */
function takeCall(written: string, found: Gathering): void {
  found.text.push(written);
  for (const [, path] of written.matchAll(PATCHED)) takeFile(path, found);
  const isPatch = written.includes('*** Begin Patch');
  for (const [path] of isPatch ? [] : written.slice(0, 4_000).matchAll(PATH_WORD)) takeFile(path, found);
}

function takeFile(path: string | undefined, { files }: Gathering): void {
  const name = basename(path?.trim() ?? '');
  if (HAS_EXTENSION.test(name)) files.add(name);
}

function takePrompt(text: string, { prompts }: Gathering): void {
  if (text.trim() !== '' && !NO_PROMPT.test(text.trim())) prompts.push(text);
}

function takeSaid(words: string, { text, said }: Gathering): void {
  text.push(words);
  if (words.trim() !== '') said.push(words);
}

function textIn(content: JsonValue | undefined): string {
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.map(({ text }) => asString(text) ?? '').join('\n');
}
