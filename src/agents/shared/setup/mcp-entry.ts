import { isDeepStrictEqual } from 'node:util';
import { CairnError } from '../../../core/errors.ts';
import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { SetupTarget } from '../contract.ts';
import { insertJsonc, type JsonPath, readJsonc, removeJsonc } from './edit-jsonc.ts';

const NAME = 'cairn';
const SERVERS: JsonPath = ['mcpServers'];
/** Cairn's server as it is written into a repository's files. */
const OUR_LINE = /^sh -c exec "\$HOME\/.*\/cairn" mcp$/;
const OUR_PROGRAM = /(?:^|[/\\.])cairn(?:\.\w+)?$/i;

/** What differs between agents in a JSON file of MCP servers. */
export interface McpFile {
  /** The agent's name for people. */
  title: string;
  /** Path of the object whose keys are servers; `['mcpServers']` by default. */
  at?: JsonPath;
  /** Fields of an entry before program and arguments. */
  fields?: JsonObject;
  /** Set when program and arguments are one list, `command`. */
  oneList?: true;
  /** How a person removes another server of Cairn's name; by default, in the file itself. */
  fix?: string;
}

/** The configuration with Cairn's MCP server. Throws `damaged`, and `invalid_input` when another server has the name. */
export function withServer(config: string | undefined, command: SetupTarget['mcpCommand'], file: McpFile): string {
  const path = pathOf(file);
  const entry = entryOf(command, file);
  const present = config === undefined || config.trim() === '' ? undefined : readJsonc(config, path);
  if (present === undefined) return insertJsonc(config, { path }, entry);
  if (config !== undefined && isJsonObject(present) && isDeepStrictEqual(pick(present), pick(entry))) return config;
  if (isOurServer(present)) return insertJsonc(config, { path }, entry);
  throw anotherServer(file.title, file.fix);
}

/** The error where an agent has an MCP server of that name which is not Cairn's. */
export function anotherServer(title: string, fix?: string): CairnError {
  return new CairnError('invalid_input', `${title} has another MCP server named "cairn".`, omitUndefined({ fix }));
}

/** The configuration without Cairn's MCP server; `undefined` when nothing else was in it. Throws `damaged`. */
export function withoutServer(config: string, file: Pick<McpFile, 'at'> = {}): string | undefined {
  const path = pathOf(file);
  return config.trim() !== '' && isOurServer(readJsonc(config, path)) ? removeJsonc(config, path) : config;
}

function pathOf({ at = SERVERS }: Pick<McpFile, 'at'>): JsonPath {
  return [...at, NAME];
}

function entryOf({ command, args }: SetupTarget['mcpCommand'], { fields, oneList }: McpFile): JsonObject {
  return oneList === true ? { ...fields, command: [command, ...args] } : { ...fields, command, args };
}

/** Program and arguments of an entry; further fields, such as an environment, are the user's and stay. */
function pick({ command, args }: JsonObject): JsonObject {
  return { command: command ?? null, args: args ?? null };
}

/** True for a server that runs a program called cairn with the argument mcp, wherever it is. */
export function isOurServer(entry: JsonValue | undefined): boolean {
  if (!isJsonObject(entry)) return false;
  const words = [entry.command ?? '', entry.args ?? []].flat().map((word) => asString(word) ?? '');
  return (words.includes('mcp') && words.some((word) => OUR_PROGRAM.test(word))) || OUR_LINE.test(words.join(' '));
}
