import { createSetup, hooksIn, OWN_FILE_MARK, ownFile, serverIn } from '../shared/setup/create-setup.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import type { JsonHooks } from '../shared/setup/json-hooks.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath, pluginPath } from './places.ts';

const TITLE = 'Antigravity';
const PLUGIN_WHY = 'Antigravity runs the hooks of a plugin.';
const NAME = 'cairn';

/** How Antigravity stores hooks: under a name that the user chooses, then by event. Time-outs are in seconds. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  title: TITLE,
  hooks: REGISTERED_HOOKS.map((event) => ({ event })),
  at: [NAME],
  flat: true,
  fields: { type: 'command', timeout: HOOK_TIMEOUT_S },
  why: 'Antigravity runs the hook, which passes on relevant memories and says when a turn is over.',
};
const SERVERS = { title: TITLE, fix: 'Rename or remove "cairn" in mcp_config.json.' };
/** The manifest that makes a folder a plugin. */
const PLUGIN = `${JSON.stringify({ name: NAME, description: OWN_FILE_MARK }, null, 2)}\n`;

/** A plugin with hooks, and an MCP server; for a repository hooks and server. */
export const { planSetup, planUninstall } = createSetup((target) => {
  const plugin = pluginPath(target);
  return [
    ...(plugin === undefined ? [] : [ownFile(plugin, PLUGIN_WHY, () => PLUGIN)]),
    hooksIn(hooksPath(target), HOOKS_FILE, target),
    serverIn(mcpPath(target), SERVERS, target),
  ];
});
