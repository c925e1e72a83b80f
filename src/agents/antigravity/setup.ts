import type { FileChange, SetupTarget } from '../shared/contract.ts';
import { HOOK_TIMEOUT_S } from '../shared/setup/hook-command.ts';
import { type JsonHooks, withJsonHooks, withoutJsonHooks } from '../shared/setup/json-hooks.ts';
import { type McpFile, withoutServer, withServer } from '../shared/setup/mcp-entry.ts';
import { OWN_FILE_MARK, withOwnFile, withoutOwnFile } from '../shared/setup/own-file.ts';
import { ifThere, type PlannedEdit, planChanges } from '../shared/setup/plan-changes.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';
import { hooksPath, mcpPath, pluginPath } from './places.ts';

const HOOKS_WHY = 'Antigravity runs the hook, which hands over what matters and says when a turn is over.';
const PLUGIN_WHY = 'Antigravity runs the hooks of a plugin.';
const SERVER_WHY = 'Antigravity can search the memory through the MCP server.';
const NAME = 'cairn';

/** How Antigravity stores hooks: under a name that the user chooses, then by event. Time-outs are in seconds. */
export const HOOKS_FILE: JsonHooks = {
  agent: AGENT_NAME,
  hooks: REGISTERED_HOOKS.map((event) => ({ event })),
  at: [NAME],
  flat: true,
  fields: { type: 'command', timeout: HOOK_TIMEOUT_S },
};
const MCP_FILE: McpFile = { title: 'Antigravity', fields: {}, fix: 'Rename or remove "cairn" in mcp_config.json.' };
/** The manifest that makes a folder a plugin. */
const PLUGIN = `${JSON.stringify({ name: NAME, description: OWN_FILE_MARK }, null, 2)}\n`;

/**
 * The changes that put Cairn into Antigravity: a plugin with hooks, and an MCP server; for a repository hooks and
 * server.
 */
export function planSetup(target: SetupTarget): FileChange[] {
  return planChanges([
    ...pluginEdit(target, withOwnFile(PLUGIN)),
    { path: hooksPath(target), edit: (text) => withJsonHooks(text, target.hookCommand, HOOKS_FILE), why: HOOKS_WHY },
    { path: mcpPath(target), edit: (text) => withServer(text, target.mcpCommand, MCP_FILE), why: SERVER_WHY },
  ]);
}

/** The changes that take Cairn out again, whatever version put it in. A file that only set-up wrote is removed. */
export function planUninstall(target: SetupTarget): FileChange[] {
  return planChanges([
    ...pluginEdit(target, withoutOwnFile),
    { path: hooksPath(target), edit: ifThere((text) => withoutJsonHooks(text, HOOKS_FILE)), why: HOOKS_WHY },
    { path: mcpPath(target), edit: ifThere((text) => withoutServer(text)), why: SERVER_WHY },
  ]);
}

function pluginEdit(target: SetupTarget, edit: PlannedEdit['edit']): PlannedEdit[] {
  const path = pluginPath(target);
  return path === undefined ? [] : [{ path, edit, why: PLUGIN_WHY }];
}
