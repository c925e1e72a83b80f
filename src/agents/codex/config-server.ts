import type { TomlServer } from '../shared/setup/toml-server.ts';

/**
 * The environment variables that Codex passes on to the server, which gets few of Codex's own: whether it may start a worker,
 * which goes by no other setting among the variables, and where Codex's folder is. The home is in the server's command.
 */
export const PASSED_ON: readonly string[] = ['CAIRN_WORKER_START', 'CODEX_HOME'];

/** How Codex stores MCP servers. */
export const SERVER: TomlServer = {
  title: 'Codex',
  fields: ({ env_vars }) => {
    const passed = Array.isArray(env_vars) ? env_vars : [];
    return { env_vars: [...passed, ...PASSED_ON.filter((name) => !passed.includes(name))] };
  },
};
