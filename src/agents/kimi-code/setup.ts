import { createSetup, noProjectFiles, serverIn, tomlHooksIn } from '../shared/setup/create-setup.ts';
import type { TomlHooks } from '../shared/setup/toml-hooks.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { configPath, mcpPath } from './places.ts';

const TITLE = 'Kimi Code';
/** How Kimi Code stores hooks. */
export const HOOKS_FILE: TomlHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS };

/** Hooks in the user's settings, and an MCP server in the file next to them. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  if (project !== undefined) throw noProjectFiles(TITLE, AGENT_NAME);
  return [
    tomlHooksIn(configPath(environment), HOOKS_FILE, target),
    serverIn(mcpPath(environment), { title: TITLE }, target),
  ];
});
