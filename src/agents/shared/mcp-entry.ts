import { isDeepStrictEqual } from 'node:util';
import { CairnError } from '../../core/errors.ts';
import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { SetupTarget } from './contract.ts';
import { insertJsonc, readJsonc, removeJsonc } from './edit-jsonc.ts';

const PATH = ['mcpServers', 'cairn'];
const OUR_PROGRAM = /(?:^|[/\\.])cairn(?:\.\w+)?$/i;

/** What differs from agent to agent in a JSON file of MCP servers. */
export interface McpFile {
  /** The agent as people know it. */
  title: string;
  /** Fields of an entry before program and arguments. */
  fields: JsonObject;
  /** What takes another's server of our name away. */
  fix: string;
}

/** The configuration with Cairn's MCP server. Throws `damaged`, and `invalid_input` when another server has the name. */
export function withServer(config: string | undefined, command: SetupTarget['mcpCommand'], file: McpFile): string {
  const entry = { ...file.fields, command: command.command, args: command.args };
  const present = config === undefined || config.trim() === '' ? undefined : readJsonc(config, PATH);
  if (present === undefined) return insertJsonc(config, { path: PATH }, entry);
  if (config !== undefined && isJsonObject(present) && isDeepStrictEqual(pick(present), pick(entry))) return config;
  if (isOurs(present)) return insertJsonc(config, { path: PATH }, entry);
  throw new CairnError('invalid_input', `${file.title} has another MCP server named "cairn".`, { fix: file.fix });
}

/** The configuration without Cairn's MCP server; `undefined` when nothing else was in it. Throws `damaged`. */
export function withoutServer(config: string): string | undefined {
  return config.trim() !== '' && isOurs(readJsonc(config, PATH)) ? removeJsonc(config, PATH) : config;
}

/** Further fields, as an environment, are the user's and stay. */
function pick({ command, args }: JsonObject): JsonObject {
  return { command: command ?? null, args: args ?? null };
}

/** Ours is what runs a program called cairn with the argument mcp, wherever it lies. */
function isOurs(entry: JsonValue | undefined): boolean {
  if (!isJsonObject(entry)) return false;
  const words = [entry.command, ...(Array.isArray(entry.args) ? entry.args : [])].map((word) => asString(word) ?? '');
  return words.includes('mcp') && words.some((word) => OUR_PROGRAM.test(word));
}
