import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { CallInputs } from '../../src/api/calls.ts';
import { checkObject } from '../../src/api/check-input.ts';
import type { Memory } from '../../src/api/contract.ts';
import { CairnError } from '../../src/core/errors.ts';
import { asObject, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { DIST } from './built-program.ts';
import { WAYS } from './mcp-client.ts';
import { runProgram } from './run-program.ts';
import { environmentOf, type RunningWorker } from './run-worker.ts';

const CLI = join(DIST, 'cli.js');

/** The calls that several surfaces have. */
export type SharedCall =
  | 'search'
  | 'timeline'
  | 'get'
  | 'list'
  | 'context'
  | 'recall'
  | 'resume'
  | 'project'
  | 'patterns'
  | 'remember';

/** A question as the SDK has it. */
export type Question = { [Name in SharedCall]: { call: Name; input: CallInputs[Name] } }[SharedCall];

/**
 * The comparable part of an answer on every surface: ids, texts and what comes with them; or the code of its failure.
 */
export interface Essence {
  ids?: string[];
  texts?: string[];
  /** Why each of them is one, where that was asked. */
  reasons?: string[];
  missing?: string[];
  more?: unknown;
  error?: string;
}

/** A way to ask the memory. `undefined`: this surface has no such question. */
export interface Surface {
  name: string;
  ask(question: Question): Promise<Essence | undefined>;
}

/** A `Memory`, whichever implementation, as a surface. */
export function memorySurface(name: string, memory: Memory): Surface {
  return {
    name,
    async ask(question) {
      try {
        return essenceOf(question.call, JSON.parse(JSON.stringify(await callOf(memory, question))) as JsonObject);
      } catch (error) {
        if (error instanceof CairnError) return { error: error.code };
        throw error;
      }
    },
  };
}

/** The MCP server, asked by the official client in both revisions and by both transports, which must answer alike. */
export async function mcpSurface(context: TestContext, worker: RunningWorker): Promise<Surface> {
  const clients: Client[] = [];
  for (const way of WAYS) clients.push(await way.connect(context, worker, { all: true }));
  return {
    name: 'MCP',
    async ask(question) {
      const tool = toolOf(question);
      if (tool === undefined) return undefined;
      // What is stated once is stated by one of them.
      const asked = question.call === 'remember' ? clients.slice(0, 1) : clients;
      const [first, ...others] = await Promise.all(asked.map((client) => askTool(client, tool, question)));
      for (const [at, other] of others.entries()) assert.deepEqual(other, first, WAYS[at + 1]?.name);
      return first;
    },
  };
}

/** What a tool answers, as data, not as text. */
async function askTool(
  client: Client,
  tool: { name: string; input: Record<string, unknown> },
  { call }: Question,
): Promise<Essence> {
  const { structuredContent, isError } = await client.callTool({ name: tool.name, arguments: tool.input });
  assert.ok(isJsonObject(structuredContent));
  if (isError === true) return { error: String(asObject(structuredContent.error).code) };
  const { context: text, ...data } = structuredContent;
  return essenceOf(call, text === undefined ? data : { ...data, text });
}

/** The command line over a worker's home, with `--json`. */
export function cliSurface({ at }: RunningWorker): Surface {
  return {
    name: 'CLI',
    async ask(question) {
      const words = wordsOf(question);
      if (words === undefined) return undefined;
      const { stdout, stderr } = await runProgram(process.execPath, [CLI, ...words, '--json'], {
        env: environmentOf(at),
        cwd: at.project,
      });
      const answer: JsonValue | undefined = parseJson(stdout === '' ? stderr : stdout);
      assert.ok(isJsonObject(answer), `${words}: ${stdout}${stderr}`);
      return isJsonObject(answer.error) ? { error: String(answer.error.code) } : essenceOf(question.call, answer);
    },
  };
}

async function callOf(memory: Memory, { call, input }: Question): Promise<unknown> {
  if (call === 'get') return memory.get(input.ids);
  return (memory[call] as (input: unknown) => Promise<unknown>)(input);
}

function essenceOf(call: SharedCall, answer: JsonObject): Essence {
  switch (call) {
    case 'search':
      return { ...listEssence(answer.hits), ...reasonsOf(answer.hits), more: answer.nextCursor !== undefined };
    case 'list':
      return { ...listEssence(answer.entries), more: answer.nextCursor !== undefined };
    case 'patterns':
      return {
        ids: rowsOf(answer.patterns).map(({ id }) => String(id)),
        texts: rowsOf(answer.patterns).map(({ label, count }) => `${label} ${count}`),
        more: answer.nextCursor !== undefined,
      };
    case 'timeline':
      return { ...listEssence(answer.entries), more: answer.more };
    case 'get':
      return {
        ...listEssence(answer.records),
        texts: rowsOf(answer.records).map(({ text }) => String(text)),
        missing: answer.missing as string[],
      };
    case 'remember':
      return { texts: [String(answer.status)] };
    default:
      return { texts: [String(answer.text)] };
  }
}

function listEssence(rows: JsonValue | undefined): { ids: string[]; texts: string[] } {
  const objects = rowsOf(rows);
  return { ids: objects.map(({ id }) => String(id)), texts: objects.map(({ title }) => String(title)) };
}

/** The sentence that explains a hit; an agent gets only this. */
function reasonsOf(rows: JsonValue | undefined): Pick<Essence, 'reasons'> {
  const reasons = rowsOf(rows).flatMap(({ whyText, why }) => whyText ?? why ?? []);
  return reasons.length === 0 ? {} : { reasons: reasons.map(String) };
}

function rowsOf(rows: JsonValue | undefined): JsonObject[] {
  return Array.isArray(rows) ? rows.map(asObject) : [];
}

function toolOf({ call, input }: Question): { name: string; input: Record<string, unknown> } | undefined {
  if (call === 'recall') {
    const taken = ['query', 'project', 'agent', 'since', 'until'];
    return Object.keys(input).every((name) => taken.includes(name)) ? { name: call, input: { ...input } } : undefined;
  }
  if (call === 'search') {
    const { mode, ...rest } = input;
    if (mode === 'words') return undefined;
    return { name: mode === 'vectors' ? 'semantic_search' : 'search', input: { ...rest } };
  }
  if (call === 'list') {
    const { file, ...rest } = input;
    return file === undefined || rest.kinds !== undefined
      ? undefined
      : { name: 'by_file', input: { project: '*', ...input } };
  }
  if (call === 'resume') {
    const { sessionId, ...rest } = input;
    return { name: call, input: { ...rest, ...(sessionId === undefined ? {} : { session: sessionId }) } };
  }
  return { name: call, input: { ...input } };
}

function wordsOf({ call, input }: Question): string[] | undefined {
  switch (call) {
    case 'get':
      return ['get', ...input.ids];
    case 'search':
    case 'recall': {
      const { query, ...rest } = input;
      return [call, query, ...optionsOf({ project: '*', ...rest })];
    }
    case 'timeline': {
      const { anchor, ...rest } = input;
      return ['timeline', anchor, ...optionsOf(rest)];
    }
    case 'context': {
      const { prompt, ...rest } = input;
      return ['context', ...(prompt === undefined ? [] : [prompt]), ...optionsOf(rest)];
    }
    case 'remember': {
      const { text, ...rest } = input;
      return ['remember', text, ...optionsOf(rest)];
    }
    case 'resume': {
      const { sessionId, ...rest } = input;
      return ['resume', ...(sessionId === undefined ? [] : [sessionId]), ...optionsOf(rest)];
    }
    case 'project':
    case 'patterns':
      return [call, ...optionsOf(input)];
    case 'list':
      return listWords(checkObject('list', input));
  }
}

/** Lists that a person has a command for. */
function listWords({ kinds, session, status, hidden, ...rest }: CallInputs['list']): string[] | undefined {
  if (kinds?.[0] === 'session') return ['sessions', ...optionsOf(rest)];
  if (session?.startsWith('s_') === true && kinds === undefined) return ['sessions', session, ...optionsOf(rest)];
  if (kinds?.[0] === 'knowledge' && status === 'proposed') return ['review', 'list', ...optionsOf(rest)];
  return hidden === true ? ['review', 'hidden', ...optionsOf(rest)] : undefined;
}

const SINGULAR: Readonly<Record<string, string>> = {
  kinds: 'kind',
  concepts: 'concept',
  files: 'file',
  alternatives: 'alternative',
};

function optionsOf(input: object): string[] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => [`--${SINGULAR[name] ?? name}`, ...(one === true ? [] : [String(one)])]);
  });
}
