import { CairnError } from '../../core/errors.ts';
import type { SetupTarget } from '../shared/contract.ts';
import { putTable, readTable, removeTable } from '../shared/setup/edit-toml-table.ts';
import { isOurServer } from '../shared/setup/mcp-entry.ts';

const PATH = ['mcp_servers', 'cairn'];

/**
 * The environment variables that Codex passes on to the server, which gets few of Codex's own: those that set Cairn's
 * settings, so that a worker started by the server excludes the same projects, and those that say where Codex's folder
 * is. The home is in the server's command.
 */
export const PASSED_ON: readonly string[] = [
  'CAIRN_BACKUP_DAILY',
  'CAIRN_WORKER_START',
  'CAIRN_WORKER_IDLE_MINUTES',
  'CAIRN_CONTEXT_ENABLED',
  'CAIRN_DISK_FULL_MEGABYTES',
  'CAIRN_DISK_LOW_MEGABYTES',
  'CAIRN_EMBED_KEY',
  'CAIRN_EMBED_MODEL',
  'CAIRN_EMBED_URL',
  'CAIRN_EXCLUDE_PATHS',
  'CAIRN_EXCLUDE_PROJECTS',
  'CAIRN_LLM_KEY',
  'CAIRN_LLM_MODEL',
  'CAIRN_LLM_PURPOSES',
  'CAIRN_LLM_URL',
  'CAIRN_LOG_LEVEL',
  'CAIRN_METER_CONTROL',
  'CAIRN_SYNC_MINUTES',
  'CAIRN_TRIPWIRES',
  'CODEX_HOME',
];

/**
 * The settings with Cairn's MCP server; the user's additions to its table stay. Throws `damaged`, and `invalid_input`
 * when another server has the name.
 */
export function withServerTable(config: string | undefined, command: SetupTarget['mcpCommand'], path: string): string {
  const present = config === undefined ? undefined : readTable(config, PATH);
  const passed = Array.isArray(present?.env_vars) ? present.env_vars : [];
  const missing = PASSED_ON.filter((name) => !passed.includes(name));
  const entry = { command: command.command, args: command.args, env_vars: [...passed, ...missing] };
  if (config === undefined || present === undefined) return putTable(config, PATH, entry);
  if (isOurServer(present)) return putTable(config, PATH, entry);
  const fix = `Rename or remove [mcp_servers.cairn] in ${path}.`;
  throw new CairnError('invalid_input', 'Codex has another MCP server named "cairn".', { fix });
}

/** The settings without Cairn's MCP server; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutServerTable(config: string): string | undefined {
  return isOurServer(readTable(config, PATH)) ? removeTable(config, PATH) : config;
}
