import { join } from 'node:path';
import { createSetup, hooksIn, serverIn } from '../shared/setup/create-setup.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import type { McpFile } from '../shared/setup/mcp-entry.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { globalConfigPath, settingsPath } from './places.ts';

const TITLE = 'Claude Code';
/** How Claude Code stores hooks. */
export const HOOKS_FILE: JsonHooks = { agent: AGENT_NAME, title: TITLE, hooks: REGISTERED_HOOKS };
/** How Claude Code stores MCP servers. */
export const MCP_FILE: McpFile = {
  title: TITLE,
  fields: { type: 'stdio' },
  fix: 'claude mcp remove --scope user cairn',
};

/** Hooks in the settings of the user or of a repository, an MCP server in a file of its own. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const { environment, project } = target;
  const [settings, servers] =
    project === undefined
      ? [settingsPath(environment), globalConfigPath(environment)]
      : [join(project, '.claude', 'settings.json'), join(project, '.mcp.json')];
  return [hooksIn(settings, HOOKS_FILE, target), serverIn(servers, MCP_FILE, target)];
});
