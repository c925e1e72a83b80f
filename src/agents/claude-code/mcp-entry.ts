import { isDeepStrictEqual } from 'node:util';
import { CairnError } from '../../core/errors.ts';
import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { SetupTarget } from '../shared/contract.ts';
import { insertJsonc, readJsonc, removeJsonc } from '../shared/edit-jsonc.ts';

const PATH = ['mcpServers', 'cairn'];
const OUR_PROGRAM = /(?:^|[/\\.])cairn(?:\.\w+)?$/i;

/** The configuration with Cairn's MCP server. Throws `damaged`, and `invalid_input` when another server has the name. */
export function withServer(config: string | undefined, { command, args }: SetupTarget['mcpCommand']): string {
  const entry = { type: 'stdio', command, args };
  const present = config === undefined || config.trim() === '' ? undefined : readJsonc(config, PATH);
  if (present === undefined) return insertJsonc(config, { path: PATH }, entry);
  if (config !== undefined && isJsonObject(present) && isDeepStrictEqual(pick(present), pick(entry))) return config;
  if (isOurs(present)) return insertJsonc(config, { path: PATH }, entry);
  throw new CairnError('invalid_input', 'Claude Code has another MCP server named "cairn".', {
    fix: 'claude mcp remove --scope user cairn',
  });
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
