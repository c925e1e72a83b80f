import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { SetupTarget } from '../contract.ts';
import { type SetupFile, serverWhy } from './create-setup.ts';
import { appendTables, readTables, removeTables } from './edit-toml.ts';
import { putTable, readTable, removeTable } from './edit-toml-table.ts';
import { anotherServer, isOurServer } from './mcp-entry.ts';

const LIST = 'mcp_servers';
const NAME = 'cairn';
const PATH = [LIST, NAME];

/** What differs between agents that store MCP servers in tables `[mcp_servers.NAME]` of a TOML file. */
export interface TomlServer {
  /** The agent's name for people. */
  title: string;
  /** Further pairs of the table; `present` is the table as it is. */
  fields?(present: JsonObject): JsonObject;
}

/** A TOML file with the MCP servers of an agent. */
export function tomlServerIn(path: string, server: TomlServer, { mcpCommand }: SetupTarget): SetupFile {
  const add = (text: string | undefined): string => withTomlServer(text, mcpCommand, { ...server, path });
  return { path, why: serverWhy(server.title), add, remove: withoutTomlServer };
}

/**
 * The settings with Cairn's MCP server; the user's additions to its table stay. Throws `damaged`, and `invalid_input`
 * when another server has the name.
 */
export function withTomlServer(
  config: string | undefined,
  { command, args }: SetupTarget['mcpCommand'],
  { title, fields, path }: TomlServer & { path: string },
): string {
  const present = config === undefined ? undefined : readTable(config, PATH);
  const entry = { command, args, ...fields?.(present ?? {}) };
  if (present === undefined || isOurServer(present)) return putTable(config, PATH, entry);
  throw anotherServer(title, `Rename or remove [mcp_servers.cairn] in ${path}.`);
}

/** The settings without Cairn's MCP server; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutTomlServer(config: string): string | undefined {
  return isOurServer(readTable(config, PATH)) ? removeTable(config, PATH) : config;
}

/** A TOML file with the MCP servers of an agent in tables `[[mcp_servers]]`, each with its name. */
export function tomlServerListIn(path: string, { title }: TomlServer, { mcpCommand }: SetupTarget): SetupFile {
  const entry = { name: NAME, transport: 'stdio', command: mcpCommand.command, args: mcpCommand.args };
  const add = (text: string | undefined): string => {
    const present = text === undefined ? [] : readTables(text, LIST).filter(({ name }) => name === NAME);
    if (present.some((server) => !isOurServer(server)))
      throw anotherServer(title, `Rename or remove "cairn" of [[mcp_servers]] in ${path}.`);
    const isRight = present.length === 1 && present[0]?.command === entry.command;
    if (text !== undefined && isRight) return text;
    return appendTables(text === undefined ? undefined : removeTables(text, LIST, isOurs), LIST, [entry]);
  };
  return { path, why: serverWhy(title), add, remove: (text) => removeTables(text, LIST, isOurs) };
}

function isOurs(entry: JsonValue): boolean {
  return isJsonObject(entry) && entry.name === NAME && isOurServer(entry);
}
