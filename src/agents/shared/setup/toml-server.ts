import { CairnError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { SetupTarget } from '../contract.ts';
import { type SetupFile, serverWhy } from './create-setup.ts';
import { putTable, readTable, removeTable } from './edit-toml-table.ts';
import { isOurServer } from './mcp-entry.ts';

const PATH = ['mcp_servers', 'cairn'];

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
  const fix = `Rename or remove [mcp_servers.cairn] in ${path}.`;
  throw new CairnError('invalid_input', `${title} has another MCP server named "cairn".`, { fix });
}

/** The settings without Cairn's MCP server; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutTomlServer(config: string): string | undefined {
  return isOurServer(readTable(config, PATH)) ? removeTable(config, PATH) : config;
}
