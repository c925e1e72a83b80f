import { basename } from 'node:path';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';

/** Where a session stands at its end, as its transcript alone says. */
export interface FinalState {
  /** The last prompt that says more than "go on". */
  request?: string;
  /** Names of the files that were changed, without folders. */
  files: string[];
  /** The newest test, build or commit that failed and did not succeed again. */
  failing?: string;
  /** Entries of the todo list that are still open. */
  todos: string[];
}

interface Call {
  tool: string;
  input: JsonObject;
}

const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;
const WORD = /\p{L}{3,}/gu;
const NAME = /\w{12,}/g;
/** What agents put into prompts, or say for the person. */
const PUT_IN = /^\s*(?:<|\/|Caveat:|\[Request interrupted|This session is being continued)/;
/** Commands whose failure is a state of the work; a failed look around is none. */
const WORK =
  /\b(?:(?:go|mix|npm|pnpm|yarn|cargo|make|mise run) (?:run )?(?:test|build|vet|compile|lint|check|credo|dialyzer|format|typecheck)|git (?:commit|push|rebase|merge)|pytest|vitest|jest|tsc|eslint|golangci-lint)\b/;
/** How programs tell of a failure although the last one of a pipe went well. */
const FAILED = /^(?:--- )?FAIL\b|\bERROR task failed|, [1-9]\d* failures?\b|\bCompilationError\b|\[build failed\]/m;
const REFUSED = /doesn't want to proceed with this tool use/;

/** Reads where a session stands from the lines of its transcript: Claude Code's, or a rollout of Codex. */
export function finalStateOf(lines: readonly string[]): FinalState {
  const reader = createStateReader();
  for (const line of lines) reader.take(line);
  return reader.end();
}

/** As `finalStateOf`, line by line: `end` may be asked for after each. */
export function createStateReader(): { take(line: string): void; end(): FinalState } {
  const records = createRecordReader();
  return {
    ...records,
    take(line) {
      const record = parseJson(line);
      if (isJsonObject(record)) records.take(record);
    },
  };
}

function createRecordReader(): { take(record: JsonObject): void; end(): FinalState } {
  const calls = new Map<string, Call>();
  const seen = new Set<string>();
  const files = new Set<string>();
  const failing = new Map<string, string>();
  let request: string | undefined;
  let todos: string[] = [];
  const told = (text: string): void => {
    if (!PUT_IN.test(text) && new Set(text.toLowerCase().match(WORD)).size > 2) request = text;
  };
  const ended = ({ tool, input }: Call, { output, failed }: { output: string; failed: boolean }): void => {
    if (REFUSED.test(output)) return;
    const path = asString(input.file_path) ?? asString(input.notebook_path);
    if (EDITS.test(tool) && path !== undefined && !failed) files.add(basename(path));
    if (tool === 'TodoWrite' && !failed) todos = openOf(input.todos);
    const command = asString(input.command) ?? '';
    const work = WORK.exec(command)?.[0];
    if (tool !== 'Bash' || work === undefined) return;
    for (const [name, other] of failing) if (name === work || sharesName(command, other)) failing.delete(name);
    if (failed || FAILED.test(output)) failing.set(work, command);
  };
  const takeBlock = (block: JsonObject): void => {
    const id = asString(block.id) ?? asString(block.tool_use_id) ?? '';
    if (block.type === 'tool_use') calls.set(id, { tool: asString(block.name) ?? '', input: asObject(block.input) });
    const call = block.type === 'tool_result' && !seen.has(id) ? calls.get(id) : undefined;
    if (call === undefined) return;
    // A resumed session's file begins with what the former one ends with.
    seen.add(id);
    ended(call, { output: textOf(block.content), failed: block.is_error === true });
  };
  return {
    take(record) {
      const payload = asObject(record.payload);
      if (record.type === 'event_msg' && payload.type === 'user_message')
        told(ownWords(asString(payload.message) ?? ''));
      if (record.type === 'queue-operation') told(asString(record.content) ?? '');
      if (record.type !== 'user' && record.type !== 'assistant') return;
      if (record.isSidechain === true || record.isMeta === true || record.isCompactSummary === true) return;
      const { content } = asObject(record.message);
      const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
      for (const block of blocks) takeBlock(block);
      if (record.type === 'assistant' || blocks.some(({ type }) => type === 'tool_result')) return;
      const uuid = asString(record.uuid) ?? '';
      if (!seen.has(uuid)) told(textOf(content));
      seen.add(uuid);
    },
    end: () => ({
      files: [...files],
      todos,
      ...omitUndefined({ request, failing: [...failing.values()].at(-1) }),
    }),
  };
}

/** True for commands with a long name in common, as of a test. */
function sharesName(one: string, other: string): boolean {
  return (one.match(NAME) ?? []).some((name) => other.includes(name));
}

/** Without what an editor puts below or above a prompt. */
function ownWords(text: string): string {
  return text.split(/^# Context from my IDE setup:/m)[0]?.trim() || (text.split('## My request for Codex:')[1] ?? text);
}

function openOf(list: unknown): string[] {
  const entries = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return entries.filter(({ status }) => status !== 'completed').flatMap(({ content }) => asString(content) ?? []);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return parts.map(({ text }) => asString(text) ?? '').join('\n');
}

/** One thing of a final state that a text may name. */
export interface StateItem {
  kind: 'request' | 'file' | 'failing' | 'todo';
  word: string;
}

/** The things of a final state, one by one. */
export function itemsOfState({ request, files, failing, todos }: FinalState): StateItem[] {
  return [
    ...(request === undefined ? [] : [{ kind: 'request' as const, word: request }]),
    ...files.map((word) => ({ kind: 'file' as const, word })),
    ...(failing === undefined ? [] : [{ kind: 'failing' as const, word: failing }]),
    ...todos.map((word) => ({ kind: 'todo' as const, word })),
  ];
}

const REQUEST_WORDS = 20;
const REQUEST_SHARE = 0.8;
const TODO_CHARS = 60;

/**
 * True when a text names a thing: a file by its name; an entry of a list by its first 60 characters; a request by four of
 * five of its first 20 words; a command by a long name in it, as of a test, or where it has none by its own words.
 */
export function isNamed({ kind, word }: StateItem, text: string): boolean {
  const all = plain(text);
  if (kind === 'file') return all.includes(plain(word));
  if (kind === 'todo') return all.includes(plain(word).slice(0, TODO_CHARS));
  if (kind === 'request') {
    const words = [...new Set((plain(word).match(WORD) ?? []).slice(0, REQUEST_WORDS))];
    return words.filter((one) => all.includes(one)).length >= REQUEST_SHARE * words.length;
  }
  const names = plain(word).match(NAME) ?? [];
  return names.length > 0 ? names.some((name) => all.includes(name)) : all.includes(WORK.exec(plain(word))?.[0] ?? '');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_"]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
