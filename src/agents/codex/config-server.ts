import type { TomlServer } from '../shared/setup/toml-server.ts';

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

/** How Codex stores MCP servers. */
export const SERVER: TomlServer = {
  title: 'Codex',
  fields: ({ env_vars }) => {
    const passed = Array.isArray(env_vars) ? env_vars : [];
    return { env_vars: [...passed, ...PASSED_ON.filter((name) => !passed.includes(name))] };
  },
};
