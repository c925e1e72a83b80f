import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import type { Memory } from '../api/contract.ts';
import { CairnError } from '../core/errors.ts';
import { asObject, asString, type JsonObject } from '../core/json.ts';
import { parseLinePlace } from '../core/text/line-place.ts';
import { safeText } from '../core/text/safe-text.ts';
import { renderRecall, renderResume } from './render/answers.ts';
import type { ToolAnswer } from './render/text.ts';
import { renderWhy } from './render/why.ts';
import { protocolErrors } from './resources.ts';
import { unchecked } from './unchecked.ts';

interface PromptRow {
  name: string;
  title: string;
  description: string;
  /** The one argument, what it is, and whether it must be there. */
  argument: { name: string; help: string; required: boolean };
  /** What the person asks for in their own words, and what the memory says to it. */
  write(given: string, memory: () => Promise<Memory>): Promise<{ asks: string; recalled?: ToolAnswer }>;
}

const PROMPTS: readonly PromptRow[] = [
  {
    name: 'recall',
    title: 'Recall',
    description: 'Tells what earlier sessions know about a question.',
    argument: { name: 'query', help: 'What to recall, in plain words', required: true },
    async write(query, memory) {
      return {
        asks: `Answer from what earlier sessions left: ${query}`,
        recalled: renderRecall(await (await memory()).recall(query)),
      };
    },
  },
  {
    name: 'resume',
    title: 'Resume',
    description: 'Continues the last session here that left something open, or a named one.',
    argument: { name: 'session', help: 'Id of the session, or of anything in it', required: false },
    async write(session, memory) {
      return {
        asks: 'Continue this earlier work. Say first in a few lines where it stands and what you would do next.',
        recalled: renderResume(await (await memory()).resume(session === '' ? {} : { sessionId: session })),
      };
    },
  },
  {
    name: 'why',
    title: 'Why',
    description: 'Tells why lines of a file are there: the session, the prompt and the commit behind them.',
    argument: { name: 'place', help: 'A file and lines of it, as src/pay.ts:42 or src/pay.ts:42-60', required: true },
    async write(place, memory) {
      return {
        asks: `Tell in a few sentences why this is there, and how sure that is: ${place}`,
        recalled: renderWhy(await (await memory()).why(parseLinePlace(place))),
      };
    },
  },
  {
    name: 'remember',
    title: 'Remember',
    description: 'Has a decision, a constraint or a lesson remembered for later sessions.',
    argument: { name: 'text', help: 'What to remember', required: true },
    async write(text) {
      return {
        asks: `Remember this for later sessions, with the tool remember of Cairn: one statement a call, in a full sentence, with its reason where there is one.\n\n${text}`,
      };
    },
  },
];

/** Adds the prompts. What was recalled stands in them as an embedded resource, apart from what the person asks. */
export function addPrompts(server: McpServer, memory: () => Promise<Memory>): void {
  for (const { name, title, description, argument, write } of PROMPTS) {
    server.registerPrompt(name, { title, description, argsSchema: unchecked(schemaOf(argument)) }, (args) =>
      protocolErrors(async () => toMessages(name, await write(readArgument(argument, args), memory))),
    );
  }
}

function schemaOf({ name, help, required }: PromptRow['argument']): JsonObject {
  const properties = { [name]: { type: 'string', description: help } };
  return { type: 'object', properties, ...(required ? { required: [name] } : {}) };
}

function readArgument({ name, required }: PromptRow['argument'], args: unknown): string {
  const given = safeText(asString(asObject(args)[name]) ?? '').trim();
  if (given === '' && required) throw new CairnError('invalid_input', `${name} takes a text that is not empty.`);
  return given;
}

function toMessages(name: string, { asks, recalled }: { asks: string; recalled?: ToolAnswer }): GetPromptResult {
  const asked = { role: 'user' as const, content: { type: 'text' as const, text: asks } };
  if (recalled === undefined) return { messages: [asked] };
  const resource = { uri: `memory://${name}`, mimeType: 'text/plain', text: recalled.text };
  return { messages: [asked, { role: 'user', content: { type: 'resource', resource } }] };
}
